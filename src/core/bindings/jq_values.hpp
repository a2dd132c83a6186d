#pragma once

#include <cstddef>
#include <string>

extern "C" {
#include <jq.h>
}

namespace core::bindings {

/// The text of a jv string; consumes it.
inline std::string take_text(jv x) {
  std::string out;
  if (jv_get_kind(x) == JV_KIND_STRING)
    out.assign(jv_string_value(x), static_cast<std::size_t>(jv_string_length_bytes(jv_copy(x))));
  jv_free(x);
  return out;
}

} // namespace core::bindings
