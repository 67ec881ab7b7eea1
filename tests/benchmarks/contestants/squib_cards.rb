# The cards in Squib. It draws PNG and SVG, no JPEG: photographs are given to it as PNG.
require 'csv'
require 'squib'

inputs, pdf = ARGV.map { |path| File.expand_path(path) }
rows = CSV.read("#{inputs}/words.csv", headers: true)
Dir.chdir(inputs)

Squib::Deck.new(cards: rows.size, width: '63.5mm', height: '88.9mm', dpi: 300) do
  background color: 'white'
  rect x: '3mm', y: '3mm', width: '57.5mm', height: '82.9mm', radius: '3mm',
       stroke_color: '#2b59c3', stroke_width: '0.8mm'
  text str: rows['name@en'], font: 'Table Round', font_size: 20, color: '#1d1a2f',
       x: '6mm', y: '6mm', width: '51.5mm', height: '10mm', align: :center, valign: :middle
  line x1: '6mm', y1: '16.5mm', x2: '57.5mm', y2: '16.5mm',
       stroke_color: '#c9c6d8', stroke_width: '0.4mm'
  top = 18
  if rows.headers.include?('photo')
    png file: rows['photo'].map { |name| "art/#{name.sub('.jpg', '.png')}" },
        x: '6mm', y: '18mm', width: '51.5mm', height: '34.3mm'
    top = 54
  end
  text str: rows['rule@en'], font: 'Red Hat Display Medium', font_size: 9, color: '#1d1a2f',
       x: '6mm', y: "#{top}mm", width: '51.5mm', height: "#{83 - top}mm",
       align: :center, valign: :middle
  save_pdf dir: File.dirname(pdf), file: File.basename(pdf), width: '210mm', height: '297mm',
           margin: '9.7mm', gap: 0, trim: 0
end
