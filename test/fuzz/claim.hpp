#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace fuzz {

/// Ends the program, so that the fuzzer keeps the input as a finding, unless what is claimed of every input holds.
inline void claim(bool holds, std::string_view what) {
  if (holds) return;
  std::fprintf(stderr, "not so: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

/// The input as text.
inline std::string_view text_of(const unsigned char* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

} // namespace fuzz
