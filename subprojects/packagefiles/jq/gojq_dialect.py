"""Adds the answers of gojq to jq's sources, under LIKE_GOJQ: filters of hooks were written for gojq, and hashes made in
filters depend on each byte. Keys come in their order everywhere, and numbers are written as gojq writes them."""

import pathlib
import sys

# (file, text of the release, its replacement): each text is there once, unless a number says how often.
EDITS = [
    ("execute.c", """\
      stack_push(jq, container);
      stack_push(jq, jv_number(-1));
""", """\
      stack_push(jq, container);
#ifdef LIKE_GOJQ
      stack_push(jq, jv_get_kind(container) == JV_KIND_OBJECT ? jv_keys(jv_copy(container)) : jv_null());
#endif
      stack_push(jq, jv_number(-1));
""", 1),
    ("execute.c", """\
      int idx = jv_number_value(stack_pop(jq));
      jv container = stack_pop(jq);
""", """\
      int idx = jv_number_value(stack_pop(jq));
#ifdef LIKE_GOJQ
      jv keys = stack_pop(jq);
#endif
      jv container = stack_pop(jq);
""", 1),
    ("execute.c", """\
        if (opcode == EACH || opcode == EACH_OPT) idx = jv_object_iter(container);
        else idx = jv_object_iter_next(container, idx);
        keep_going = jv_object_iter_valid(container, idx);
        if (keep_going) {
          key = jv_object_iter_key(container, idx);
          value = jv_object_iter_value(container, idx);
        }
""", """\
#ifdef LIKE_GOJQ
        idx = opcode == EACH || opcode == EACH_OPT ? 0 : idx + 1;
        int len = jv_array_length(jv_copy(keys));
        keep_going = idx < len;
        is_last = idx == len - 1;
        if (keep_going) {
          key = jv_array_get(jv_copy(keys), idx);
          value = jv_object_get(jv_copy(container), jv_copy(key));
        }
#else
        if (opcode == EACH || opcode == EACH_OPT) idx = jv_object_iter(container);
        else idx = jv_object_iter_next(container, idx);
        keep_going = jv_object_iter_valid(container, idx);
        if (keep_going) {
          key = jv_object_iter_key(container, idx);
          value = jv_object_iter_value(container, idx);
        }
#endif
""", 1),
    ("execute.c", """\
        jv_free(container);
        goto do_backtrack;
      } else if (is_last) {
        // we don't need to make a backtrack point
        jv_free(container);
""", """\
        jv_free(container);
#ifdef LIKE_GOJQ
        jv_free(keys);
#endif
        goto do_backtrack;
      } else if (is_last) {
        // we don't need to make a backtrack point
        jv_free(container);
#ifdef LIKE_GOJQ
        jv_free(keys);
#endif
""", 1),
    ("execute.c", """\
        stack_push(jq, container);
        stack_push(jq, jv_number(idx));
""", """\
        stack_push(jq, container);
#ifdef LIKE_GOJQ
        stack_push(jq, keys);
#endif
        stack_push(jq, jv_number(idx));
""", 1),
    ("builtin.c", "return jv_dump_string(input, 0);", """\
return jv_dump_string(input,
#ifdef LIKE_GOJQ
    JV_PRINT_SORTED
#else
    0
#endif
  );""", None),
    ("builtin.c", """\
  CFUNC(f_keys_unsorted, "keys_unsorted", 1),
""", """\
#ifdef LIKE_GOJQ
  CFUNC(f_keys, "keys_unsorted", 1),
#else
  CFUNC(f_keys_unsorted, "keys_unsorted", 1),
#endif
""", 1),
    ("builtin.c", '#include "src/builtin.inc"\n', """\
#ifdef LIKE_GOJQ
#include "src/gojq_builtin.inc"
#else
#include "src/builtin.inc"
#endif
""", 1),
    ("jv_print.c", """\
static void jv_dump_term(struct dtoa_context* C, jv x, int flags, int indent, FILE* F, jv* S) {
""", """\
#ifdef LIKE_GOJQ
// As gojq: integers as they are; all else by the fewest digits that are enough for a double, without an exponent from
// 1e-6 to 1e21.
static void put_number(struct dtoa_context* C, jv x, FILE* F, jv* S, int T) {
  const char* literal = jv_number_get_literal(x);
  if (literal && literal[strspn(literal, "-0123456789")] == '\\0') {
    put_str(strcmp(literal, "-0") == 0 ? "0" : literal, F, S, T);
    return;
  }
  double d = jv_number_value(x);
  if (d > DBL_MAX) d = DBL_MAX;
  if (d < -DBL_MAX) d = -DBL_MAX;
  char buf[64];
  if (d > -9007199254740992. && d < 9007199254740992. && d == (double)(long long)d && !(d == 0 && signbit(d))) {
    snprintf(buf, sizeof(buf), "%lld", (long long)d);
    put_str(buf, F, S, T);
    return;
  }
  int point, negative;
  char* end;
  char* digits = jvp_dtoa(C, d, 0, 0, &point, &negative, &end);
  const int count = (int)(end - digits);
  if (negative) put_char('-', F, S, T);
  const double size = fabs(d);
  if (size != 0 && (size < 1e-6 || size >= 1e21)) {
    put_buf(digits, 1, F, S, T);
    if (count > 1) {
      put_char('.', F, S, T);
      put_buf(digits + 1, count - 1, F, S, T);
    }
    snprintf(buf, sizeof(buf), point - 1 < 0 ? "e%d" : "e+%d", point - 1);
    put_str(buf, F, S, T);
  } else if (point <= 0) {
    put_str("0.", F, S, T);
    for (int i = point; i < 0; ++i) put_char('0', F, S, T);
    put_buf(digits, count, F, S, T);
  } else {
    put_buf(digits, count < point ? count : point, F, S, T);
    for (int i = count; i < point; ++i) put_char('0', F, S, T);
    if (count > point) {
      put_char('.', F, S, T);
      put_buf(digits + point, count - point, F, S, T);
    }
  }
  jvp_freedtoa(C, digits);
}
#endif

static void jv_dump_term(struct dtoa_context* C, jv x, int flags, int indent, FILE* F, jv* S) {
""", 1),
    ("jv_print.c", """\
      jv_dump_term(C, jv_null(), flags, indent, F, S);
    } else {
#ifdef USE_DECNUM
""", """\
      jv_dump_term(C, jv_null(), flags, indent, F, S);
    } else {
#ifdef LIKE_GOJQ
      put_number(C, x, F, S, flags & JV_PRINT_ISATTY);
      break;
#endif
#ifdef USE_DECNUM
""", 1),
    ("jv_print.c", "#include <float.h>\n", "#include <float.h>\n#include <math.h>\n", 1),
]

# Definitions of jq that gojq has in another way.
SPLITS = """\
def splits($re; $flags):
  .[foreach (match($re; $flags+"g"), null) as {$offset, $length}
      (null; {start: .next, end: $offset, next: ($offset+$length)})];
def splits($re): splits($re; null);

# split emits an array for backward compatibility
def split($re; $flags): [ splits($re; $flags) ];
"""
# An empty text, empty matches at its beginning, and a match at its end: as regexp.Split of Go.
SPLITS_OF_GOJQ = """\
def split($re; $flags):
  . as $text
  | if $text == "" and $re != "" then [""]
    else
      reduce match($re; $flags + "g") as {$offset, $length} ({parts: [], next: 0, end: 0};
        .end = $offset
        | if $offset + $length != 0 then .parts += [$text[.next:$offset]] end
        | .next = $offset + $length)
      | if .end != ($text | length) then .parts + [$text[.next:]] else .parts end
    end;
def splits($re; $flags): split($re; $flags)[];
def splits($re): splits($re; null);
"""
SUB_BEGIN = "def sub($re; s; $flags):\n"
SUB_END = "def sub($re; s): sub"
# Several results of the replacement give each combination of them, the last match first.
SUB_OF_GOJQ = """\
def sub($re; s; $flags):
  . as $in
  | def _sub:
      if .matches == [] then $in[:.offset] + .string
      else
        .matches[-1] as $edit
        | {string: (($edit | reduce (.captures[] | select(.name != null)) as $x ({}; .[$x.name] = $x.string) | s)
             + $in[$edit.offset + $edit.length:.offset] + .string),
           offset: $edit.offset, matches: .matches[:-1]}
        | _sub
      end;
    {string: "", offset: null, matches: [match($re; $flags)]} | _sub;

"""


def replaced(text: str, old: str, new: str, count: int | None, file: str) -> str:
    if text.count(old) == 0 or count is not None and text.count(old) != count:
        sys.exit(f"src/{file} of jq has changed: gojq_dialect.py does not find {old!r}")
    return text.replace(old, new)


def add_gojq_dialect(source: pathlib.Path) -> None:
    for file, old, new, count in EDITS:
        path = source / "src" / file
        path.write_text(replaced(path.read_text(), old, new, count, file))
    builtins = (source / "src/builtin.jq").read_text()
    write_builtins(source / "src/builtin.inc", builtins)
    builtins = replaced(builtins, SPLITS, SPLITS_OF_GOJQ, 1, "builtin.jq")
    begin, end = builtins.index(SUB_BEGIN), builtins.index(SUB_END)
    write_builtins(source / "src/gojq_builtin.inc", builtins[:begin] + SUB_OF_GOJQ + builtins[end:])


def write_builtins(target: pathlib.Path, text: str) -> None:
    target.write_text("".join(f"{byte},\n" for byte in text.encode()))
