require 'squib'
require_relative 'helper'

module Coast
  # Tasks of a Rakefile call this.
  def self.tokens(small = false)
    coins = Proc.new { |embed| embed.svg key: ':coin:', file: 'coin.svg' }
    Squib::Deck.new(cards: SUITS.size, width: '20mm', height: '20mm') do
      text str: SUITS, x: 20, y: 20, width: 200, height: 60, font: 'Sans, Arial 12'
      text(str: 'pay :coin:', x: 20, y: 90, width: 200, height: 60, &coins)
      PRICES.each_value { |price| text str: price, x: 20, y: 90 + 20 * price }
      text str: '<span size="large">big</span>', markup: true, x: 20, y: 180
    end
  end
end
