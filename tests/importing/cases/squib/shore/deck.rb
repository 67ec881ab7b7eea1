# A class of its own for decks, a table read by the gem roo, and texts that begin where others end.
require 'roo'
require 'squib'

class Shore < Squib::Deck
  def initialize(rows, **options, &block)
    @rows = rows
    super(cards: rows.size, width: '63mm', height: '63mm', **options) do
      background color: :white
      instance_eval(&block)
    end
  end

  def titled(size)
    text str: @rows.map(&:first), x: 100, y: 60, font: "Noto Sans #{size}"
  end
end

class SmallShore < Shore
  def corners(sign)
    circle x: 60, y: 60, radius: 20, fill_color: :navy
    text str: sign, x: 600, y: 60, angle: 1.5707963267948966192313216916398, font: 'Noto Sans 9'
  end
end

sheet = Roo::Spreadsheet.open('cards.csv')
wind = Hash.new('calm')
wind.default = 'storm'
names, texts = sheet.column(1).drop(1), sheet.column(2).drop(1)

deck = SmallShore.new(names.zip(texts), dpi: 300) do
  extents = text str: texts, x: 100, y: 200, width: 500, height: 300, font: 'Noto Sans 12'
  text str: [wind['none'], sheet.cell(2, 1)], x: 100, y: extents.map { |one| 220 + one[:height] }, font: 'Noto Sans 9'
end
deck.titled(14)
deck.corners(%w[aa ab].map(&:succ))
deck.save_pdf trim: '3mm', dir: unknown_folder
Squib::Deck.new(layout: 'layout.yml', dpi: 300) do
  circle x: layout['sign']['x'] + 10, y: layout['sign']['y'] * 2, radius: 20
  text str: '<span background="navy" color="white">Sign</span> of a shore', markup: true, x: 90, y: 200, font: 'Noto Sans 9'
end
