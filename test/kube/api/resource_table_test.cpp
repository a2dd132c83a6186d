#include "kube/api/resource_table.hpp"

#include "base/contains.hpp"
#include "simulation/fake_resources.hpp"

#include <doctest/doctest.h>

#include <initializer_list>
#include <string>
#include <utility>
#include <variant>
#include <vector>

TEST_SUITE_BEGIN("kube/resource_table");

namespace {

std::string found(const kube::api::lookup_result& x) {
  if (const auto* resource = std::get_if<kube::api::resource>(&x))
    return resource->api_version() + "/" + resource->plural;
  if (const auto* undecided = std::get_if<kube::api::kind_undecided>(&x)) return "undecided: " + undecided->reason;
  if (const auto* other = std::get_if<kube::api::kind_in_other_version>(&x)) return "only " + other->served_as;
  const auto& absent = std::get<kube::api::kind_absent>(x);
  return absent.served_as.empty() ? "absent" : "absent, but " + absent.served_as;
}

kube::api::resource a_kind(const std::string& group, const std::string& version, const std::string& kind,
                           const std::string& plural, std::vector<std::string> short_names = {}) {
  auto made = simulation::custom_resource(group, version, kind, plural);
  made.short_names = std::move(short_names);
  return made;
}

kube::api::resource_table table_of(std::initializer_list<kube::api::resource> kinds) {
  kube::api::resource_table table;
  for (const auto& x : kinds) table.add(x);
  return table;
}

} // namespace

TEST_CASE("a kind's own name wins over a short name, whichever group comes first") {
  const auto table =
    table_of({a_kind("aaa.io", "v1", "Foo", "foos", {"widget", "gw"}), a_kind("bbb.io", "v1", "Widget", "widgets"),
              a_kind("ccc.io", "v1", "Datum", "data"), a_kind("ddd.io", "v1", "Data", "dataset"),
              a_kind("eee.io", "v1", "Gateway", "gateways", {"gw"})});
  CHECK_EQ(found(table.find("", "Widget")), "bbb.io/v1/widgets");
  CHECK_EQ(found(table.find("", "WIDGET")), "bbb.io/v1/widgets");
  CHECK_EQ(found(table.find("aaa.io/v1", "widget")), "aaa.io/v1/foos");
  CHECK_MESSAGE(found(table.find("", "Data")) == "ddd.io/v1/dataset", "as it is spelled");
  CHECK_MESSAGE(found(table.find("", "data")) == "ccc.io/v1/data", "a plural comes before a kind in any case");
  CHECK_EQ(found(table.find("", "gw")),
           "undecided: several API groups have a kind of this name: aaa.io/v1, eee.io/v1; write apiVersion");
}

TEST_CASE("a name that several groups have needs an apiVersion, unless the API server itself has the kind") {
  const auto table = table_of({a_kind("aaa.io", "v1", "Widget", "widgets"), a_kind("bbb.io", "v2", "Widget", "widgets"),
                               a_kind("bbb.io", "v1", "Widget", "widgets"), a_kind("aaa.io", "v1", "Job", "jobs"),
                               a_kind("batch", "v1", "Job", "jobs")});
  CHECK_EQ(found(table.find("", "Widget")),
           "undecided: several API groups have a kind of this name: aaa.io/v1, bbb.io/v2; write apiVersion");
  CHECK_EQ(found(table.find("bbb.io/v1", "Widget")), "bbb.io/v1/widgets");
  CHECK_EQ(found(table.find("", "Job")), "batch/v1/jobs");
}

TEST_CASE("a kind that its group serves in another version is not absent") {
  auto table = table_of({a_kind("x.io", "v2", "Widget", "widgets"), a_kind("y.io", "v1", "Gadget", "gadgets")});
  CHECK_EQ(found(table.find("x.io/v1", "Widget")), "only x.io/v2");
  CHECK_EQ(found(table.find("x.io/v1", "Gadget")), "absent, but y.io/v1");
  CHECK_EQ(found(table.find("x.io/v1", "Nothing")), "absent");
  SUBCASE("if the version itself is not known, nothing is said of it") {
    table.add_unknown("x.io", "v1", "away");
    CHECK_EQ(found(table.find("x.io/v1", "Widget")), "undecided: x.io/v1: away");
  }
  SUBCASE("if another version is not known, the kind may be there") {
    table.add_unknown("x.io", "v3", "away");
    CHECK_EQ(found(table.find("x.io/v1", "Widget")), "only x.io/v2");
    CHECK_EQ(found(table.find("x.io/v1", "Nothing")), "undecided: x.io/v3: away");
  }
}

TEST_CASE("a resource is found again in its own group, in the versions that do") {
  const auto before = a_kind("x.io", "v1", "Widget", "widgets");
  const auto other_version = a_kind("x.io", "v2", "Widget", "widgets");
  const auto other_group = a_kind("a.io", "v1", "Widget", "widgets");
  auto cluster_wide = before;
  cluster_wide.namespaced = false;
  CHECK_EQ(found(table_of({other_group, other_version, before}).find_again("", before)), "x.io/v1/widgets");
  CHECK_EQ(found(table_of({other_group, other_version}).find_again("", before)), "x.io/v2/widgets");
  CHECK_EQ(found(table_of({other_group, other_version}).find_again("x.io/v1", before)), "only x.io/v2");
  CHECK_EQ(found(table_of({other_group}).find_again("", before)), "absent");
  CHECK_EQ(found(table_of({cluster_wide}).find_again("", before)), "absent");
  auto table = table_of({other_group});
  table.add_unknown("y.io", "v1", "away");
  CHECK_MESSAGE(found(table.find_again("", before)) == "absent", "its own group is known");
  table.add_unknown("x.io", "v2", "away");
  CHECK_EQ(found(table.find_again("x.io/v1", before)), "undecided: x.io/v2: away");
}

TEST_CASE("what cannot be known because of one group is said to be so, and other kinds are found") {
  auto table = table_of({a_kind("x.io", "v1", "Widget", "widgets")});
  table.add_unknown("metrics.io", "v1", "away");
  CHECK_EQ(found(table.find("", "Widget")), "x.io/v1/widgets");
  const auto unknown = table.find("", "Gadget");
  REQUIRE(std::holds_alternative<kube::api::kind_undecided>(unknown));
  CHECK(std::get<kube::api::kind_undecided>(unknown).gap == kube::api::undiscovered::groups);
  CHECK_MESSAGE(base::contains(table.api_versions(), "metrics.io/v1"), "for charts the group is served");
}

TEST_SUITE_END();
