#include "core/releases/lost_keys.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

using core::releases::lost_keys;
using core::values::hook_key_standing;

const text::json_pointer place{{"web", "pw"}};
const std::string label = core::values::label_key_of(place);

text::json json(const char* text) {
  return *text::parse_json(text);
}

core::releases::release last(bool is_named = true) {
  core::releases::release x{"web", 3, core::releases::release_status::deployed, {}};
  if (is_named) x.labels.emplace(label, "web.pw");
  return x;
}

hook_key_standing standing(const char* sections) {
  hook_key_standing x;
  x.sections = json(sections);
  return x;
}

const auto before = json(R"({"web": {"pw": "old", "size": 3}, "global": {}})");

} // namespace

TEST_CASE("a key that hooks had stored is lost if it is missing and was not given up") {
  auto now = standing(R"({"web": {"size": 3}, "global": {}})");
  const auto lost = lost_keys(last(), now, before);
  REQUIRE_EQ(lost.size(), 1);
  CHECK_EQ(lost.front(), core::releases::lost_key{place, label, ""});
  CHECK(lost_keys(last(false), now, before).empty());
  now.given_up.insert(place);
  CHECK(lost_keys(last(), now, before).empty());
}

TEST_CASE("a key that a hook has made anew is lost, unless the revision has one of its values since") {
  auto now = standing(R"({"web": {"pw": "new"}, "global": {}})");
  CHECK(lost_keys(last(), now, before).empty()); // a user's edit, or a hook that knew the key
  now.anew[place] = {core::values::checksum_of_key("new")};
  now.stored[place] = "hook 'a.sh'";
  REQUIRE_EQ(lost_keys(last(), now, before).size(), 1);
  CHECK_EQ(lost_keys(last(), now, before).front().by, "hook 'a.sh'");
  now.anew[place] = {core::values::checksum_of_key("old"), core::values::checksum_of_key("new")};
  CHECK(lost_keys(last(), now, before).empty());
}

TEST_CASE("the next revision names the keys that are stored, and drops keys that are not there") {
  auto now = standing(R"({"web": {"pw": "x"}, "global": {}})");
  now.stored[place] = "";
  CHECK_EQ(core::releases::hook_key_labels(nullptr, now).at(label), "web.pw");
  now.stored.clear();
  const auto release = last();
  CHECK(core::releases::hook_key_labels(&release, now).empty()); // restored without annotations
  CHECK_EQ(core::releases::hook_key_labels(&release, standing(R"({"web": {}})")).at(label), "null");
}

TEST_CASE("an objection names the keys, the command that prints them, and the labels") {
  const auto text = describe(core::releases::objection_to(
    {{place, label, ""}, {{{"web", "b"}}, "moduleHookKey.1", "hook 'a.sh'"}}, "web", "apps", "secret r.v3"));
  CHECK_EQ(text,
           "hooks had stored values of its last revision in the ConfigMap, which has lacked them since: web.pw (it "
           "is missing), web.b (it was missing, and hook 'a.sh' has stored another value). Write the former "
           "values into the ConfigMap (`helm -n apps get values web` prints them); or, if they are to go: "
           "kubectl -n apps label secret r.v3 "
             + label + "- moduleHookKey.1-");
}
