#include "core/hooks/object_rounds.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

using core::hooks::object_rounds;

namespace {

constexpr std::int64_t second = 1'000'000;
const std::string network = "hook 'hooks/10-mtu.sh' of module 'network'";
const std::string mesh = "hook 'hooks/10-mtu.sh' of module 'mesh'";
const std::string shared = "ConfigMap default/shared";

std::vector<core::hooks::object_operation> operations_of(const std::string& text) {
  auto parsed = core::hooks::parse_object_patch(text);
  REQUIRE(parsed);
  return *parsed;
}

} // namespace

TEST_SUITE("core/object_rounds") {
  TEST_CASE("two hooks that write an object in turn are named with the object and the field") {
    object_rounds x;
    int warnings = 0;
    for (int i = 0; i < 20; ++i)
      warnings += x.note({i % 2 == 0 ? network : mesh, shared, "data.mtu"}, i * 2 * second) ? 1 : 0;
    CHECK_EQ(warnings, 1);
    const auto now = x.now(38 * second);
    REQUIRE_EQ(now.size(), 1);
    CHECK_EQ(describe(now[0]), mesh + " and " + network
                                 + " have run 20 times in 38 s: both write ConfigMap default/shared (field data.mtu), "
                                   "and watch it, so each run wakes the other");
    CHECK(next_step(now[0]).starts_with("decide which hook writes the object"));
    CHECK(x.now(38 * second + 61 * second).empty());
  }

  TEST_CASE("the values of a fight are known by the hook, and no secrets") {
    object_rounds x;
    const auto note = [&](const std::string& hook, const std::string& text, std::int64_t at) {
      for (auto& round : rounds_in(operations_of(text), {shared, "Secret default/shared"}, "default", hook))
        static_cast<void>(x.note(std::move(round), at));
    };
    const auto patch = [](const char* kind, const char* data) {
      return std::string("{operation: MergePatch, apiVersion: v1, kind: ") + kind
             + ", namespace: default, name: shared, mergePatch: {data: " + data + "}}";
    };
    SUBCASE("a plain field") {
      for (int i = 0; i < 12; ++i)
        note(i % 2 == 0 ? network : mesh, patch("ConfigMap", i % 2 == 0 ? "{mtu: \"1450\"}" : "{mtu: \"1400\"}"),
             i * second);
      CHECK_EQ(values_of(x.now(11 * second).at(0)), mesh + " writes \"1400\", " + network + " writes \"1450\"");
    }
    SUBCASE("a Secret, and a key of a secret") {
      for (int i = 0; i < 12; ++i) {
        note(network, patch("Secret", "{mtu: \"1450\"}"), i * second);
        note(network, patch("ConfigMap", "{dbPassword: x}"), i * second);
      }
      for (const auto& found : x.now(11 * second)) CHECK_EQ(values_of(found), "");
    }
  }

  TEST_CASE("a hook that wakes itself is named, too") {
    object_rounds x;
    for (int i = 0; i < 12; ++i) static_cast<void>(x.note({network, shared, ""}, i * second));
    const auto now = x.now(11 * second);
    REQUIRE_EQ(now.size(), 1);
    CHECK_EQ(describe(now[0]), network
                                 + " has run 12 times in 11 s: it writes ConfigMap default/shared, and watches it, so "
                                   "each run wakes the next");
    CHECK(next_step(now[0]).find("jqFilter") != std::string::npos);
  }

  TEST_CASE("nine runs in a minute are rest, and runs of many objects are, too") {
    object_rounds x;
    for (int i = 0; i < 40; ++i) CHECK_FALSE(x.note({network, shared, ""}, i * 7 * second));
    CHECK(x.now(39 * 7 * second).empty());
    for (int i = 0; i < 500; ++i)
      CHECK_FALSE(x.note({network, "Pod default/p" + std::to_string(i), ""}, 280 * second + i));
  }

  TEST_CASE("the runs of an object are not forgotten for newer objects with fewer runs") {
    object_rounds x;
    for (int i = 0; i < 30; ++i) {
      static_cast<void>(x.note({network, shared, ""}, i * second));
      for (int other = 0; other < 10; ++other)
        static_cast<void>(x.note({mesh, "Pod default/p" + std::to_string(i * 10 + other), ""}, i * second + other));
    }
    CHECK_EQ(x.now(30 * second).size(), 1);
  }

  TEST_CASE("only operations on objects that have woken the hook count") {
    const auto name = core::hooks::woken_name("ConfigMap", "default", "shared");
    CHECK_EQ(name, shared);
    CHECK_EQ(core::hooks::woken_name("Node", "", "worker-1"), "Node worker-1");
    const auto operations = operations_of(
      "{operation: MergePatch, kind: ConfigMap, namespace: default, name: shared, mergePatch: {metadata: {labels: {a: "
      "b}}, data: {mtu: '1450'}}}\n---\n"
      "{operation: MergePatch, kind: ConfigMap, namespace: default, name: shared, mergePatch: {data: {other: "
      "x}}}\n---\n"
      "{operation: Delete, kind: ConfigMap, namespace: default, name: old}\n");
    const auto found = core::hooks::rounds_in(operations, {name, "Pod default/a"}, "default", network);
    REQUIRE_EQ(found.size(), 1);
    CHECK_EQ(found[0].object, shared);
    CHECK_EQ(found[0].hook, network);
    CHECK_EQ(found[0].field, "data.mtu");
    CHECK(core::hooks::rounds_in(operations, {}, "default", network).empty());
    CHECK(core::hooks::rounds_in(operations, {"ConfigMap other/shared"}, "default", network).empty());
  }

  TEST_CASE("an operation without a namespace is on an object of the default namespace, or of the cluster") {
    const auto operations =
      operations_of("{operation: JSONPatch, kind: Node, name: worker, jsonPatch: [{op: remove, path: "
                    "/a}]}");
    CHECK_EQ(core::hooks::rounds_in(operations, {"Node worker"}, "default", mesh).size(), 1);
    CHECK_EQ(core::hooks::rounds_in(operations, {"Node default/worker"}, "default", mesh).size(), 1);
    CHECK_EQ(core::hooks::rounds_in(operations, {"Node worker"}, "default", mesh)[0].field, "");
  }
}
