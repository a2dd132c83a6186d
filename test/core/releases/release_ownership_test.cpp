#include "core/releases/release_ownership.hpp"

#include <doctest/doctest.h>

using core::releases::platform_identity;
using core::releases::release;
using labels = std::map<std::string, std::string>;

namespace {

release made(labels with, std::uint32_t revision = 3) {
  with.emplace("inputsChecksum", "x");
  return {"web", revision, core::releases::release_status::deployed, std::move(with)};
}

} // namespace

TEST_CASE("the name of a platform does for the value of a label") {
  CHECK(core::releases::parse_platform_name("shop_1.A-b") == "shop_1.A-b");
  for (const auto* wrong : {"", "-a", "a-", "a b", "ä"}) {
    CAPTURE(wrong);
    CHECK_FALSE(core::releases::parse_platform_name(wrong));
  }
  CHECK_FALSE(core::releases::parse_platform_name(std::string(64, 'a')));
}

TEST_CASE("a program outside of a Pod is another platform than the one in the cluster") {
  CHECK(core::releases::default_platform_name("addon-operator", core::releases::operator_place::pod)
        == "addon-operator");
  CHECK(core::releases::default_platform_name("addon-operator", core::releases::operator_place::outside)
        == "addon-operator-outside");
  const auto a =
    core::releases::default_platform_name(std::string(200, 'a') + "b", core::releases::operator_place::pod);
  CHECK(core::releases::parse_platform_name(a) == a);
  CHECK(a != core::releases::default_platform_name(std::string(200, 'a') + "c", core::releases::operator_place::pod));
}

TEST_CASE("a release belongs to the platform that its label names, or to the first that finds it") {
  const platform_identity own{"shop", {"old-shop"}};
  struct row {
    const char* title;
    release of;
    bool own;
    std::optional<std::string> other;
  };
  for (const auto& r : {
         row{"ours", made({{"modulePlatform", "shop"}}), true, {}},
         row{"ours by a former name", made({{"modulePlatform", "old-shop"}}), true, {}},
         row{"the predecessor's", made({}), true, {}},
         row{"another platform's", made({{"modulePlatform", "bank"}}), false, "bank"},
         row{"made by hand", {"web", 1, core::releases::release_status::deployed, {}}, false, {}},
       }) {
    CAPTURE(r.title);
    CHECK(core::releases::is_own(r.of, own) == r.own);
    CHECK(core::releases::other_platform_of(r.of, own) == r.other);
  }
  CHECK_MESSAGE(core::releases::is_own(made({{"modulePlatform", "bank"}}), {}), "no platforms are told apart");
}

TEST_CASE("a revision names its ConfigMap, as far as a label can hold it") {
  const auto made_with = [](const std::string& config_map) {
    return core::releases::release{"web", 1, core::releases::release_status::deployed,
                                   core::releases::owner_labels({"shop", {}, config_map}, "")};
  };
  for (const auto& name : {std::string("addon-operator"), std::string(253, 'a')}) {
    CAPTURE(name);
    CHECK_EQ(other_config_map_of(made_with(name), {"shop", {}, name}), "");
    CHECK_LE(made_with(name).label("moduleConfigMap")->size(), 63);
  }
  CHECK_EQ(other_config_map_of(made_with("shop"), {"shop", {}, "addon-operator"}), "shop");
  CHECK_EQ(other_config_map_of(made_with(""), {"shop", {}, "addon-operator"}), "");
  CHECK_EQ(other_config_map_of(made_with("shop"), {"shop", {}, ""}), "");
  CHECK_EQ(owner_labels_due(made_with("shop"), {"shop", {}, "addon-operator"}, "").at("moduleConfigMap"),
           "addon-operator");
}

TEST_CASE("a revision that stays gets the labels that it lacks") {
  const platform_identity own{"shop", {}};
  CHECK(core::releases::owner_labels(own, "hook") == labels{{"modulePlatform", "shop"}, {"moduleWantedBy", "hook"}});
  CHECK(core::releases::owner_labels_due(made({}), own, "") == labels{{"modulePlatform", "shop"}});
  const auto last = made({{"modulePlatform", "shop"}, {"moduleWantedBy", "hook"}});
  CHECK(core::releases::owner_labels_due(last, own, "hook").empty());
  CHECK(core::releases::owner_labels_due(last, own, "configMap") == labels{{"moduleWantedBy", "configMap"}});
  CHECK(core::releases::wanted_by(last) == "hook");
  CHECK(core::releases::wanted_by(made({})).empty());

  const auto held = made({{"modulePlatform", "shop"}, {"moduleRemovalHeld", "3"}});
  CHECK(core::releases::is_removal_held(held));
  CHECK(core::releases::owner_labels_due(held, own, "") == labels{{"moduleRemovalHeld", ""}});
  CHECK_MESSAGE(!core::releases::is_removal_held(made({{"moduleRemovalHeld", "2"}})), "of the revision before");
}
