#include "core/bindings/snapshot_view.hpp"

#include "text/json/json.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <utility>

using namespace core::bindings;

namespace {

hook_registry hooks_of(const std::string& kind) {
  hook_definition hook;
  hook.name = "a.sh";
  hook.kubernetes.push_back({.name = "b", .kind = kind});
  return hook_registry({hook});
}

snapshots_by_binding with(object_list objects) {
  return {{{"a.sh", 0}, std::make_shared<const object_list>(std::move(objects))}};
}

snapshot_object object_of(const std::string& name, const std::string& object, const std::string& result) {
  return {"web", name, std::make_shared<const std::string>(object), std::make_shared<const std::string>(result), {}};
}

std::string hidden(const std::string& kind, const std::string& object, const std::string& result) {
  const auto hooks = hooks_of(kind);
  return *snapshot_dump(hooks, without_secret_contents(hooks, with({object_of("t", object, result)})), 10'000);
}

} // namespace

TEST_SUITE("core/snapshot_view") {
  TEST_CASE("a hook alone has its own snapshots") {
    hook_definition first;
    first.name = "a.sh";
    first.kubernetes.push_back({.name = "b", .kind = "Pod"});
    auto second = first;
    second.name = "c.sh";
    auto snapshots = with({object_of("t", "{}", "1")});
    snapshots.emplace(binding_id{"c.sh", 0}, std::make_shared<const object_list>());
    const hook_registry hooks({first, second});
    const auto only = only_hook(hooks, snapshots, "c.sh");
    REQUIRE(only);
    CHECK_EQ(*snapshot_dump(only->hooks, only->snapshots, 10'000), R"({"c.sh":{"b":{"snapshot":[]}}})");
    CHECK_FALSE(only_hook(hooks, snapshots, "d.sh"));
  }

  TEST_CASE("the contents of Secrets are sizes, in objects and in results of filters, however the kind is spelt") {
    for (const std::string kind : {"Secret", "secrets", "SECRET"})
      CHECK_EQ(hidden(kind,
                      R"({"kind":"Secret","metadata":{"name":"t","annotations":{"last-applied":"c2VjcmV0"}},)"
                      R"("type":"Opaque","data":{"token":"c2VjcmV0"}})",
                      R"({"a":["c2VjcmV0",42],"b":true})"),
               R"({"a.sh":{"b":{"snapshot":[{"filterResult":{"a":["<8 bytes>","<2 bytes>"],"b":true},)"
               R"("object":{"data":{"token":"<8 bytes>"},"kind":"Secret","metadata":{"annotations":{"last-applied":)"
               R"("<8 bytes>"},"name":"t"},"type":"Opaque"}}]}}})");
  }

  TEST_CASE("a text that cannot be read is hidden as a whole, and other kinds stay byte for byte") {
    CHECK(hidden("Secret", "{", "\"x\"").find(R"("object":"<1 byte>")") != std::string::npos);
    CHECK_EQ(hidden("ConfigMap", R"({"data": 1})", R"("c2VjcmV0")"),
             R"({"a.sh":{"b":{"snapshot":[{"filterResult":"c2VjcmV0","object":{"data": 1}}]}}})");
  }

  TEST_CASE("long snapshots have names and sizes, the largest first; unknown is not empty") {
    const auto hooks = hooks_of("ConfigMap");
    const auto known = with({object_of("small", "12", "3"), object_of("large", "12345", "6")});
    CHECK_EQ(bytes_in(known), 9);
    CHECK_EQ(snapshot_sizes(hooks, known), R"({"a.sh":{"b":{"bytes":9,"objects":[{"bytes":6,"name":"web/large"},)"
                                           R"({"bytes":3,"name":"web/small"}]}}})");
    CHECK_EQ(snapshot_sizes(hooks, {}), R"({"a.sh":{"b":{"unknown":"nothing watches them"}}})");
    CHECK_EQ(snapshot_sizes(hooks, {{{"a.sh", 0}, unlisted{"refused"}}}), R"({"a.sh":{"b":{"unknown":"refused"}}})");
  }
}
