require 'squib'
require 'game_icons'

cards = Squib.csv data: <<~TABLE
  Name,Size
  Sloop 🌊,small
  Galleon,large
TABLE

case ENV['palette']
when 'ink' then paper = 'light blue'
end

Squib::Deck.new(cards: cards.nrows, width: '63.5mm', height: '88.9mm') do
  background color: paper
  [{ fg: '036', bg_opacity: 0 }, { bg: :white, fg: 'a00' }].each do |colours|
    rect x: 100, y: 100, width: 300, height: 300, fill_color: :white
    svg data: GameIcons.get('Sail').recolor(**colours).string, x: 100, y: 100, width: 300
  end
  svg file: GameIcons.get('lorc/sail').file, x: 100, y: 400
  svg data: GameIcons.get('macguffin').string
  text str: cards.name, x: 100, y: 700, color: colour_of_the_day
  text str: cards.size, x: 100, y: 800
  text str: ENV.fetch('edition', 'first'), x: 100, y: 900
  red = ->(at) { rect range: at, x: 600, y: 100, width: 60, height: 60, fill_color: :red }
  blue = ->(at) { rect range: at, x: 630, y: 130, width: 60, height: 60, fill_color: :blue }
  [[red, 0], [blue, 0], [blue, 1], [red, 1]].each { |bar, at| bar.call(at) }
  save_png
end
