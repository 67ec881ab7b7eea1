// The boxes of the face that is open, and their edits: each is one of the template's file, and one step to undo.

import { address, get, inGame, post, shared } from "./api.js";
import { _, kindName } from "./words.js";

export const section = document.getElementById("layout");
export const $ = (name) => section.querySelector(`[data-name="${name}"]`);

export const state = {
  game: "", key: "", about: null, face: null, selected: "", adding: "", against: "safe",
  sending: {}, // the numbers that are being written, by the keys of their boxes
  pending: {}, // those of the selected box that will be
  writes: Promise.resolve(),
  moves: [], // the keys of boxes before and after the edits that give others new numbers
  writing: 0, // the number of edits that are being written
  waiting: 0,
  draw: () => null, // shows what has changed
  build: () => null, // shows the face anew
  show: () => null, // shows another face
};

export const languageOf = (face) => shared.languages.find((language) => !face.languages.length || face.languages.includes(language));
export const faces = () => shared.about.faces.filter(languageOf);
export const ask = () => get(inGame(`layout/${state.face.language}/${address(state.key)}`));

// The boxes with their keys: the file, and their number in it.
export function boxes() {
  return (state.about?.files ?? []).flatMap((file) => file.boxes.map((box, index) => {
    const key = `${file.file} ${index}`;
    const mine = { ...state.sending[key], ...(key === state.selected && state.pending) };
    return { ...box, key, index, file, numbers: { ...box.numbers, ...mine }, name: nameOf(box), fixed: box.why || file.fixed };
  }));
}

const nameOf = (box) => [kindName(box.kind), box.label].filter(Boolean).join(": ").slice(0, 60);
export const selected = () => boxes().find((box) => box.key === state.selected);
export const isFixed = (box) => shared.readOnly || Boolean(box.fixed);

export function take(about) {
  state.about = about;
  if (!selected()) state.selected = "";
  state.draw();
}

// New boxes go into the face's own template, which is the last.
export const targetFile = () => state.about?.files.at(-1)?.adds && !state.about.files.at(-1).fixed ? state.about.files.at(-1) : null;

export function say(message, kind = "") {
  const note = $("note");
  if (!note) return;
  note.textContent = message;
  note.className = `note ${kind}`;
}

// Writing: edits run one after another, each of the file that the one before has made.

export function put(numbers) {
  const box = selected();
  if (!box) return Promise.resolve(false);
  state.sending[box.key] = { ...state.sending[box.key], ...numbers };
  return write({ do: "set", box: box.index, numbers }, box.file);
}

export function write(asking, file) {
  if (asking.do !== "set") flush();
  const [asked, about, made, path] = [state.face, state.selected, state.moves.length, file.file];
  const done = state.writes.then(async () => {
    const now = state.about?.files.find((one) => one.file === path);
    if (asked !== state.face || !now) return false;
    // The edits before may have moved the box.
    const key = state.moves.slice(made).reduce((one, move) => (move.from === one ? move.to : ""), about);
    const box = boxes().find((one) => one.key === key);
    if (asking.do !== "add" && box?.file.file !== path) { say(_("The boxes have moved meanwhile: do it again."), "bad"); return false; }
    const edit = asking.do === "add" ? asking : { ...asking, box: box.index };
    state.writing += 1;
    const { renewed } = asked;
    const told = await post(inGame("layout"), { language: asked.language, face: state.key, file: path, tag: now.tag, edit });
    state.writing -= 1;
    if (asked !== state.face) return false;
    const sent = state.sending[about] ?? {};
    for (const [name, value] of Object.entries(edit.numbers ?? {})) if (sent[name] === value) delete sent[name];
    if (told.error) {
      state.sending = {};
      const newer = await ask().catch(() => null);
      if (newer && asked === state.face) take(newer);
      say([told.error, told.help].filter(Boolean).join(": "), "bad");
      return false;
    }
    if (asked.renewed === renewed) asked.renew();
    if (edit.do !== "set") {
      follow(edit, path, now, told.layout);
      state.moves.push({ from: key, to: state.selected });
    }
    if (told.layout) take({ ...state.about, ...told.layout }); // which kinds and styles of type there are, stays
    say(_("Saved in {files}", { files: told.file }), "good");
    return true;
  });
  state.writes = done.then(() => null, () => null);
  return done;
}

// Another program or tab has changed the boxes: the selected one has another number, or is gone.
export function takeNew(about) {
  const before = selected();
  state.about = about;
  const now = selected();
  if (before && (!now || gist(now) !== gist(before))) {
    const same = boxes().find((box) => box.file.file === before.file.file && gist(box) === gist(before));
    state.selected = same?.key ?? (now?.name === before.name ? now.key : "");
  }
  take(about);
}

const gist = ({ kind, label, numbers }) => JSON.stringify([kind, label, numbers]);

// Select what an edit has made: the new box, or the one whose order has changed.
function follow(edit, path, before, layout) {
  const after = layout?.files.find((file) => file.file === path);
  if (!after || edit.do === "delete") { state.selected = ""; return; }
  const left = before.boxes.map(gist);
  let at = -1;
  if (edit.do === "order") {
    const all = after.boxes.map((box, index) => ({ index, same: gist(box) === left[edit.box] }));
    at = all.filter(({ same }) => same).sort((one, other) => Math.abs(one.index - edit.box) - Math.abs(other.index - edit.box)).find(({ index }) => (edit.forward ? index > edit.box : index < edit.box))?.index ?? edit.box;
  } else {
    at = after.boxes.findIndex((box) => { const known = left.indexOf(gist(box)); if (known >= 0) left.splice(known, 1); return known < 0; });
    if (at < 0) at = after.boxes.length - 1;
  }
  state.selected = `${path} ${at}`;
}

export function flush() {
  clearTimeout(state.waiting);
  const box = selected();
  const numbers = state.pending;
  state.pending = {};
  if (box && Object.keys(numbers).length) put(numbers);
}

