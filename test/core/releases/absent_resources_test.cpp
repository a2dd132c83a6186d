#include "core/releases/absent_resources.hpp"

#include <doctest/doctest.h>

using core::releases::absent_resources;
using core::releases::manifest_object;
using names = std::vector<std::string>;

namespace {

const manifest_object settings{"v1", "ConfigMap", "d8", "settings"};
const manifest_object extra{"v1", "ConfigMap", "d8", "extra"};
const manifest_object token{"v1", "Secret", "d8", "token"};
const core::releases::resource_place config_maps{"v1", "ConfigMap", "d8"};

} // namespace

TEST_CASE("objects of a release that was found are unknown, and unknown is not absent") {
  absent_resources resources;
  resources.expect("web", {settings, token}, absent_resources::reason::found_released);
  CHECK(resources.absent("web").empty());
}

TEST_CASE("a complete list reports the absent objects, once") {
  absent_resources resources;
  resources.expect("web", {settings, extra, token}, absent_resources::reason::found_released);
  CHECK(resources.listed(config_maps, {"extra", "foreign"}) == names{"web"});
  CHECK(resources.absent("web") == std::vector{settings});
  CHECK(resources.listed(config_maps, {"extra"}).empty());
}

TEST_CASE("a deleted object is absent until it is seen again") {
  absent_resources resources;
  resources.expect("web", {settings}, absent_resources::reason::helm_ran);
  CHECK(resources.deleted(settings) == names{"web"});
  CHECK(resources.deleted(settings).empty());
  CHECK(resources.absent("web") == std::vector{settings});
  resources.present(settings);
  CHECK(resources.absent("web").empty());
  CHECK(resources.deleted(settings) == names{"web"});
}

TEST_CASE("after Helm has run its objects count as present") {
  absent_resources resources;
  resources.expect("web", {settings}, absent_resources::reason::helm_ran);
  CHECK(resources.deleted(settings) == names{"web"});
  resources.expect("web", {settings}, absent_resources::reason::helm_ran);
  CHECK(resources.absent("web").empty());
}

TEST_CASE("known absences stay known when a release is found again") {
  absent_resources resources;
  resources.expect("web", {settings}, absent_resources::reason::helm_ran);
  CHECK(resources.deleted(settings) == names{"web"});
  resources.expect("web", {settings, token}, absent_resources::reason::found_released);
  CHECK(resources.absent("web") == std::vector{settings});
}

TEST_CASE("an object that two releases expect is missed by both") {
  absent_resources resources;
  resources.expect("web", {settings}, absent_resources::reason::helm_ran);
  resources.expect("dns", {settings}, absent_resources::reason::helm_ran);
  CHECK(resources.deleted(settings) == names{"dns", "web"});
  resources.forget("dns");
  CHECK(resources.expects(settings));
  resources.forget("web");
  CHECK_FALSE(resources.expects(settings));
}

TEST_CASE("objects that no release expects are of no interest") {
  absent_resources resources;
  resources.expect("web", {settings, token}, absent_resources::reason::helm_ran);
  resources.expect("web", {token}, absent_resources::reason::helm_ran);
  CHECK(resources.deleted(settings).empty());
  CHECK(resources.places("web") == std::set<core::releases::resource_place>{{"v1", "Secret", "d8"}});
  CHECK(resources.expects_any_at({"v1", "Secret", "d8"}));
  CHECK_FALSE(resources.expects_any_at(core::releases::place_of(settings)));
  resources.forget("web");
  resources.forget("unknown");
  CHECK(resources.deleted(token).empty());
  CHECK(resources.places("web").empty());
  CHECK_FALSE(resources.expects_any_at({"v1", "Secret", "d8"}));
}

TEST_CASE("people see all releases with the state of each object, in the order of the manifest") {
  absent_resources resources;
  resources.expect("web", {token, settings}, absent_resources::reason::helm_ran);
  resources.expect("app", {extra}, absent_resources::reason::found_released);
  static_cast<void>(resources.deleted(settings));
  const auto all = resources.all();
  REQUIRE(all.size() == 2);
  REQUIRE(all.at("web").size() == 2);
  CHECK(all.at("web")[0].object == token);
  CHECK(all.at("web")[0].state == core::releases::presence::present);
  CHECK(all.at("web")[1].state == core::releases::presence::absent);
  CHECK(all.at("app")[0].state == core::releases::presence::unknown);
}
