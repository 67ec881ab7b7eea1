require 'squib'

cards = Squib.csv file: 'cards.csv'   # the column qty is unfolded

Squib::Deck.new cards: cards.nrows, width: '67.5mm', height: '92.9mm', layout: 'layout.yml' do
  background color: '#f6ead2'
  rect layout: 'frame', fill_color: cards['Kind'].map { |kind| kind == 'deed' ? '#c0563b' : '#2f7f6f' }
  svg file: cards['Art'], layout: 'art'
  circle x: '12mm', y: '12mm', radius: '6mm', fill_color: :white, stroke_width: 0
  text str: cards.cost, layout: 'cost'
  text str: cards['Name'], layout: 'name'
  text(str: cards['Rule'], layout: 'rule', markup: true) do |embed|
    embed.svg key: ':coin:', file: 'coin.svg', width: 40, height: 40
  end
  text str: cards['Cost'].map { |cost| "#{cost} points" }, x: '5mm', y: '86mm', font: 'Serif Italic 7'
  cut_zone margin: '2mm'
  save_pdf file: 'cards.pdf', trim: '2mm', trim_radius: '3mm'
end

Squib::Deck.new cards: 1, width: '67.5mm', height: '92.9mm' do
  background color: '(0,0)(0,deck) #1f2a37@0.0 #2f7f6f@1.0'
  star x: :middle, y: :middle, n: 6, inner_radius: '5mm', outer_radius: '10mm', fill_color: '#ffffff80'
  text str: "Coast", x: 0, y: '70mm', width: :deck, height: '10mm', align: :center, angle: 3.14159, color: :white
  save_pdf trim: '2mm'
end
