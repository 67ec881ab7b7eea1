require 'squib'

DROP = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><circle cx="100" cy="100" r="90" fill="#f80"/></svg>'

Squib::Deck.new(cards: 2, width: '63mm', height: '88mm') do
  background color: '(370,520,50)(370,520,400) #ffffff@0.0 #4488aa@1.0'
  rect x: 30, y: 30, width: 300, height: 200, fill_color: '(180,130,200)(180,130,0) red@1.0 blue@0.5'
  text str: %w[Rain Thunderstorm], x: 40, y: 40, font: 'Sans Bold 24', color: 'white', stroke_width: 8, stroke_color: 'navy'
  text str: 'One line that shrinks to its width', x: 40, y: 200, width: 600, font: 'Sans 20', align: 'right', valign: 'middle'
  text str: 'Two lines that are whole', x: 40, y: 300, width: 400, font: 'Nowhere,Serif weight=900 style=oblique 14', ellipsize: false
  text markup: true, x: 40, y: 500, width: 600, height: 200, font: 'Sans 12', str:
    'A <span size="large">large</span> <span font_desc="Serif Bold 18">word</span>, <span size="9216">nine</span> ' \
    'or <span size="6pt">six</span> points, <span face="monospace" size="smaller">smaller</span> or <span size="50%">half</span>'
  svg data: DROP, x: 300, y: 800, blend: [:multiply, :none], alpha: 0.5
  svg data: DROP, x: 400, y: 800, blend: :xor
  text str: Squib.csv(data: DATA.read).word, x: 40, y: 700
  save_png
end
__END__
Word
one
two
