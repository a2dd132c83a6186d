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
    if (jv_is_valid(exact) || jv_invalid_has_msg(jv_copy(exact))) { \\
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
// Products and quotients take the square of their digits in time, in one call that no limit of time can end. With
// so many digits a call takes some milliseconds.
enum { exact_digits_max = 20000 };

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

// The answer of integers that need more than a double; an invalid value with a message for too many digits; else
// an invalid value without a message. Does not consume its arguments.
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
  if (digits > exact_digits_max && op != '+' && op != '-') {
    jv_free(l);
    jv_free(r);
    return jv_invalid_with_msg(jv_string("Numbers have too many digits"));
  }
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
    # A zero that was written as a float has a sign in gojq. So has a calculated one there; here such a zero is an integer.
    ("jv.c", """\
jv jv_number_negate(jv n) {
  assert(JVP_HAS_KIND(n, JV_KIND_NUMBER));
""", """\
#ifdef LIKE_GOJQ
int jvp_number_is_written_as_float(jv n) {
  return JVP_HAS_FLAGS(n, JVP_FLAGS_NUMBER_LITERAL) && jvp_dec_number_ptr(n)->exponent != 0;
}
#endif

jv jv_number_negate(jv n) {
  assert(JVP_HAS_KIND(n, JV_KIND_NUMBER));
#ifdef LIKE_GOJQ
  if (jv_number_value(n) == 0)
    return jv_number(jvp_number_is_written_as_float(n) ? -jv_number_value(n) : 0);
#endif
""", 1),
    ("builtin.c", """\
static jv f_isnan(jq_state *jq, jv input) {
  jv_kind k = jv_get_kind(input);
""", """\
static jv f_isnan(jq_state *jq, jv input) {
  jv_kind k = jv_get_kind(input);
#ifdef LIKE_GOJQ
  if (k != JV_KIND_NUMBER && k != JV_KIND_NULL) return type_error(input, "is not a number");
#endif
""", 1),
    ("jv_aux.c", "jv jv_delpaths(jv object, jv paths) {\n", """\
#ifdef LIKE_GOJQ
jv jvp_delpaths_of_gojq(jv value, jv paths); // gojq_delpaths.c
#endif

jv jv_delpaths(jv object, jv paths) {
#ifdef LIKE_GOJQ
  return jvp_delpaths_of_gojq(object, paths);
#endif
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
    # A filter sees nothing of the operator: gojq has an environment only if somebody gives it one.
    ("compile.c", "  jv r = jv_object();\n  if (environ == NULL)\n    return r;\n", """\
  jv r = jv_object();
#ifdef LIKE_GOJQ
  return jv_copy(r);
#endif
  if (environ == NULL)
    return r;
""", 1),
    ("builtin.c", "  for (char **e = environ; *e != NULL; e++) {\n", """\
#ifdef LIKE_GOJQ
  return env;
#endif
  for (char **e = environ; *e != NULL; e++) {
""", 1),
    # An update without a result leaves the state as it is. It is kept for updates that may have none, because what is kept
    # is copied when it is changed.
    ("compile.c", "block gen_reduce(block source, block matcher, block init, block body) {\n", """\
#ifdef LIKE_GOJQ
static int may_be_empty(block b) {
  static const char* const names[] = {"empty", "select", "values", "nulls", "booleans", "numbers", "strings", "arrays",
    "objects", "iterables", "scalars", "finites", "normals", "first", "last", "limit", "skip", "nth", 0};
  for (inst* i = b.first; i; i = i->next) {
    if (i->symbol)
      for (const char* const* name = names; *name; ++name)
        if (strcmp(i->symbol, *name) == 0)
          return 1;
    if (may_be_empty(i->subfn) || may_be_empty(i->arglist))
      return 1;
  }
  return 0;
}
#define LOAD_STATE(update) (may_be_empty(update) ? LOADV : LOADVN)
#else
#define LOAD_STATE(update) LOADVN
#endif

block gen_reduce(block source, block matcher, block init, block body) {
""", 1),
    ("compile.c", "BLOCK(gen_op_bound(LOADVN, res_var),\n                                        body,", """\
BLOCK(gen_op_bound(LOAD_STATE(body), res_var),
                                        body,""", 1),
    ("compile.c", "BLOCK(gen_op_bound(LOADVN, state_var),\n", "BLOCK(gen_op_bound(LOAD_STATE(update), state_var),\n", 1),
    # Integers have no -0.
    ("builtin.c", "    jv r = jv_number(jv_number_value(a) * jv_number_value(b));\n", """\
    jv r = jv_number(jv_number_value(a) * jv_number_value(b));
#ifdef LIKE_GOJQ
    if (jv_number_value(r) == 0 && is_whole(a) && is_whole(b)) r = jv_number(0);
#endif
""", 1),
    ("builtin.c", "    jv r = jv_number(jv_number_value(a) / jv_number_value(b));\n", """\
    jv r = jv_number(jv_number_value(a) / jv_number_value(b));
#ifdef LIKE_GOJQ
    if (jv_number_value(r) == 0 && is_whole(a) && is_whole(b)) r = jv_number(0);
#endif
""", 1),
    ("builtin.c", "jv binop_plus(jv a, jv b) {\n  EXACT", """\
#ifdef LIKE_GOJQ
int jvp_number_is_written_as_float(jv n);

static int is_whole(jv n) {
  return jv_number_value(n) == trunc(jv_number_value(n)) && !jvp_number_is_written_as_float(n);
}
#endif

jv binop_plus(jv a, jv b) {
  EXACT""", 1),
    # The end of a slice is rounded down, too.
    ("jv_aux.c", "  if (isnan(dstart)) dstart = 0;\n", """\
#ifdef LIKE_GOJQ
  dstart = trunc(dstart);
  dend = trunc(dend);
#endif
  if (isnan(dstart)) dstart = 0;
""", 1),
    ("jv_aux.c", "#include <limits.h>\n", "#include <limits.h>\n#include <math.h>\n", 1),
    ("jv_aux.c", "  if (end < len)     end += end < dend ? 1 : 0;", """\
#ifndef LIKE_GOJQ
  if (end < len)     end += end < dend ? 1 : 0;
#endif
 """, 1),
    ("builtin.c", """\
      return type_error(input, "cannot be parsed as a number");
    }
#ifdef USE_DECNUM
""", """\
      return type_error(input, "cannot be parsed as a number");
    }
#ifdef LIKE_GOJQ
    const char* digit = s + (*s == '+' || *s == '-');
    if (!isdigit((unsigned char)*digit) && *digit != '.') {
      return type_error(input, "cannot be parsed as a number");
    }
#endif
#ifdef USE_DECNUM
""", 1),
    ("jv_parse.c", """\
    p->tokenbuf[p->tokenpos] = 0;
#ifdef USE_DECNUM
""", """\
    p->tokenbuf[p->tokenpos] = 0;
#ifdef LIKE_GOJQ
    const char* digit = p->tokenbuf + (p->tokenbuf[0] == '-');
    if ((*digit < '0' || *digit > '9') && *digit != '.')
      return "Invalid literal";
#endif
#ifdef USE_DECNUM
""", 1),
    # Go's times have nanoseconds.
    ("builtin.c", "jv_number(tm->tm_sec + (fsecs - floor(fsecs))),\n", """\
#ifdef LIKE_GOJQ
                  jv_number(tm->tm_sec + floor((fsecs - floor(fsecs)) * 1e9) / 1e9),
#else
                  jv_number(tm->tm_sec + (fsecs - floor(fsecs))),
#endif
""", 1),
    ("builtin.c", """\
    return ret_error(a, jv_string("mktime requires array inputs"));
  struct tm tm;
""", """\
    return ret_error(a, jv_string("mktime requires array inputs"));
#ifdef LIKE_GOJQ
  jv seconds = jv_array_get(jv_copy(a), 5);
  const double fraction = jv_get_kind(seconds) == JV_KIND_NUMBER
    ? floor((jv_number_value(seconds) - floor(jv_number_value(seconds))) * 1e9) / 1e9 : 0;
  jv_free(seconds);
#endif
  struct tm tm;
""", 1),
    ("builtin.c", """\
    return jv_invalid_with_msg(jv_string("mktime not supported on this platform"));
  return jv_number(t);
""", """\
    return jv_invalid_with_msg(jv_string("mktime not supported on this platform"));
#ifdef LIKE_GOJQ
  return jv_number(t + fraction);
#endif
  return jv_number(t);
""", 1),
    ("builtin.c", """\
    return ret_error(b, jv_string("strftime/1 requires parsed datetime inputs"));

  const char *fmt""", """\
    return ret_error(b, jv_string("strftime/1 requires parsed datetime inputs"));

#ifdef LIKE_GOJQ
  b = c_format(b);
#endif
  const char *fmt""", 1),
    ("builtin.c", "#ifdef HAVE_STRFTIME\nstatic jv f_strftime", """\
#ifdef LIKE_GOJQ
// What the C library writes in another way, or does not know, in words that it knows. Years have four digits.
static jv c_format(jv format) {
  static const char* const words[][2] = {{"%Y", "%04Y"}, {"%F", "%04Y-%m-%d"}, {"%v", "%e-%b-%04Y"},
    {"%+", "%a %b %e %H:%M:%S %Z %04Y"}, {"%:z", "+00:00"}, {"%%", "%%"}};
  const char* at = jv_string_value(format);
  char* const text = jv_mem_calloc(8 * strlen(at) + 1, 1);
  for (char* to = text; *at;) {
    const char* word = at;
    size_t length = 1, word_length = 1;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]) && word == at; ++i)
      if (strncmp(at, words[i][0], strlen(words[i][0])) == 0) {
        word = words[i][1];
        word_length = strlen(word);
        length = strlen(words[i][0]);
      }
    memcpy(to, word, word_length);
    to += word_length;
    at += length;
  }
  jv out = jv_string(text);
  jv_mem_free(text);
  jv_free(format);
  return out;
}
#endif

#ifdef HAVE_STRFTIME
static jv f_strftime""", 1),
    # Patterns are Go's.
    ("builtin.c", "#include <oniguruma.h>\n", "#include <oniguruma.h>\n#include <pthread.h>\n", 1),
    ("builtin.c", "static jv f_match(jq_state *jq, jv input, jv regex, jv modifiers, jv testmode) {\n  int test", """\
#ifdef LIKE_GOJQ
// A letter in one case has none in two letters.
static void fold_single_letters(void) {
  onig_set_default_case_fold_flag(0);
  onig_set_retry_limit_in_search(10000000);
}

// The end of the flags of a group that begins at `at` with `(?`; whether `$` is the end of a line goes to `lines`.
static const char* skip_flags(const char* at, char* lines) {
  int on = 1;
  for (at += 2; *at && strchr("imsU-", *at); ++at) {
    if (*at == '-') on = 0;
    if (*at == 'm') *lines = on;
  }
  return at;
}

// Writes one escape, which begins at `*at` and does not end the pattern, and leaves it behind.
static char* add_escape(char* to, const char** at, int in_class) {
  const char* const s = *at;
  *at += 2;
  if (s[1] == 'Q') {
    const char* const end = strstr(s, "\\\\E");
    *at = end ? end + 2 : s + strlen(s);
  } else if ((s[1] == 'p' || s[1] == 'P') && isalpha((unsigned char)s[2])) {
    *at += 1;
    return to + sprintf(to, "\\\\%c{%c}", s[1], s[2]);
  } else if (s[1] == 's') {
    return stpcpy(to, in_class ? "\\t\\n\\f\\r " : "[\\t\\n\\f\\r ]");
  } else if (s[1] == 'S' && !in_class) {
    return stpcpy(to, "[^\\t\\n\\f\\r ]");
  } else if (s[1] == 'x' && s[2] && strchr("89abcdefABCDEF", s[2]) && isxdigit((unsigned char)s[3])) {
    *at += 2;
    return to + sprintf(to, "\\\\x{%c%c}", s[2], s[3]);
  }
  return stpncpy(to, s, *at - s);
}

// The pattern in the words of Oniguruma, where Go's differ from them: `$` is the end of the text, or of a line.
static jv onig_pattern(jv regex) {
  const char* at = jv_string_value(regex);
  const size_t length = strlen(at);
  if (length != (size_t)jv_string_length_bytes(jv_copy(regex))) return regex; // with a 0 in it
  char* const text = jv_mem_calloc(16 * length + 1, 1);
  char* const lines = jv_mem_calloc(length + 2, 1); // by depth of groups
  char* to = text;
  int depth = 0, in_class = 0;
  while (*at) {
    const char* const begin = at;
    if (*at == '\\\\' && at[1]) {
      to = add_escape(to, &at, in_class);
      continue;
    }
    ++at;
    if (in_class) {
      const char* const name_end = *begin == '[' && *at == ':' ? strstr(at, ":]") : 0;
      if (name_end) at = name_end + 2;
      in_class = *begin != ']';
    } else if (*begin == '[') {
      in_class = 1;
      at += *at == '^';
      at += *at == ']';
    } else if (*begin == '(') {
      char now = lines[depth];
      const char* const flags_end = *at == '?' ? skip_flags(begin, &now) : at;
      if (*at == '?' && *flags_end == ')') {
        lines[depth] = now;
        at = flags_end + 1;
      } else {
        lines[++depth] = now;
      }
      if (strncmp(begin, "(?P<", 4) == 0) {
        to = stpcpy(to, "(?<");
        at = begin + 4;
        continue;
      }
    } else if (*begin == ')') {
      depth -= depth > 0;
    } else if (*begin == '$' && !lines[depth]) {
      to = stpcpy(to, "\\\\z");
      continue;
    } else if (*begin == '^' && lines[depth]) {
      to = stpcpy(to, "(?:\\\\A|(?<=\\n))");
      continue;
    }
    to = stpncpy(to, begin, at - begin);
  }
  jv out = jv_string_sized(text, to - text);
  jv_mem_free(text);
  jv_mem_free(lines);
  jv_free(regex);
  return out;
}
#endif

static jv f_match(jq_state *jq, jv input, jv regex, jv modifiers, jv testmode) {
  int test""", 1),
    ("builtin.c", "  onigret = onig_new(&reg, ", """\
#ifdef LIKE_GOJQ
  static pthread_once_t folding = PTHREAD_ONCE_INIT;
  pthread_once(&folding, fold_single_letters);
  regex = onig_pattern(regex);
#endif
  onigret = onig_new(&reg, """, 1),
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
    # Bounds: see accounted_alloc.c. What belongs to the thread outlives an evaluation that is given up.
    ("jv.c", """\
  ctx = malloc(sizeof(decContext));
""", """\
#ifdef LIKE_GOJQ
  ctx = jv_mem_alloc_shared(sizeof(decContext));
#else
  ctx = malloc(sizeof(decContext));
#endif
""", 1),
    ("jv_dtoa_tsd.c", """\
    ctx = jv_mem_alloc(sizeof(struct dtoa_context));
""", """\
#ifdef LIKE_GOJQ
    ctx = jv_mem_alloc_shared(sizeof(struct dtoa_context));
#else
    ctx = jv_mem_alloc(sizeof(struct dtoa_context));
#endif
""", 1),
    ("jv_dtoa.c", """\
#define MALLOC jv_mem_alloc
""", """\
#ifdef LIKE_GOJQ
#define MALLOC jv_mem_alloc_shared
#else
#define MALLOC jv_mem_alloc
#endif
""", 1),
    ("jv.c", """\
static int jvp_equal(jv a, jv b, int depth) {
""", """\
static int jvp_equal(jv a, jv b, int depth) {
#ifdef LIKE_GOJQ
  jv_account_check();
#endif
""", 1),
    ("jv.c", """\
static int jvp_contains(jv a, jv b, int depth) {
""", """\
static int jvp_contains(jv a, jv b, int depth) {
#ifdef LIKE_GOJQ
  jv_account_check();
#endif
""", 1),
    ("jv_aux.c", """\
static int jvp_cmp(jv a, jv b, int depth) {
""", """\
static int jvp_cmp(jv a, jv b, int depth) {
#ifdef LIKE_GOJQ
  jv_account_check();
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
        (
            "def reverse: [.[length - 1 - range(0;length)]];",
            'def reverse: if type == "array" then [.[length - 1 - range(0;length)]] '
            'else error("reverse needs an array") end;',
        ),
        (
            "def transpose: [",
            'def transpose: if type != "array" or any(.[]; type != "array") '
            'then error("transpose needs arrays") else . end | [',
        ),
        ("def abs: if . < 0", 'def abs: if type != "number" then error("abs needs a number") elif . == 0 then 0 elif . < 0'),
        ("  else .[$i] end;", '  elif . == null then null else error("indices cannot be searched for") end;'),
    ):
        builtins = replaced(builtins, old, new, 1, "builtin.jq")
    builtins = replaced(builtins, SPLITS, SPLITS_OF_GOJQ, 1, "builtin.jq")
    begin, end = builtins.index(SUB_BEGIN), builtins.index(SUB_END)
    write_builtins(source / "src/gojq_builtin.inc", builtins[:begin] + SUB_OF_GOJQ + builtins[end:])


def write_builtins(target: pathlib.Path, text: str) -> None:
    target.write_text("".join(f"{byte},\n" for byte in text.encode()))
