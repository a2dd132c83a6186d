#include "core/releases/overwritten_objects.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::releases;

namespace {

constexpr auto users = "shop/Secret/a (data.pw), Namespace/b (spec.x)";
constexpr auto own = "shop/Secret/c (data.pw)";

} // namespace

TEST_CASE("Helm's message about values that have no record any more names the objects") {
  const auto words = "Error: " + std::string(lost_records_phrase) + own + "\nmore";
  const auto found = overwriting_in(words);
  CHECK_EQ(found.own.value_or(""), own);
  CHECK_FALSE(found.users);
  CHECK_EQ(describe(objection_to_overwriting("web-app", found, "12:00:10")),
           "records of the release have gone, and the upgrade would give its objects other values: shop/Secret/c "
           "(data.pw). It waits until 12:00:10, and goes on then. Nothing is to be done if the chart is to have these "
           "values; else bring the values back into section webApp of the ConfigMap");
}

TEST_CASE("a release lacks records if it has none, or only superseded ones") {
  CHECK(lacks_records(std::nullopt));
  CHECK(lacks_records(release{"web", 1, release_status::superseded, {}}));
  for (const auto status : {release_status::deployed, release_status::failed, release_status::pending_upgrade})
    CHECK_FALSE(lacks_records(release{"web", 1, status, {}}));
}

TEST_CASE("Helm's message about objects that a first installation would write over names them") {
  const auto words = "Error: " + std::string(overwrites_phrase) + users;
  const auto found = overwriting_in(words);
  CHECK_EQ(found.users.value_or(""), users);
  CHECK_FALSE(found.own);
  CHECK_EQ(overwriting_in(words + "\nmore").users.value_or(""), users);
  CHECK_FALSE(overwriting_in("nothing was changed: no release is known, and there is revision 3").any());
  CHECK_EQ(describe(objection_to_overwriting("web-app", {.users = "shop/Secret/a (data.pw)"}, "12:00:10")),
           "the first installation would give objects that no release has other values: shop/Secret/a (data.pw). It "
           "waits until 12:00:10, and goes on then. Nothing is to be done if the chart is to have these objects; else "
           "write webAppEnabled: \"false\" into the ConfigMap, or give the object of the chart another name");
}

TEST_CASE("Helm's message about both kinds of objects names both") {
  const auto found = overwriting_in("Error: " + std::string(overwrites_phrase) + users + std::string(losses_separator)
                                    + std::string(lost_records_phrase) + own);
  CHECK_EQ(found.users.value_or(""), users);
  CHECK_EQ(found.own.value_or(""), own);
  const auto text = describe(objection_to_overwriting("web-app", found, "12:00:10"));
  CHECK_MESSAGE(text.find("its objects other values: shop/Secret/c (data.pw); and also objects that no release has: "
                          "shop/Secret/a (data.pw), Namespace/b (spec.x). It waits until 12:00:10")
                  != std::string::npos,
                text);
}

TEST_CASE("an upgrade that would take over objects of users names them, and the way back") {
  CHECK_EQ(describe(objection_to_taking_over("web-app", "shop/Secret/a (data.pw)", "12:00:10")),
           "the upgrade would take over objects that no release has, and give them other values: shop/Secret/a "
           "(data.pw). It waits until 12:00:10, and goes on then. Nothing is to be done if the chart is to have these "
           "objects; else bring back what has kept them out of the chart (a value, a label that a hook looks for), "
           "give the object of the chart another name, or `addon-operator module pause web-app`");
}
