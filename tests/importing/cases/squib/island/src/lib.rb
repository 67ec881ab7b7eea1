module Island
  COLOURS = Hash.new('grey').merge('water' => 'aqua', 'fire' => :orange)
  Place = Struct.new(:name, :cost, :tags) do
    def line
      return "#{name} (free)" if cost.zero?

      "#{name}: #{format('%.1f', cost)}"
    end
  end

  class Row
    attr_reader :top
    STEP = 90

    def initialize(top, step: STEP)
      @top = top
      @step = step
    end

    def next!
      @top += @step
      self
    end

    def self.first
      new(60)
    end
  end

  def self.marked(text)
    text.to_s.gsub(/<<([A-Z]+)>>/) { "<b>#{$1.capitalize}</b>" }
  end
end

class Squib::Deck
  def label(words, at, **more)
    text({ str: words, x: 60, y: at.top, width: 300, height: 60 }.merge(more))
  end
end
