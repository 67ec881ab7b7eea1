-- Sets the table up as the rules of the game do. Written by printnplay; the data is above.

local SEATS = { "White", "Red", "Yellow", "Green", "Blue", "Purple", "Pink", "Orange", "Teal", "Brown" }

function onLoad()
  local points = Global.getSnapPoints() or {}
  if #points == 0 and #SNAPS > 0 then
    for _, at in ipairs(SNAPS) do
      table.insert(points, { position = { at[1], 1, at[2] }, rotation = { 0, 180, 0 }, rotation_snap = true })
    end
    Global.setSnapPoints(points)
  end
  local z = -1.5
  for _, players in ipairs(PLAYERS) do
    local name = "setUpFor" .. players
    _G[name] = function() setUp(players) end
    self.createButton({
      click_function = name, function_owner = self, label = tostring(players),
      position = { 0, 0.3, z }, width = 1600, height = 450, font_size = 250,
    })
    z = z + 1.1
  end
end

-- The colours of the players: those of seated players first, then the others.
local function seats(players)
  local taken, known = {}, {}
  for _, colour in ipairs(SEATS) do
    if Player[colour].seated then table.insert(taken, colour); known[colour] = true end
  end
  for _, colour in ipairs(SEATS) do
    if not known[colour] then table.insert(taken, colour) end
  end
  local chosen = {}
  for number = 1, players do chosen[number] = taken[number] end
  return chosen
end

-- The last card of each deck, by the GUID of the deck: a deck of one card is replaced by that card.
local left = {}

local function stackOf(guid)
  return left[guid] or getObjectFromGUID(guid)
end

-- The first object in a stack that is one of these, or the top one if any will do.
local function indexOf(stack, wanted)
  for _, held in ipairs(stack.getObjects()) do
    if wanted == nil or wanted[held.gm_notes] then return held.index end
  end
end

local function take(guid, wanted, place)
  local stack = stackOf(guid)
  if stack == nil then return end
  if stack.getObjects == nil or stack.type == "Card" then
    if wanted == nil or wanted[stack.getGMNotes()] then
      stack.setPositionSmooth(place.position)
      stack.setRotationSmooth(place.rotation)
    end
    return
  end
  local index = indexOf(stack, wanted)
  if index == nil then return end
  local taken = stack.takeObject({
    index = index, position = place.position, rotation = place.rotation, smooth = true,
  })
  if stack.remainder then left[guid] = stack.remainder end
  return taken
end

local function set(names)
  if names == nil then return nil end
  local wanted = {}
  for _, name in ipairs(names) do wanted[name] = true end
  return wanted
end

local function carryOut(step, colours)
  local wanted = set(step.cards)
  for number = 1, step.count do
    local place
    if step.hand then
      local hand = Player[colours[step.hand]].getHandTransform()
      if hand == nil then return end
      place = { position = hand.position, rotation = { 0, hand.rotation.y + 180, 0 } }
    else
      place = {
        position = { step.x, 1.5 + 0.2 * number, step.z },
        rotation = { 0, 180, step.up and 0 or 180 },
      }
    end
    take(step.stack, wanted, place)
  end
end

function setUp(players)
  local colours = seats(players)
  for _, guid in ipairs(STACKS) do
    local stack = stackOf(guid)
    if stack and stack.shuffle then stack.shuffle() end
  end
  for _, step in ipairs(STEPS[players]) do carryOut(step, colours) end
  self.clearButtons()
end
