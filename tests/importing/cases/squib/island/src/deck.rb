require 'squib'
require 'yaml'
require_relative 'lib'

cards = Squib.csv(file: '../data/cards.csv') do |heading, value|
  heading == 'Text' ? Island.marked(value) : value
end
places = YAML.load_file(File.expand_path('../data/island.yml')).map do |one|
  Island::Place.new(one['name'], one['cost'], one.fetch('tags', []))
end

Squib::Deck.new cards: cards.nrows, layout: 'hand.yml', width: '69.85mm' do
  background color: cards.kind.map { |kind| Island::COLOURS[kind] }
  grid width: '20mm', height: '30mm', stroke_color: '#0003'
  text str: cards['Name'].map.with_index(1) { |name, at| name && "#{at}. #{name}" }, layout: :title
  text(str: cards['Text'], layout: 'description', markup: true, font: 'Sans 10') do |embed|
    %w[coin].each { |name| embed.svg key: "{#{name}}", file: "../img/#{name}.svg", width: 60, height: 60 }
  end
  text str: cards['Bonus'], layout: 'snark'
  text str: cards['Name'].map { |name| name == 'Lagoon' ? Time.now.year : 'dated' }, layout: 'bonus1'
  circle x: 100, y: 900, radius: 40, arc_start: 0, arc_end: Math::PI, arc_close: true
  svg file: '../img/parts.svg', id: 'right', x: 40, y: 1000, width: 40, height: 20
  svg file: '../img/parts.svg', mask: :green, x: 90, y: 1000
  build(:blind) { text str: 'never', x: 10, y: 10 }
  save_png
end

deck = Squib::Deck.new(cards: places.size, width: '30mm', height: '30mm')
row = Island::Row.first
deck.label(places.map(&:line), row)
deck.label places.map { |one| one.tags.each_with_index.map { |tag, at| "#{at}#{tag}" }.join(' ') }, row.next!, font: 'Sans 7'
total = 0
places.each do |one|
  next if one.name.start_with?('C')
  total += one.cost
  break if total > 100
end
while total < 9 do total += 4 end
case [total, places.map(&:name)]
in [Integer, *] then puts 'patterns are not read'
end
deck.text str: "sum #{total} #{rand(6)}", x: 5, y: 300
note = <<-END
    kept
  END
plain = <<~'END'
    no #{indent}
END
deck.text str: "sum #{total}", x: 5, y: 250
if __FILE__ == $0
  $:.unshift __dir__
  FileUtils.mkdir_p '_output' unless Dir.exist?('_output')
  deck.text str: note.tr_s(' ', '.') + plain + (Integer('x') rescue 'none'), x: 5, y: 150
end
deck.save_pdf trim: '1mm'
