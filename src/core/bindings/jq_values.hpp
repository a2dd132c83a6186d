#pragma once

#include <cstddef>
#include <string>

extern "C" {
#include <jq.h>
}

namespace core::bindings {

/// Returns the text of a jv string, and consumes the string.
inline std::string take_text(jv x) {
  std::string out;
  if (jv_get_kind(x) == JV_KIND_STRING)
    out.assign(jv_string_value(x), static_cast<std::size_t>(jv_string_length_bytes(jv_copy(x))));
  jv_free(x);
  return out;
}

} // namespace core::bindings
