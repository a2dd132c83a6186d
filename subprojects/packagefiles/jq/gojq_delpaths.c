/* Deletes paths as gojq does: whatever a path goes through becomes what it asks for, so `null | del(.a)` is `{}` and
   `null | del(.[0])` is `[]`. All paths are marked before anything goes, since indices stay as they are until then. */
#include "jv.h"

#include <math.h>

jv jvp_delpaths_of_gojq(jv value, jv paths);

enum { path_depth_max = 10000 };

/* In the place of what goes: an invalid value without a message. One with a message is a failure. */
static jv mark(void) {
  return jv_invalid();
}

static int is_failure(jv x) {
  return !jv_is_valid(x) && jv_invalid_has_msg(jv_copy(x));
}

static jv failure(jv value, const char* text) {
  jv_free(value);
  return jv_invalid_with_msg(jv_string(text));
}

static jv marked(jv value, jv path, int at, int length);

/* Takes `value`; `path` and `key` stay the caller's, here and below. */
static jv marked_member(jv value, jv key, jv path, int at, int length) {
  if (jv_get_kind(value) == JV_KIND_NULL) return jv_object();
  if (jv_get_kind(value) != JV_KIND_OBJECT) return failure(value, "delpaths: a name is for objects");
  if (!jv_object_has(jv_copy(value), jv_copy(key))) return value;
  jv below = jv_object_get(jv_copy(value), jv_copy(key));
  // So that what is below has one owner, and need not be copied.
  value = jv_object_set(value, jv_copy(key), jv_null());
  below = marked(below, path, at + 1, length);
  if (is_failure(below)) {
    jv_free(value);
    return below;
  }
  return jv_object_set(value, jv_copy(key), below);
}

/* The position in `count` elements that a number means; less than 0 or `count` if it is outside. */
static int position(double number, int count) {
  if (isnan(number)) return -1;
  number = trunc(number);
  if (number < 0) number += count;
  return number < 0 ? -1 : number < count ? (int)number : count;
}

static jv marked_element(jv value, jv key, jv path, int at, int length) {
  if (jv_get_kind(value) == JV_KIND_NULL) return jv_array();
  if (jv_get_kind(value) != JV_KIND_ARRAY) return failure(value, "delpaths: an index is for arrays");
  const int count = jv_array_length(jv_copy(value));
  const int index = position(jv_number_value(key), count);
  if (index < 0 || index >= count) return value;
  jv below = jv_array_get(jv_copy(value), index);
  value = jv_array_set(value, index, jv_null());
  below = marked(below, path, at + 1, length);
  if (is_failure(below)) {
    jv_free(value);
    return below;
  }
  return jv_array_set(value, index, below);
}

/* The bound of a slice, or `missing` if the slice has none there. */
static int bound(jv key, const char* name, int missing, int count) {
  jv number = jv_object_get(jv_copy(key), jv_string(name));
  const int is_number = jv_get_kind(number) == JV_KIND_NUMBER;
  const int at = is_number ? position(jv_number_value(number), count) : missing;
  jv_free(number);
  return at < 0 ? 0 : at;
}

static jv marked_slice(jv value, jv key, jv path, int at, int length) {
  if (jv_get_kind(value) == JV_KIND_NULL) return jv_array();
  if (jv_get_kind(value) != JV_KIND_ARRAY) return failure(value, "delpaths: a slice is for arrays");
  if (!jv_object_has(jv_copy(key), jv_string("start")) || !jv_object_has(jv_copy(key), jv_string("end")))
    return failure(value, "delpaths: a slice needs start and end");
  const int count = jv_array_length(jv_copy(value));
  const int start = bound(key, "start", 0, count), end = bound(key, "end", count, count);
  if (start >= end) return value;
  jv part = marked(jv_array_slice(jv_copy(value), start, end), path, at + 1, length);
  if (is_failure(part)) {
    jv_free(value);
    return part;
  }
  for (int i = start; i < end; ++i)
    value = jv_array_set(value, i, jv_is_valid(part) ? jv_array_get(jv_copy(part), i - start) : mark());
  jv_free(part);
  return value;
}

static jv marked(jv value, jv path, int at, int length) {
  if (at == length) {
    jv_free(value);
    return mark();
  }
  jv key = jv_array_get(jv_copy(path), at);
  const jv_kind kind = jv_get_kind(key);
  if (kind != JV_KIND_STRING && kind != JV_KIND_NUMBER && kind != JV_KIND_OBJECT)
    value = failure(value, "delpaths: a path has names, indices and slices");
  else if (jv_is_valid(value))
    value = kind == JV_KIND_STRING ? marked_member(value, key, path, at, length)
      : kind == JV_KIND_NUMBER ? marked_element(value, key, path, at, length)
      : marked_slice(value, key, path, at, length);
  jv_free(key);
  return value;
}

static jv without_marks(jv value, int depth);

static int is_same(jv a, jv b) {
  return jv_identical(jv_copy(a), jv_copy(b));
}

static jv elements_without_marks(jv value, int depth) {
  const int count = jv_array_length(jv_copy(value));
  int kept = 0;
  for (int i = 0; i < count; ++i) {
    jv before = jv_array_get(jv_copy(value), i);
    if (!jv_is_valid(before)) continue;
    jv after = without_marks(jv_copy(before), depth - 1);
    if (i != kept || !is_same(before, after))
      value = jv_array_set(value, kept, jv_copy(after));
    jv_free(before);
    jv_free(after);
    ++kept;
  }
  for (int i = kept; i < count; ++i) value = jv_array_set(value, i, jv_null());
  return kept == count ? value : jv_array_slice(value, 0, kept);
}

static jv members_without_marks(jv value, int depth) {
  jv all = jv_copy(value);
  for (int i = jv_object_iter(all); jv_object_iter_valid(all, i); i = jv_object_iter_next(all, i)) {
    jv before = jv_object_iter_value(all, i);
    if (!jv_is_valid(before)) {
      value = jv_object_delete(value, jv_object_iter_key(all, i));
      continue;
    }
    jv after = without_marks(jv_copy(before), depth - 1);
    if (!is_same(before, after)) value = jv_object_set(value, jv_object_iter_key(all, i), jv_copy(after));
    jv_free(before);
    jv_free(after);
  }
  jv_free(all);
  return value;
}

/* There is no mark below `depth`. What has none is not copied. */
static jv without_marks(jv value, int depth) {
  if (depth == 0) return value;
  jv_account_check();
  if (jv_get_kind(value) == JV_KIND_ARRAY) return elements_without_marks(value, depth);
  if (jv_get_kind(value) == JV_KIND_OBJECT) return members_without_marks(value, depth);
  return value;
}

jv jvp_delpaths_of_gojq(jv value, jv paths) {
  const int count = jv_get_kind(paths) == JV_KIND_ARRAY ? jv_array_length(jv_copy(paths)) : -1;
  if (count < 0) value = failure(value, "Paths must be specified as an array");
  int deepest = 0;
  for (int i = 0; i < count && !is_failure(value); ++i) {
    jv path = jv_array_get(jv_copy(paths), i);
    const int length = jv_get_kind(path) == JV_KIND_ARRAY ? jv_array_length(jv_copy(path)) : -1;
    if (length < 0)
      value = failure(value, "Path must be specified as an array");
    else if (length > path_depth_max)
      value = failure(value, "Path too deep");
    else
      value = marked(value, path, 0, length);
    if (length > deepest) deepest = length;
    jv_free(path);
  }
  jv_free(paths);
  if (is_failure(value)) return value;
  return jv_is_valid(value) ? without_marks(value, deepest) : jv_null();
}
