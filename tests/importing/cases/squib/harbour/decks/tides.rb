require 'squib'

module Harbour
  def self.tides(time)
    Squib::Deck.new(cards: 1, width: 300, height: 450) do
      text str: "Tides at #{time}", x: 30, y: 30
    end
  end
end
