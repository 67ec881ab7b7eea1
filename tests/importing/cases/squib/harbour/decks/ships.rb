require 'squib'

module Harbour
  CREWS = Array.new(SHIPS.length) { |at| SHIPS.values[at][:crew] }

  def self.ships
    Squib::Deck.new(cards: SHIPS.length, width: 300, height: 450) do
      text str: SHIPS.keys, x: 30, y: 30
      text str: CREWS, x: 30, y: 300
    end
  end
end
