#include "core/store/commit_refusals.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::store;

namespace {

/// A commit that leaves section `web` of the ConfigMap with this content.
prepared_commit writing(const std::string& content) {
  prepared_commit x;
  x.owner = core::values::values_owner{"web"};
  x.after.layers.config = text::parse_json(content).value();
  x.write = config_write{.key = "web", .yaml = content, .before = {}};
  return x;
}

core::values::hook_key_standing lost(const std::string& section) {
  core::values::hook_key_standing keys;
  keys.lost = {{{section, "pw"}}};
  return keys;
}

} // namespace

TEST_CASE("a patch that makes a lost key anew is refused") {
  const auto refused = refusal_of_lost(writing(R"({"pw":"new"})"), lost("web"));
  REQUIRE(refused);
  CHECK_EQ(refused->message, "its config values patch would make 'web.pw' anew, whose value is lost: /readyz names the "
                             "next step");
}

TEST_CASE("a patch that makes no lost key is written") {
  CHECK_FALSE(refusal_of_lost(writing(R"({"size":1})"), lost("web")));
  CHECK_FALSE(refusal_of_lost(writing(R"({"pw":"new"})"), lost("db")));
  CHECK_FALSE(refusal_of_lost(writing(R"({"pw":"new"})"), {}));
  auto values_alone = writing(R"({"pw":"new"})");
  values_alone.write.reset();
  CHECK_FALSE(refusal_of_lost(values_alone, lost("web")));
}

TEST_CASE("a patch makes no key that the ConfigMap lacks while keys may be lost that nothing names") {
  core::values::hook_key_standing keys;
  CHECK_FALSE(refusal_of_new(writing(R"({"pw":"new"})"), keys, 5));
  keys.doubt = "records have gone";
  keys.doubt_ends_us = 10;
  const auto refused = refusal_of_new(writing(R"({"pw":"new"})"), keys, 5);
  REQUIRE(refused);
  CHECK_EQ(refused->message,
           "its config values patch would make 'web.pw', which may have had another value: records have gone");
  CHECK_FALSE(refusal_of_new(writing(R"({"pw":"new"})"), keys, 10));
  CHECK_FALSE(refusal_of_new(writing(R"({"list":{},"none":null})"), keys, 5));
  auto change = writing(R"({"pw":"new"})");
  change.write->before = text::parse_json(R"({"pw":"old"})").value();
  CHECK_FALSE(refusal_of_new(change, keys, 5));
  change.write.reset();
  CHECK_FALSE(refusal_of_new(change, keys, 5));
}

TEST_CASE("a run in doubt takes no value out of the ConfigMap") {
  auto x = writing("{}");
  CHECK_FALSE(refusal_in_doubt(x, "kubectl: not found"));
  x.taken_away = "/pw";
  CHECK_FALSE(refusal_in_doubt(x, ""));
  REQUIRE(refusal_in_doubt(x, "kubectl: not found"));
  CHECK_NE(refusal_in_doubt(x, "kubectl: not found")->message.find("would take '/pw' away from section 'web'"),
           std::string::npos);
}
