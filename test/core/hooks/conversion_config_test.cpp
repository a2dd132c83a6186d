#include "core/hooks/conversion_config.hpp"

#include "core/bindings/binding.hpp"
#include "core/hooks/config.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

base::result<core::bindings::hook_definition> hook(const std::string& items, const std::string& more = {}) {
  return core::hooks::parse_hook_config("configVersion: v1\n" + more + "kubernetesCustomResourceConversion:\n" + items,
                                        core::hooks::hook_owner::module);
}

std::string fault(const std::string& items) {
  const auto read = hook(items);
  return read ? "" : read.error().message;
}

constexpr auto start = "- name: tabs\n  crdName: tabs.x.io\n";

} // namespace

TEST_CASE("a conversion has its steps with full or short versions, and the snapshots of its group") {
  const auto read =
    hook(std::string(start)
           + "  conversions: [{fromVersion: v1, toVersion: x.io/v2}, {fromVersion: v2, toVersion: v1}]\n"
             "  group: main\n  includeSnapshotsFrom: [pods]\n",
         "kubernetes:\n- {name: pods, kind: Pod, apiVersion: v1}\n"
         "- {name: maps, kind: ConfigMap, apiVersion: v1, group: main}\n");
  REQUIRE_MESSAGE(read, read.error().message);
  REQUIRE(read->conversions.size() == 1);
  const auto& x = *read->conversions[0];
  CHECK(x.name == "tabs");
  CHECK(x.definition == "tabs.x.io");
  CHECK(x.steps == std::vector<core::bindings::conversion_step>{{"v1", "x.io/v2"}, {"v2", "v1"}});
  CHECK(x.snapshots_from == std::vector<std::string>{"pods", "maps"});
  CHECK(core::bindings::occasions_of(*read) == "events of Pod, events of ConfigMap, conversions of tabs.x.io");
  CHECK(hook(std::string(start) + "  conversions: [{fromVersion: v1, toVersion: v2}]\n")->remarks.empty());
}

TEST_CASE("a step may have a jq program in place of the hook") {
  const auto read =
    hook(std::string(start)
         + "  conversions: [{fromVersion: v1, toVersion: v2, jq: .a = 1}, {fromVersion: v2, toVersion: v1}]\n");
  REQUIRE_MESSAGE(read, read.error().message);
  CHECK(read->conversions[0]->steps[0].jq == ".a = 1");
  CHECK(read->conversions[0]->steps[1].jq.empty());
}

TEST_CASE("a fault of a conversion is named with its place") {
  const std::string key = "kubernetesCustomResourceConversion";
  const std::string steps = "  conversions: [{fromVersion: v1, toVersion: v2}]\n";
  struct row {
    std::string items;
    std::string part;
  };
  const std::vector<row> rows{
    {"  []\n", key + ": "},
    {"- {}\n", key + "[0].name: "},
    {"- {}\n", key + "[0].crdName: "},
    {"- {}\n", key + "[0].conversions: is required"},
    {start + std::string("  conversions: []\n"), key + "[0].conversions: "},
    {start + std::string("  conversions: [{fromVersion: v1}]\n"), key + "[0].conversions[0].toVersion: "},
    {start + std::string("  conversions: [{fromVersion: a/b/c, toVersion: v2}]\n"),
     "expected VERSION or GROUP/VERSION"},
    {start + std::string("  conversions: [{fromVersion: v1, toVersion: v2, more: 1}]\n"),
     key + "[0].conversions[0].more: "},
    {start + std::string("  conversions: [{fromVersion: v1, toVersion: v2, jq: '.a |'}]\n"),
     key + "[0].conversions[0].jq: "},
    {start + steps + "  includeSnapshotsFrom: []\n", key + "[0].includeSnapshotsFrom: must have at least one item"},
    {start + steps + "  includeSnapshotsFrom: [pods]\n", "'pods' binding name not found"},
    {start + steps + "  jq: .\n", key + "[0].jq: "},
    {"- name: tabs\n  crdName: tabs\n" + steps, "must be the name of a CustomResourceDefinition: PLURAL.GROUP"},
  };
  for (const auto& x : rows)
    CHECK_MESSAGE(fault(x.items).find(x.part) != std::string::npos, x.part, ": ", fault(x.items));
}
