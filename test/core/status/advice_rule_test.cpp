#include "core/status/advice_rule.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using core::status::known_failure;

namespace {

/// A failure in which `words` have been found.
known_failure found(std::string_view text, std::string_view words, const core::status::failure_place& place) {
  const auto at = text.find(words);
  REQUIRE(at != text.npos);
  return {text, at, at + words.size(), place};
}

} // namespace

TEST_CASE("a rule finds the names around its words") {
  const core::status::failure_place place;
  const auto x =
    found("pods \"web-1\" is forbidden: exceeded quota: team, requested: pods=1", "exceeded quota: ", place);
  CHECK_EQ(x.name(), "team");
  CHECK_EQ(x.name_before("pods \""), "web-1");
  CHECK_EQ(x.name_after("requested: "), "pods");
  CHECK_EQ(x.last_name(), "forbidden");
  CHECK(x.has("requested"));
  CHECK_FALSE(x.has("absent"));
}

TEST_CASE("a name has no character that a shell reads") {
  const core::status::failure_place place;
  const auto x = found("secret $(reboot) not found: ;ls", "not found: ", place);
  CHECK_EQ(x.name(), "");
  CHECK_EQ(x.name_before("secret "), "");
  CHECK_EQ(x.name_after("absent"), "");
}

TEST_CASE("a word stands in the place of a namespace that is not known") {
  core::status::failure_place place;
  CHECK_EQ(found("no", "no", place).namespace_name(), "NAMESPACE");
  place.namespace_name = "apps";
  CHECK_EQ(found("no", "no", place).namespace_name(), "apps");
}
