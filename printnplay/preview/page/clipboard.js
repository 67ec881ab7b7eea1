// Cells of the table in the clipboard: copied, and pasted from spreadsheets.

import { chosenRows, deck, isFixed, put, say, section } from "./deck.js";
import { blockOf, textOf } from "./filter.js";
import { isWhole, marked } from "./grid.js";
import { _ } from "./words.js";

section.addEventListener("copy", (event) => {
  if (!document.activeElement?.closest("[data-place]") || deck.editing) return;
  event.preventDefault();
  const { rows, columns } = marked();
  const cells = deck.selected.size && !deck.anchor ? chosenRows().map((row) => deck.table.rows[row]) : rows.map((row) => deck.table.rows[row].slice(columns[0], columns[1] + 1));
  event.clipboardData.setData("text/plain", textOf(cells));
  say(cells.length === 1 && cells[0].length === 1 ? _("Copied 1 cell") : _("Copied {rows} × {columns} cells", { rows: cells.length, columns: cells[0].length }));
});

section.addEventListener("paste", (event) => {
  if (!document.activeElement?.closest("[data-place]") || deck.editing) return;
  event.preventDefault();
  if (isFixed()) { say(deck.table.fixed || _("The preview is read-only."), "bad"); return; }
  const block = blockOf(event.clipboardData.getData("text/plain"));
  const { rows, columns } = marked();
  if (block.length === 1 && block[0].length === 1) {
    put(rows.flatMap((row) => deck.table.columns.flatMap((_, column) => (column >= columns[0] && column <= columns[1] ? [{ row, column, text: block[0][0] }] : []))));
    return;
  }
  const headings = headedBy(block);
  if (headings) block.shift();
  const unknown = (headings ?? []).filter(({ at, heading }) => at < 0 && heading).map(({ heading }) => heading);
  if (unknown.length) { say(_("The table has no column {names}: change the heading, or add the column first.", { names: unknown.join(", ") }), "bad"); return; }
  const width = Math.max(...block.map((cells) => cells.length));
  const start = deck.view.indexOf(rows[0]);
  const left = deck.table.columns.length - columns[0];
  if (!headings && width > left) { say(_("The block has {width} columns, and the table has {left} from here on: add columns first, or begin further left.", { width, left }), "bad"); return; }
  if (!isWhole() && start + block.length > deck.view.length) { say(_("The block has {length} rows, and the filter shows {left} from here on: empty the filter first.", { length: block.length, left: deck.view.length - start }), "bad"); return; }
  const columnOf = (right) => (headings ? headings[right]?.at ?? -1 : columns[0] + right);
  const cells = block.flatMap((row, down) => row.map((text, right) => ({ row: deck.view[start + down] ?? start + down, column: columnOf(right), text })));
  put(cells.filter(({ column }) => column >= 0));
});

// The headings of a block with their columns, if its first row has two or more of the table's, in any order.
function headedBy([first, ...rows]) {
  const isOf = (heading) => ({ heading: own, name }) => [own, name].some((one) => one.toLowerCase() === heading.toLowerCase());
  const headings = first.map((cell) => ({ heading: cell.trim(), at: deck.table.columns.findIndex(isOf(cell.trim())) }));
  return rows.length && headings.filter(({ at }) => at >= 0).length > 1 ? headings : null;
}
