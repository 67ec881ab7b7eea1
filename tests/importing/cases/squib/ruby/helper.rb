module Coast
  SUITS = %W(\u2660 sea)
  PRICES = { 'Ace' => 3, 'King' => 2 }
end
