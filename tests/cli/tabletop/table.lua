-- As much of Tabletop Simulator as a set-up needs: stacks of cards, hands, and what lies where.
placed = {}
local objects = {}

local function note(card, params)
  table.insert(placed, { card = card, x = params.position[1], z = params.position[3], up = params.rotation[3] == 0 })
end

function addStack(guid, kind, cards)
  local stack = { type = kind, shuffled = false, cards = {} }
  for index = 1, #cards do stack.cards[index] = cards[index] end
  stack.shuffle = function() stack.shuffled = true end
  stack.getGMNotes = function() return stack.cards[1] end
  stack.setPositionSmooth = function(position) stack.position = position end
  stack.setRotationSmooth = function(rotation)
    note(stack.cards[1], { position = stack.position, rotation = rotation })
    objects[guid] = nil
  end
  stack.getObjects = function()
    local held = {}
    for index, card in ipairs(stack.cards) do held[index] = { index = index - 1, gm_notes = card } end
    return held
  end
  stack.takeObject = function(params)
    note(table.remove(stack.cards, params.index + 1), params)
    if #stack.cards == 1 and kind == "Deck" then stack.remainder = addStack(guid, "Card", stack.cards) end
    return {}
  end
  objects[guid] = stack
  return stack
end

function getObjectFromGUID(guid) return objects[guid] end
function inStack(guid) return objects[guid] and #objects[guid].cards or 0 end

Player = {}
for at, colour in ipairs({ "White", "Red", "Yellow", "Green", "Blue", "Purple", "Pink", "Orange", "Teal", "Brown" }) do
  Player[colour] = {
    seated = at == 2,
    getHandTransform = function() return { position = { 100 * at, 4, 0 }, rotation = { x = 0, y = 0, z = 0 } } end,
  }
end
Global = { getSnapPoints = function() return {} end, setSnapPoints = function(points) snaps = points end }
buttons = {}
self = {
  createButton = function(button) buttons[button.label] = button.click_function end,
  clearButtons = function() buttons = {} end,
}
function press(label) _G[buttons[label]]() end
