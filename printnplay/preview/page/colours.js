// The colours of the game, to be picked: those of its styles, and those of the values of a field.

import { el, get, inGame, post } from "./api.js";
import { showInSide } from "./side.js";
import { _ } from "./words.js";

// A colour to pick. It is written when the picker is closed; `done` gets the answer.
export function picker(file, name, value, done, disabled = false) {
  return el("input", { type: "color", value, disabled, "aria-label": _("Colour of {name}", { name }), "data-name": `colour ${name}`, onchange: async ({ target }) => {
    const told = await post(inGame("colours"), { file, name, value: target.value });
    if (told.error) target.value = value;
    done(told);
  } });
}

// What the colours do that every style has.
const DUTIES = { ink: _("text"), accent: _("headings, the first sheet, backs"), "accent-light": _("panels behind text") };

const panel = el("div", { className: "colours" });
const note = el("p", { className: "note", role: "status" });

function tell(told) {
  note.textContent = told.error ? [told.error, told.help].filter(Boolean).join(": ") : _("Saved in {files}", { files: told.file });
  note.className = `note ${told.error ? "bad" : "good"}`;
}

async function fill() {
  const styles = await get(inGame("colours"));
  const row = (file, { name, value, fixed, unused }) => el("li", {}, el("label", {}, picker(file, name, value, tell, fixed), el("span", {}, name), el("span", { className: "sub" }, fixed ? _("It has inks: change it in the file.") : unused ? _("Nothing uses it: perhaps a kind that was mistyped.") : DUTIES[name] ?? "")));
  const listed = (file, colours, of = "") => el("ul", {}, colours.filter((one) => (one.of ?? "") === of).map((one) => row(file, one)));
  const others = (file, colours) => [...new Set(colours.map((one) => one.of).filter(Boolean))].flatMap((of) => [el("h3", {}, _("As in the style {name}, until you pick others", { name: of })), listed(file, colours, of)]);
  panel.replaceChildren(note, ...(styles.length ? styles.flatMap(({ file, colours }) => [el("h3", { className: "file" }, file), listed(file, colours), ...others(file, colours)]) : [el("p", { className: "empty" }, _("The style comes with printnplay, so its colours stay."))]));
}

export async function showColours(from) {
  tell({ file: "" });
  note.textContent = "";
  await fill();
  showInSide(_("Colours"), _("Pick another one: all cards, pages and the box that have it follow."), from, panel);
}

// Files have changed.
export async function renewColours() {
  if (panel.isConnected && !panel.contains(document.activeElement)) await fill();
}
