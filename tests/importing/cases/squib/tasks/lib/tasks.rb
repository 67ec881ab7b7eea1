require 'squib'

def make(count, names)
  Squib::Deck.new(cards: count, layout: 'layout.yml') do
    rect layout: :safe
    rect layout: :cut
    text(str: names.map { |one| "#{one} (fish)" }, x: 10, y: 10) do |embed|
      embed.svg key: '(fish)', file: 'fish.svg'
    end
  end
end
