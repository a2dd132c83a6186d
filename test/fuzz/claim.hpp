#pragma once

#include "support/memory_peak.hpp"

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace fuzz {

/// Ends the program, so that the fuzzer keeps the input as a finding, unless the claim about every input
/// holds.
inline void claim(bool holds, std::string_view what) {
  if (holds) return;
  std::fprintf(stderr, "not so: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

/// Claims that an input costs less than 32 MiB and 20 times its bytes, from where this stands to the end of
/// its scope.
class memory_rule {
public:
  explicit memory_rule(std::size_t input_bytes) : allowed_(test::memory_allowed(input_bytes)) {}
  ~memory_rule() { claim(peak_.bytes() < allowed_, "an input costs little memory"); }
  memory_rule(const memory_rule&) = delete;
  memory_rule& operator=(const memory_rule&) = delete;

private:
  test::memory_peak peak_;
  std::size_t allowed_;
};

/// The input as text.
inline std::string_view text_of(const unsigned char* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

} // namespace fuzz
