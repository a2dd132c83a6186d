// The interesting inputs that the fuzzer of the whole operator has found.
#include "fuzz/operator_input.hpp"
#include "support/source_root.hpp"
#include "sys/files/files.hpp"

#include <doctest/doctest.h>

#include <filesystem>

TEST_CASE("no input of the fuzzer's corpus ends the operator or stops what has nothing to do with it") {
  std::size_t played = 0;
  for (const auto& file : std::filesystem::directory_iterator(test::source_root() + "/test/fuzz/corpus/operator")) {
    const auto input = sys::files::read_file(file.path());
    REQUIRE(input.has_value());
    fuzz::play(*input);
    ++played;
  }
  CHECK_GT(played, 3);
}
