#include "core/bindings/combined_contexts.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace core::bindings;

namespace {

schedule_context grouped(const std::string& binding, const std::string& group) {
  return {binding, group, {}};
}

} // namespace

TEST_CASE("of neighbours in one group the last one stays, the others keep their order") {
  auto kept = [](const std::vector<context>& list) {
    std::string out;
    for (const auto& x : merge_groups(list)) out += std::get<schedule_context>(x).binding;
    return out;
  };
  CHECK(kept({grouped("a", "g"), grouped("b", "g"), grouped("c", "g"), grouped("d", "")}) == "cd");
  CHECK(kept({grouped("a", ""), grouped("b", "")}) == "ab");
  CHECK(kept({grouped("a", "g"), grouped("b", "h"), grouped("c", "g")}) == "abc");
  CHECK(kept({grouped("a", "g"), grouped("b", ""), grouped("c", "g"), grouped("d", "g")}) == "abd");
  CHECK(kept({}).empty());
}

TEST_CASE("of a compacted queue the last context of each group is shown, after those without one") {
  std::string kept;
  for (const auto& x : last_of_groups({grouped("a", "g"), grouped("b", ""), grouped("c", "h"), grouped("d", "g"),
                                       grouped("e", ""), grouped("f", "h"), grouped("g", "g")}))
    kept += std::get<schedule_context>(x).binding;
  CHECK(kept == "befg");
  CHECK(last_of_groups({}).empty());
}
