#include "core/releases/pause_label.hpp"

#include <doctest/doctest.h>

#include <string>

using core::releases::latest_record;
using text::json;

namespace {

json list_of(const std::string& items) {
  return *text::parse_json(R"({"items":[)" + items + "]}");
}

std::string record(const std::string& name, const std::string& labels) {
  return R"({"metadata":{"name":")" + name + R"(","labels":)" + labels + "}}";
}

} // namespace

TEST_CASE("the latest record is found by its number") {
  const auto found = latest_record(list_of(record("v9", R"({"version":"9","modulePaused":"true"})") + ","
                                           + record("v10", R"({"version":"10"})") + ","
                                           + record("v2", R"({"version":"2","modulePaused":"true"})")));
  REQUIRE(found);
  CHECK(found->name == "v10");
  CHECK_FALSE(found->is_paused);
  CHECK(latest_record(list_of(record("v1", R"({"version":"1","modulePaused":"true"})")))->is_paused);
}

TEST_CASE("a list without records of revisions has no latest") {
  for (const auto* items : {"", "1", "{}", R"({"metadata":{"name":"a"}})"}) CHECK_FALSE(latest_record(list_of(items)));
  CHECK_FALSE(latest_record(list_of(record("v", R"({"version":"x"})"))));
  CHECK_FALSE(latest_record(json()));
}

TEST_CASE("a patch sets the label, or takes it away") {
  CHECK(core::releases::pause_label_patch("true") == R"({"metadata":{"labels":{"modulePaused":"true"}}})");
  CHECK(core::releases::pause_label_patch("") == R"({"metadata":{"labels":{"modulePaused":null}}})");
}
