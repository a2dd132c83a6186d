#include "core/releases/lost_globals.hpp"

#include <doctest/doctest.h>

#include <map>
#include <optional>
#include <string>

namespace {

using core::releases::global_labels;
using core::releases::global_labels_due;
using core::releases::lost_globals;
using labels = std::map<std::string, std::string>;

core::values::value_standing with(std::map<std::string, bool> globals) {
  core::values::value_standing x;
  x.other_globals = std::move(globals);
  return x;
}

core::releases::release last(labels of) {
  return {"web", 3, core::releases::release_status::deployed, std::move(of)};
}

} // namespace

TEST_CASE("a revision names the other values.yaml with a section global, and a lost one is found by its path") {
  const auto made = global_labels(std::nullopt, with({{"/m/a b/values.yaml", true}, {"/m/extra/values.yaml", false}}));
  REQUIRE_EQ(made.size(), 1);
  CHECK(made.begin()->first.starts_with("moduleGlobalFrom."));
  CHECK_EQ(made.begin()->second, "a_b");
  CHECK(lost_globals(last(made), with({{"/m/a b/values.yaml", true}})).empty());
  CHECK(lost_globals(last({}), with({{"/m/a b/values.yaml", false}})).empty());
  const auto lost = lost_globals(last(made), with({{"/m/a b/values.yaml", false}, {"/m/extra/values.yaml", true}}));
  REQUIRE_EQ(lost.size(), 1);
  CHECK_EQ(
    describe(objection_to(lost, "apps", "secret r.v3")),
    "values of its last revision came from what is missing now: section 'global' in /m/a b/values.yaml. Bring it "
    "back; or, if they are to go, write `global: {}` into /m/a b/values.yaml and restart the operator");
}

TEST_CASE("a directory that is no longer a directory of modules is lost, too, until its label is removed") {
  const auto made = global_labels(std::nullopt, with({{"/m/extra/values.yaml", true}}));
  const auto lost = lost_globals(last(made), with({}));
  REQUIRE_EQ(lost.size(), 1);
  CHECK_EQ(describe(objection_to(lost, "apps", "secret r.v3")),
           "values of its last revision came from what is missing now: section 'global' in values.yaml of a directory "
           "'extra', which is none of the directories of modules any more. Bring it back; or, if they are to go, "
           "`kubectl -n apps label secret r.v3 "
             + made.begin()->first + "-`");
}

TEST_CASE("the next revision forgets a lost file, and an unchanged one does not") {
  const auto extra = with({{"/m/extra/values.yaml", true}});
  const auto made = global_labels(std::nullopt, extra);
  CHECK_EQ(global_labels(last(made), with({})), labels{{made.begin()->first, core::releases::label_taken_away}});
  CHECK_EQ(global_labels(last(made), extra), made);
  CHECK(global_labels_due(last(made), with({})).empty());
  CHECK(global_labels_due(last(made), extra).empty());
  CHECK_EQ(global_labels_due(last({}), extra), made);
}
