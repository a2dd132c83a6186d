#pragma once

#include "core/status/failure_advice.hpp"

#include <doctest/doctest.h>

#include <initializer_list>
#include <string>

namespace test {

struct advice_row {
  const char* failure;
  std::initializer_list<const char*> parts; ///< of the advice
};

/// Checks that the advice on each failure of module `landing` has the parts, and is a sentence without a
/// point.
inline void check_advice(std::initializer_list<advice_row> rows) {
  for (const auto& x : rows) {
    CAPTURE(x.failure);
    const auto advice = core::status::failure_advice(x.failure, {"landing", "prod"});
    CAPTURE(advice);
    for (const std::string part : x.parts) CHECK_MESSAGE(advice.find(part) != advice.npos, part);
    CHECK_FALSE(advice.empty());
    CHECK_FALSE(advice.ends_with('.'));
  }
}

} // namespace test
