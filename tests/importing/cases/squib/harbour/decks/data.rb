module Harbour
  SHIPS = { 'Heron' => { crew: 3 }, 'Gull' => { crew: 2 } }.freeze
end
