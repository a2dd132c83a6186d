#include "core/bindings/watch_place.hpp"

#include <doctest/doctest.h>

using namespace core::bindings;

TEST_CASE("a binding has one watch for each namespace and name that it picks") {
  struct row {
    const char* claim;
    std::vector<std::string> namespaces;
    std::vector<std::string> names;
    std::vector<watch_place> places;
  };
  const std::vector<row> table{
    {"without restriction there is one for everything", {}, {}, {{"", ""}}},
    {"one name is one watch", {}, {"a"}, {{"", "a"}}},
    {"one namespace is one watch", {"x"}, {}, {{"x", ""}}},
    {"each name in each namespace", {"y", "x"}, {"b", "a"}, {{"x", "a"}, {"x", "b"}, {"y", "a"}, {"y", "b"}}},
    {"what is given twice is watched once", {"x", "x"}, {"a", "a"}, {{"x", "a"}}},
  };
  for (const auto& x : table) {
    CAPTURE(x.claim);
    kubernetes_binding binding;
    binding.namespaces.names = x.namespaces;
    binding.object_names = x.names;
    CHECK(places_of(binding) == x.places);
  }
}

TEST_CASE("a binding that picks namespaces by labels looks at those that its names allow") {
  kubernetes_binding binding;
  binding.object_names = {"a"};
  binding.namespaces.names = {"x", "y"};
  binding.namespaces.labels = label_selector{{{"team", "web"}}, {}};
  const auto namespaces = namespaces_of(binding);
  CHECK(namespaces.kind == "Namespace");
  CHECK(namespaces.object_names == std::vector<std::string>{"x", "y"});
  CHECK(query_text(namespaces.labels) == "team=web");
  CHECK(places_in(binding, "x") == std::vector<watch_place>{{"x", "a"}});
}

TEST_CASE("a start waits for the lists that it shows, and not for others") {
  hook_definition hook;
  hook.kubernetes.resize(2);
  hook.kubernetes[0].name = "waited";
  hook.kubernetes[1].name = "alone";
  hook.kubernetes[1].queue = "side";
  hook.kubernetes[1].wait_for_synchronization = false;
  using indexes = std::set<std::size_t>;
  CHECK(awaited_lists(hook) == indexes{0});

  SUBCASE("onStartup shows no snapshots") {
    hook.lifecycle = {{lifecycle_point::on_startup, 1}};
    CHECK(awaited_lists(hook) == indexes{0});
  }
  SUBCASE("every other moment shows all") {
    hook.lifecycle = {{lifecycle_point::before_helm, 1}};
    CHECK(awaited_lists(hook) == indexes{0, 1});
  }
  SUBCASE("a binding that is waited for shows what it includes") {
    hook.kubernetes[0].snapshots_from = {"alone"};
    CHECK(awaited_lists(hook) == indexes{0, 1});
  }
  SUBCASE("a schedule in main would hold up the others") {
    hook.schedules.resize(1);
    hook.schedules[0].snapshots_from = {"alone"};
    CHECK(awaited_lists(hook) == indexes{0, 1});
    hook.schedules[0].queue = "side";
    CHECK(awaited_lists(hook) == indexes{0});
  }
}
