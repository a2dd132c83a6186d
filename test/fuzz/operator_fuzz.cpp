// Whole ConfigMaps and files of hooks, through the start of the operator.
#define DOCTEST_CONFIG_IMPLEMENT
#include "fuzz/claim.hpp"
#include "fuzz/operator_input.hpp"

#include <doctest/doctest.h>

namespace {

/// Failed checks of the fixture are findings.
void prepare_checks() {
  static doctest::Context checks;
  checks.setAsDefaultForAssertsOutOfTestCases();
  checks.setAssertHandler([](const doctest::AssertData& x) { fuzz::claim(!x.m_failed, x.m_expr); });
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  prepare_checks();
  const fuzz::memory_rule memory(size);
  fuzz::play(fuzz::text_of(data, size));
  return 0;
}
