#include "cluster/views/subscription_view.hpp"
#include "support/scripted_limit.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>

using kube::objects::change_kind;

namespace {

kube::objects::object_ptr config_map(const std::string& name, const std::string& key) {
  return kube::objects::read_object(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":")" + name
                                    + R"(","namespace":"default","resourceVersion":"1"},"data":{"key":")" + key
                                    + R"("}})")
    .value();
}

/// A binding to ConfigMaps of which a filter sees one key.
struct view_world {
  std::shared_ptr<core::bindings::kubernetes_binding> binding = std::make_shared<core::bindings::kubernetes_binding>();
  std::shared_ptr<cluster::views::filter_set> filters;
  std::string failures;

  explicit view_world(const std::string& filter = ".data.key") {
    binding->kind = "ConfigMap";
    binding->jq_filter = filter;
    filters = std::make_shared<cluster::views::filter_set>(std::make_shared<test::scripted_limit>(), [] { return 0; });
    REQUIRE(filters->add(filter));
  }
  cluster::views::subscription_view view() {
    return {binding, filters, [this](const auto& object, const base::error&) { failures += object.key.name + " "; },
            [] { return std::int64_t{0}; }};
  }
};

} // namespace

TEST_CASE("a change that the filter does not see is no event") {
  view_world world;
  auto view = world.view();
  CHECK(view.on_change({change_kind::added, config_map("a", "1"), nullptr}, "ConfigMap"));
  CHECK_FALSE(view.on_change({change_kind::modified, config_map("a", "1"), nullptr}, "ConfigMap"));
  CHECK(view.on_change({change_kind::modified, config_map("a", "2"), nullptr}, "ConfigMap"));
  CHECK(view.on_change({change_kind::deleted, config_map("a", "2"), nullptr}, "ConfigMap"));
  CHECK(view.size() == 0);
}

TEST_CASE("objects of other names are not part of the view") {
  view_world world;
  world.binding->object_names = {"b"};
  auto view = world.view();
  CHECK_FALSE(view.on_change({change_kind::added, config_map("a", "1"), nullptr}, "ConfigMap"));
  CHECK(view.on_change({change_kind::added, config_map("b", "1"), nullptr}, "ConfigMap"));
  CHECK(view.size() == 1);
}

TEST_CASE("an object on which the filter fails is no part of a list, and is named") {
  view_world world(".data.key | tonumber");
  auto view = world.view();
  CHECK_FALSE(view.on_change({change_kind::added, config_map("a", "word"), nullptr}, "ConfigMap"));
  REQUIRE(view.trouble());
  CHECK(view.trouble()->unseen == 1);
  CHECK(view.trouble()->first == "default/a");
  CHECK(world.failures == "a ");
  CHECK(view.on_change({change_kind::modified, config_map("a", "3"), nullptr}, "ConfigMap"));
  CHECK_FALSE(view.trouble());
}
