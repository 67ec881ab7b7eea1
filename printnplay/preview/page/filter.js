// The filter of the table: words such as `cost:>3 kind:place -text:draw "two words"`, all of which a row must meet.

const WORD = /(-?)(?:([\p{L}\p{N}_@ -]*?):)?(<=|>=|<|>|=)?(?:"([^"]*)"|(\S*))/u;

// Split at spaces outside of quotes.
const split = (text) => text.match(/(?:[^\s"]+|"[^"]*"?)+/g) ?? [];

const plain = (text) => text.trim().toLowerCase();
const number = (text) => (/^-?\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(",", ".")) : NaN);

const COMPARED = {
  "<": (one, other) => one < other, ">": (one, other) => one > other,
  "<=": (one, other) => one <= other, ">=": (one, other) => one >= other,
};

function meets(value, sign, wanted) {
  if (sign === "=") return plain(value) === wanted;
  if (!sign) return plain(value).includes(wanted);
  const [one, other] = [number(value.trim()), number(wanted)];
  if (!Number.isNaN(one) && !Number.isNaN(other)) return COMPARED[sign](one, other);
  return value.trim() !== "" && Number.isNaN(other) && COMPARED[sign](plain(value), wanted);
}

// Return a function that tells whether the cells of a row pass, and the names of fields that no column has. `text` is any
// column if none is named so.
export function filterOf(text, columns) {
  const unknown = [];
  const tests = split(text).map((word) => {
    const [, not, field = "", sign = "", quoted, bare] = word.match(WORD);
    const wanted = plain(quoted ?? bare ?? "");
    const name = plain(field);
    let at = columns.flatMap((column, index) => ([plain(column.heading), column.name].includes(name) ? [index] : []));
    if (!at.length && name && name !== "text") { unknown.push(field); return () => true; }
    if (!at.length) at = columns.map((_, index) => index);
    const found = (cells) => at.some((index) => (sign || wanted || !name ? meets(cells[index], sign, wanted) : !cells[index]));
    return not ? (cells) => !found(cells) : found;
  });
  return { passes: (cells) => tests.every((test) => test(cells)), unknown };
}

// Blocks of cells on the clipboard, as spreadsheets write them: tabs between cells, quotes around cells with line breaks.
export function blockOf(text) {
  const rows = [[]];
  const cell = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/gy;
  while (cell.lastIndex <= text.length) {
    const [, quoted, bare, end] = cell.exec(text);
    rows.at(-1).push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (!end) break;
    if (end !== "\t") {
      if (cell.lastIndex === text.length) break; // the line break at the end of a block
      rows.push([]);
    }
  }
  return rows;
}

export const textOf = (rows) => rows.map((row) => row.map((cell) => (/[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join("\t")).join("\n");
