require 'squib'
NAMES = %w(Ace King)
colors = { 'Ace' => '#ff0000', 'King' => 'burnt_orange' }

def big(name)
  name.upcase
end

Squib::Deck.new(cards: NAMES.size) do
  background color: :white
  [100, 300].each_with_index do |y, at|
    text str: NAMES.map { |name| big(name) }, x: 100, y: y, width: 400, height: 80, font_size: 10 + at
  end
  text str: ['only the first', nil], x: 100, y: 500
  text str: 'second', x: 100, y: 600, range: 1, color: NAMES.map { |name| colors[name] }
  text str: "made at #{Time.now}", x: 100, y: 700
  png file: '../outside.png', x: 0, y: 0
  svg data: GameIcons.get('sword').string, x: 0, y: 0
  rect x: 50, y: 60, width: 700, height: 20, layout: 'missing'
  if colors.size > 1
    line x1: 0, y1: 0, x2: '1in', y2: '1in', stroke_width: '1mm', dash: '3mm 1mm'
  else
    line x1: 5, y1: 5
  end
  left, top = '10mm', 50
  circle x: left, y: top, radius: 20
  text str: 'faint', x: 200, y: 900, color: '#f008'
  build(:proofs) { safe_zone }
  while true do end
  save_png
end
