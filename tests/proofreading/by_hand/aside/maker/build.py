"""Makes open/ and aside/ from src/*.txt (short lines by hand) and proves every record against the texts."""
import json, random, re, subprocess, sys
from collections import Counter, defaultdict
from pathlib import Path
import yaml

def load(text):
    return yaml.load(text, yaml.CSafeLoader)

HERE = Path(__file__).parent  # aside/maker
BASE = HERE.parent.parent
ROOT = Path("/work/main")
COMMIT = "76a947e"
GAMES = {"c": "common", "m": "match", "t": "tic-tac-match", "a": "tic-tac-taco", "k": "tic-tac-ko"}
SEV = {"e": "error", "w": "warning", "x": "either", "n": "none"}
CLASS = {"sp": "spelling", "friend": "false-friend", "english": "foreign-word"}
_raw = {}
def raw(path):
    if path not in _raw:
        _raw[path] = subprocess.run(["git", "-C", str(ROOT), "show", f"{COMMIT}:{path}"], capture_output=True, text=True, check=True).stdout
    return _raw[path]
def flat(node, prefix=""):
    for k, v in node.items():
        if isinstance(v, dict): yield from flat(v, f"{prefix}{k}.")
        elif isinstance(v, str): yield f"{prefix}{k}", v
_texts = {}
def texts(path):
    if path not in _texts:
        data = load(raw(path))
        if "glossary" not in path: (data,) = data.values()
        _texts[path] = dict(flat(data))
    return _texts[path]
def chars(s): return s.replace("~", "\u00a0").replace("^", "\u202f")
def plant(path, key, after_value):
    """The file's text with one value replaced, by the position of its node."""
    text = raw(path)
    node = yaml.compose(text, yaml.CSafeLoader)
    if "glossary" not in path: node = node.value[0][1]
    parts = key.split(".")
    while parts:
        for k, v in node.value:
            # keys themselves may hold dots
            name = k.value
            if ".".join(parts).startswith(name) and (len(".".join(parts)) == len(name) or ".".join(parts)[len(name)] == "."):
                rest = ".".join(parts)[len(name) + 1:]
                node, parts = v, rest.split(".") if rest else []
                break
        else: raise KeyError(key)
    a, b = node.start_mark.index, node.end_mark.index
    quoted = json.dumps(after_value, ensure_ascii=False).replace("\u00a0", "\\u00a0").replace("\u202f", "\\u202f").replace("\u2011", "\\u2011")
    return text[:a] + quoted + text[b:]
def records(lang, bad, batch, seen):
    for no, line in enumerate((HERE / "src" / f"{lang}{batch}.txt").read_text("utf-8").splitlines(), 1):
        if not line.strip(): continue
        try:
            kind, where, before, after, what, sev = line.split("|")
        except ValueError:
            bad.append(f"{lang}:{no}: {line.count('|')} bars: {line}"); continue
        cls, _, sub = kind.partition("/")
        cls = CLASS.get(cls, cls)
        game, _, hint = where.partition(":")
        before, after = chars(before), chars(after)
        glossary = game.startswith("g-")
        game = GAMES[game.removeprefix("g-")]
        path = f"locales/glossary/{game}.yaml" if glossary else f"locales/{lang}/{game}.yaml"
        values = texts(path)
        if glossary: keys = [hint]
        else: keys = [k for k in values if not hint or k == hint or k.endswith("." + hint)]
        def find(v):
            if ">>>" not in before: return v.count(before), before
            a, b = before.split(">>>")
            m = re.findall(re.escape(a) + ".*?" + re.escape(b), v)
            return len(m), (m or [""])[0]
        hits = []
        for k in keys:
            if k not in values: continue
            if not before: hits.append((k, 1, values[k])); continue
            n, b = find(values[k])
            if n: hits.append((k, n, b))
        if len(hits) != 1 or hits[0][1] != 1:
            bad.append(f"{lang}:{no}: {len(hits)} keys {[h[:2] for h in hits][:6]}: {line}"); continue
        key, _, b = hits[0]
        value = values[key]
        changed = value.replace(b, after, 1)
        if changed == value or not changed.strip():
            bad.append(f"{lang}:{no}: no change: {line}"); continue
        new = plant(path, key, changed)
        data = load(new)
        if not glossary: (data,) = data.values()
        if {**values, key: changed} != dict(flat(data)):
            bad.append(f"{lang}:{no}: other values changed: {line}"); continue
        if sev not in SEV or not what: bad.append(f"{lang}:{no}: severity or what: {line}"); continue
        seen[cls] += 1
        if (path, key, b, after) in ALL: bad.append(f"{lang}:{no}: twice: {line}")
        ALL.add((path, key, b, after))
        yield {"id": f"{lang}-{cls}-{seen[cls]:03d}", "class": cls, **({"kind": sub} if sub else {}), "language": lang, "game": game,
               "file": path, "key": key, "before": b, "after": after, "what": what, "expected": SEV[sev]}
ALL = set()
def out(folder, rows):
    groups = defaultdict(list)
    for r in rows: groups[r["language"], r["class"]].append(r)
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.yaml"): old.unlink()
    for (lang, cls), rs in sorted(groups.items()):
        lines = [f"# Planted at commit {COMMIT}. Fields as in ../README.md; one record a line.\n"]
        for r in rs:
            body = json.dumps(r, ensure_ascii=False).replace("\u00a0", "\\u00a0").replace("\u202f", "\\u202f").replace("\u2011", "\\u2011")
            lines.append(f"- {body}\n")
        (folder / f"{lang}-{cls}.yaml").write_text("".join(lines), "utf-8")
        assert load("".join(lines)) == rs
def main():
    bad, opened, aside = [], [], []
    for lang in ("fr", "es", "de", "it", "en"):
        seen = Counter()
        # Batches are divided each for itself, so that a record once open stays open.
        for batch in ("", "-2"):
            if not (HERE / "src" / f"{lang}{batch}.txt").exists(): continue
            groups = defaultdict(list)
            for r in records(lang, bad, batch, seen): groups[r["class"]].append(r)
            for cls, rs in groups.items():
                n = len(rs)
                k = (n + 1) // 3
                chosen = set(random.Random(f"corpus18/{lang}{batch}/{cls}").sample(range(n), k))
                for i, r in enumerate(rs): (aside if i in chosen else opened).append(r)
    print("\n".join(bad)); print(len(bad), "bad")
    out(BASE / "open", opened); out(BASE / "aside", aside)
    c = Counter((r["class"], r["language"]) for r in opened + aside)
    classes = sorted({k for k, _ in c}); langs = [l for l in ("fr", "es", "de", "it", "en")]
    print("class", *langs, "all", "open", "aside", sep="\t")
    for k in classes: print(k, *(c[k, l] for l in langs), sum(c[k, l] for l in langs), sum(r["class"] == k for r in opened), sum(r["class"] == k for r in aside), sep="\t")
    print("mistakes", sum(r["class"] != "harmless" for r in opened), sum(r["class"] != "harmless" for r in aside))
    print("games", Counter(r["game"] for r in opened + aside))
    print("kinds", Counter(r.get("kind") for r in opened + aside if r["class"] == "meaning"))
if __name__ == "__main__": main()
