#include "core/releases/object_owner.hpp"

#include "text/json/json.hpp"

#include <doctest/doctest.h>

using core::releases::object_owner;

namespace {

const object_owner self{"web", "shop"};

text::json with_annotations(const std::string& annotations) {
  return text::parse_json(R"({"metadata":{"name":"data","annotations":)" + annotations + "}}").value();
}

std::string owner_of(const std::string& annotations) {
  const auto owner = core::releases::other_owner_of(with_annotations(annotations), self);
  return owner ? owner->namespace_name + "/" + owner->release : "own";
}

} // namespace

TEST_CASE("an object belongs to the release that its annotations name") {
  CHECK_EQ(owner_of(R"({"meta.helm.sh/release-name":"web","meta.helm.sh/release-namespace":"shop"})"), "own");
  CHECK_EQ(owner_of(R"({"meta.helm.sh/release-name":"db","meta.helm.sh/release-namespace":"shop"})"), "shop/db");
  CHECK_EQ(owner_of(R"({"meta.helm.sh/release-name":"web","meta.helm.sh/release-namespace":"other"})"), "other/web");
}

TEST_CASE("if an object names only a release or only a namespace, the missing name is that of this release") {
  CHECK_EQ(owner_of(R"({"meta.helm.sh/release-name":"db"})"), "shop/db");
  CHECK_EQ(owner_of(R"({"meta.helm.sh/release-namespace":"other"})"), "other/web");
  CHECK_EQ(owner_of(R"({"meta.helm.sh/release-name":""})"), "own");
  CHECK_EQ(owner_of("{}"), "own");
  CHECK_EQ(owner_of("null"), "own");
  CHECK_FALSE(core::releases::other_owner_of(text::json(), self));
}

TEST_CASE(
  "a release leaves behind an object that names it by release and namespace, unless the object is being deleted") {
  const auto is_left = [](const std::string& metadata) {
    return core::releases::is_left_by(text::parse_json(R"({"metadata":)" + metadata + "}").value(), self);
  };
  const std::string own = R"({"meta.helm.sh/release-name":"web","meta.helm.sh/release-namespace":"shop"})";
  CHECK(is_left(R"({"annotations":)" + own + "}"));
  CHECK_FALSE(is_left(R"({"annotations":)" + own + R"(,"deletionTimestamp":"2026-01-01T00:00:00Z"})"));
  CHECK_FALSE(is_left(R"({"annotations":{"meta.helm.sh/release-name":"web"}})"));
  CHECK_FALSE(is_left("{}"));
  CHECK_FALSE(core::releases::is_left_by(text::json(), self));
}

TEST_CASE("an upgrade keeps an object whose policy is keep, to the letter") {
  CHECK(core::releases::is_kept_by_upgrade(with_annotations(R"({"helm.sh/resource-policy":"keep"})")));
  CHECK_FALSE(core::releases::is_kept_by_upgrade(with_annotations(R"({"helm.sh/resource-policy":"Keep"})")));
  CHECK_FALSE(core::releases::is_kept_by_upgrade(with_annotations("{}")));
}

TEST_CASE("messages name objects, their releases and the way out") {
  const core::releases::object_of_another claim{{"v1", "PersistentVolumeClaim", "shop", "data"}, {"db", "shop"}};
  const auto upgrade = describe(core::releases::objection_to_upgrade("web", {claim}));
  CHECK(
    upgrade.starts_with("helm would delete shop/PersistentVolumeClaim/data, which belongs to release 'db' in namespace "
                        "'shop', so release 'web' stays as it is."));
  CHECK_NE(upgrade.find("helm.sh/resource-policy=keep"), std::string::npos);
  const auto many = core::releases::words_of_uninstallation("web", std::vector(7, claim));
  CHECK(many.starts_with(
    "nothing was uninstalled, because this version of helm would delete shop/PersistentVolumeClaim/data"));
  CHECK_NE(many.find("; and 2 more"), std::string::npos);
}

TEST_CASE("an object that a chart does not have any more stays if it does not belong to the release") {
  struct row {
    const char* metadata;
    std::string reason; ///< empty: it goes
  };
  const row rows[] = {
    {R"({"annotations":{"meta.helm.sh/release-name":"web","meta.helm.sh/release-namespace":"shop"}})", ""},
    {R"({"annotations":{"meta.helm.sh/release-name":"web"}})", ""},
    {R"({"annotations":{"meta.helm.sh/release-name":"db"}})", "it belongs to release 'db' in namespace 'shop'"},
    {R"({"annotations":{"meta.helm.sh/release-name":"web","helm.sh/resource-policy":"keep"}})",
     "it has the annotation helm.sh/resource-policy: keep"},
    {"{}", "it names no release (annotation meta.helm.sh/release-name), and no Helm has written it"},
    {R"({"managedFields":[{"manager":"kubectl-create"}]})",
     "it names no release (annotation meta.helm.sh/release-name), and no Helm has written it"},
    {R"({"managedFields":[{"manager":"kubectl"},{"manager":"Helm"}]})", ""},
  };
  for (const auto& row : rows) {
    CAPTURE(row.metadata);
    const auto object = text::parse_json(std::string(R"({"metadata":)") + row.metadata + "}").value();
    CHECK_EQ(core::releases::reason_to_stay(object, self).value_or(""), row.reason);
  }
}
