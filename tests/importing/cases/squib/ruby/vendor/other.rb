require 'squib'
Squib::Deck.new { text str: 'a sample of somebody else, which is left out' }
