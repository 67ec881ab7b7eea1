require 'squib'

Squib::Deck.new cards: 2, width: '67.5mm', height: '92.9mm' do
  svg file: 'art/frame.svg', width: :deck, height: :deck
  svg file: 'art/sketch.svg', x: '5mm', y: '40mm', width: '20mm', height: '20mm'
  svg file: 'art/broken.svg', x: '30mm', y: '40mm', width: '20mm', height: '20mm'
  text(str: 'Pay 2 coins.', x: '5mm', y: '65mm', width: '50mm') do |words|
    words.svg key: 'coins', file: 'art/coin.svg', width: '4mm', height: '4mm'
  end
  save_png
end
