#include "core/releases/upgrade_guard.hpp"

#include "core/releases/planned_upgrades.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

using namespace core::releases;

TEST_CASE("guards have names of their own and ask a question") {
  std::set<std::string_view> names{template_guard.name};
  CHECK(template_guard.question.ends_with("?"));
  for (const auto& guard : guards_of_upgrade()) {
    CHECK(names.insert(guard.name).second);
    CHECK(guard.question.ends_with("?"));
  }
}

TEST_CASE("no guard objects to the first revision of a release, once its absence is confirmed") {
  auto x = planned({}, {web});
  remove_release(x);
  x.are_records_listed = true;
  x.other_record = std::string();
  x.hidden_records.emplace();
  for (const auto& guard : guards_of_upgrade()) CHECK_EQ(answer(guard, x), "pass");
}
