#include "core/bindings/hook_registry.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace core::bindings;

namespace {

hook_definition hook(std::string name, std::vector<lifecycle_binding> lifecycle = {}) {
  hook_definition x;
  x.name = std::move(name);
  x.lifecycle = std::move(lifecycle);
  return x;
}

std::vector<std::string> names(const std::vector<hook_ptr>& hooks) {
  std::vector<std::string> out;
  for (const auto& x : hooks) out.push_back(x->name);
  return out;
}

} // namespace

TEST_CASE("hooks of one point run by order, those of the same order by name") {
  using enum lifecycle_point;
  hook_registry hooks({hook("d", {{before_helm, 1}}), hook("c", {{before_helm, 20}, {after_helm, 1}}),
                       hook("b", {{before_helm, 1}}), hook("a", {{after_helm, 5}}), hook("e", {{before_helm, -3}})});
  CHECK(names(hooks.at(before_helm)) == std::vector<std::string>{"e", "b", "d", "c"});
  CHECK(names(hooks.at(after_helm)) == std::vector<std::string>{"c", "a"});
  CHECK(hooks.at(on_startup).empty());
  CHECK(names(hooks.hooks()) == std::vector<std::string>{"a", "b", "c", "d", "e"});
}

TEST_CASE("bindings come by name of the hook and then as the hook lists them") {
  auto b = hook("b");
  b.kubernetes = {{.name = "second", .kind = "Pod"}, {.name = "first", .kind = "Node"}};
  b.schedules = {{.name = "s", .crontab = "@daily"}};
  auto a = hook("a");
  a.kubernetes = {{.name = "only", .kind = "Secret"}};
  hook_registry hooks({b, a});
  auto kubernetes = hooks.kubernetes();
  REQUIRE(kubernetes.size() == 3);
  CHECK(kubernetes[0].binding().name == "only");
  CHECK(kubernetes[1].id() == binding_id{"b", 0});
  CHECK(kubernetes[2].binding().name == "first");
  REQUIRE(hooks.schedules().size() == 1);
  CHECK(hooks.schedules()[0].binding().crontab == "@daily");
}

TEST_CASE("a hook is found by its whole name only") {
  hook_registry hooks({hook("hooks/a.sh"), hook("hooks/b.sh")});
  REQUIRE(hooks.find("hooks/b.sh"));
  CHECK(hooks.find("hooks/b.sh")->name == "hooks/b.sh");
  CHECK(hooks.find("hooks/b") == nullptr);
  CHECK(hooks.find("") == nullptr);
}
