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
    # Offsets, times without a date and UTC by its name, as timefmt of gojq.
    ("builtin.c", "  tm.tm_wday = 8; // sentinel\n", """\
#ifdef LIKE_GOJQ
  tm.tm_mday = 1;
#endif
  tm.tm_wday = 8; // sentinel
""", 1),
    ("builtin.c", "  if (end == NULL || (*end != '\\0' && !isspace((unsigned char)*end))) {\n", """\
#ifdef LIKE_GOJQ
  if (end != NULL && *end == '\\0') {
    const time_t seconds = timegm(&(struct tm){.tm_year = tm.tm_year, .tm_mon = tm.tm_mon, .tm_mday = tm.tm_mday,
      .tm_hour = tm.tm_hour, .tm_min = tm.tm_min, .tm_sec = tm.tm_sec}) - tm.tm_gmtoff;
    gmtime_r(&seconds, &tm);
  } else
    end = NULL;
#endif
  if (end == NULL || (*end != '\\0' && !isspace((unsigned char)*end))) {
""", 1),
    ("builtin.c", "  size_t n = strftime(buf, max_size, fmt, &tm);\n#if defined(__APPLE__)", """\
#ifdef LIKE_GOJQ
  tm.tm_zone = "UTC";
#endif
  size_t n = strftime(buf, max_size, fmt, &tm);
#if defined(__APPLE__)""", 1),
    # \\w, \\d, \\s and [[:alpha:]] are of ASCII in Go; an empty match beside the one before it does not count there.
    ("builtin.c", "  OnigOptionType options = ONIG_OPTION_CAPTURE_GROUP;\n", """\
  OnigOptionType options = ONIG_OPTION_CAPTURE_GROUP;
#ifdef LIKE_GOJQ
  options |= ONIG_OPTION_WORD_IS_ASCII | ONIG_OPTION_DIGIT_IS_ASCII | ONIG_OPTION_SPACE_IS_ASCII |
    ONIG_OPTION_POSIX_IS_ASCII;
  int last_end = -1;
#endif
""", 1),
    ("builtin.c", """\
      // Zero-width match
      if (region->end[0] == region->beg[0]) {
""", """\
#ifdef LIKE_GOJQ
      if (region->end[0] == region->beg[0] && region->beg[0] == last_end) {
        start = (const UChar*)input_string + last_end;
        start += start < end ? jvp_utf8_decode_length(*start) : 1;
        continue;
      }
      last_end = region->end[0];
#endif
      // Zero-width match
      if (region->end[0] == region->beg[0]) {
""", 1),
    # What is above 2^53 is calculated exactly if all are integers.
    ("builtin.c", "jv binop_plus(jv a, jv b) {\n", """\
#ifdef LIKE_GOJQ
jv jvp_number_exact(jv a, jv b, int op);
#define EXACT(op) \\
  if (jv_get_kind(a) == JV_KIND_NUMBER && jv_get_kind(b) == JV_KIND_NUMBER) { \\
    jv exact = jvp_number_exact(a, b, op); \\
    if (jv_is_valid(exact)) { \\
      jv_free(a); \\
      jv_free(b); \\
      return exact; \\
    } \\
  }
#else
#define EXACT(op)
#endif

jv binop_plus(jv a, jv b) {
  EXACT('+')
""", 1),
    ("builtin.c", "jv binop_minus(jv a, jv b) {\n", "jv binop_minus(jv a, jv b) {\n  EXACT('-')\n", 1),
    ("builtin.c", "jv binop_multiply(jv a, jv b) {\n", "jv binop_multiply(jv a, jv b) {\n  EXACT('*')\n", 1),
    ("builtin.c", "jv binop_divide(jv a, jv b) {\n", "jv binop_divide(jv a, jv b) {\n  EXACT('/')\n", 1),
    ("builtin.c", "jv binop_mod(jv a, jv b) {\n", "jv binop_mod(jv a, jv b) {\n  EXACT('%')\n", 1),
    ("jv.c", "static int jvp_number_equal(jv a, jv b) {\n", """\
#ifdef LIKE_GOJQ
static const double exact_max = 9007199254740992.;

// A double above 2^53 is what gojq calls a float.
static int is_integer(jv n) {
  if (JVP_HAS_FLAGS(n, JVP_FLAGS_NUMBER_LITERAL))
    return !decNumberIsSpecial(jvp_dec_number_ptr(n)) && jvp_dec_number_ptr(n)->exponent == 0;
  return fabs(n.u.number) < exact_max && n.u.number == trunc(n.u.number);
}

static jv as_literal(jv n) {
  if (JVP_HAS_FLAGS(n, JVP_FLAGS_NUMBER_LITERAL)) return jv_copy(n);
  char text[32];
  snprintf(text, sizeof(text), "%.0f", n.u.number);
  return jv_number_with_literal(text);
}

// The answer of integers that need more than a double, else an invalid value. Does not consume its arguments.
jv jvp_number_exact(jv a, jv b, int op) {
  if (!JVP_HAS_FLAGS(a, JVP_FLAGS_NUMBER_LITERAL) && !JVP_HAS_FLAGS(b, JVP_FLAGS_NUMBER_LITERAL) && op != '*' &&
      op != '+' && op != '-')
    return jv_invalid();
  const double x = jv_number_value(a), y = jv_number_value(b);
  const double rough = op == '+' ? x + y : op == '-' ? x - y : op == '*' ? x * y : 0;
  if (fabs(x) < exact_max && fabs(y) < exact_max && fabs(rough) < exact_max) return jv_invalid();
  if (!is_integer(a) || !is_integer(b) || ((op == '/' || op == '%') && y == 0)) return jv_invalid();
  jv l = as_literal(a), r = as_literal(b);
  const int digits = jvp_dec_number_ptr(l)->digits + jvp_dec_number_ptr(r)->digits + 1;
  jvp_literal_number* m = jvp_literal_number_alloc(digits);
  decContext context = *DEC_CONTEXT();
  context.digits = digits;
  int whole = 1;
  switch (op) {
    case '+': decNumberAdd(&m->num_decimal, jvp_dec_number_ptr(l), jvp_dec_number_ptr(r), &context); break;
    case '-': decNumberSubtract(&m->num_decimal, jvp_dec_number_ptr(l), jvp_dec_number_ptr(r), &context); break;
    case '*': decNumberMultiply(&m->num_decimal, jvp_dec_number_ptr(l), jvp_dec_number_ptr(r), &context); break;
    default:
      decNumberRemainder(&m->num_decimal, jvp_dec_number_ptr(l), jvp_dec_number_ptr(r), &context);
      whole = op == '%' || decNumberIsZero(&m->num_decimal);
      if (op == '/' && whole)
        decNumberDivideInteger(&m->num_decimal, jvp_dec_number_ptr(l), jvp_dec_number_ptr(r), &context);
  }
  jv_free(l);
  jv_free(r);
  jv result = {JVP_FLAGS_NUMBER_LITERAL, 0, 0, 0, {&m->refcnt}};
  if (whole) return result;
  jv_free(result);
  return jv_invalid();
}
#endif

static int jvp_number_equal(jv a, jv b) {
""", 1),
    # One instruction must not take more memory than a filter may use: 8 million elements are 200 MB.
    ("jv.c", "  if (idx > (INT_MAX >> 2) - jvp_array_offset(j)) {\n", """\
#ifdef LIKE_GOJQ
  if (idx >= 0x800000 && idx >= jvp_array_length(j)) {
    jv_free(j);
    jv_free(val);
    return jv_invalid_with_msg(jv_string("Array index too large"));
  }
#endif
  if (idx > (INT_MAX >> 2) - jvp_array_offset(j)) {
""", 1),
    ("execute.c", "      jv v = jv_get(t, jv_copy(k));\n      if (jv_is_valid(v)) {\n        path_append", """\
#ifdef LIKE_GOJQ
      jv v = get_of(t, jv_copy(k));
#else
      jv v = jv_get(t, jv_copy(k));
#endif
      if (jv_is_valid(v)) {
        path_append""", 1),
    ("execute.c", "jv jq_next(jq_state *jq) {\n", """\
#ifdef LIKE_GOJQ
// A string has its characters by index; for getpath and others it has none.
static jv get_of(jv t, jv k) {
  if (jv_get_kind(t) != JV_KIND_STRING || jv_get_kind(k) != JV_KIND_NUMBER || isnan(jv_number_value(k)))
    return jv_get(t, k);
  const double length = jv_string_length_codepoints(jv_copy(t));
  double at = trunc(jv_number_value(k));
  jv_free(k);
  if (at < 0) at += length;
  if (at >= 0 && at < length) return jv_string_slice(t, (int)at, (int)at + 1);
  jv_free(t);
  return jv_null();
}
#endif

jv jq_next(jq_state *jq) {
""", 1),
    ("execute.c", "#include <errno.h>\n", "#include <errno.h>\n#include <math.h>\n", 1),
    ("builtin.c", """\
    return ret_error2(a, b, jv_string("split input and separator must be strings"));
  }
""", """\
    return ret_error2(a, b, jv_string("split input and separator must be strings"));
  }
#ifdef LIKE_GOJQ
  if (jv_string_length_bytes(jv_copy(a)) == 0 && jv_string_length_bytes(jv_copy(b)) != 0) {
    jv_free(b);
    return JV_ARRAY(a);
  }
#endif
""", 1),
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
    builtins = replaced(builtins, "T%H:%M:%SZ\")|mktime", "T%H:%M:%S%z\")|mktime", 1, "builtin.jq")
    for old, new in (
        ("def abs: if . < 0", 'def abs: if type != "number" then error("abs needs a number") elif . < 0'),
        ("  else .[$i] end;", '  elif . == null then null else error("indices cannot be searched for") end;'),
    ):
        builtins = replaced(builtins, old, new, 1, "builtin.jq")
    builtins = replaced(builtins, SPLITS, SPLITS_OF_GOJQ, 1, "builtin.jq")
    begin, end = builtins.index(SUB_BEGIN), builtins.index(SUB_END)
    write_builtins(source / "src/gojq_builtin.inc", builtins[:begin] + SUB_OF_GOJQ + builtins[end:])


def write_builtins(target: pathlib.Path, text: str) -> None:
    target.write_text("".join(f"{byte},\n" for byte in text.encode()))
