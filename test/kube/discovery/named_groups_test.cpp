#include "kube/discovery/named_groups.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

TEST_SUITE_BEGIN("kube/discovery/named_groups");

namespace {

struct names {
  kube::discovery::named_groups groups{};

  /// Looks the kind Widget up in a table with these groups.
  std::string ask(const std::vector<std::string>& served) {
    kube::api::resource_table table;
    for (const auto& group : served)
      table.add({.group = group, .version = "v1", .kind = "Widget", .plural = "widgets"});
    const auto found = groups.judge("Widget", table.find({}, "Widget"));
    if (const auto* known = std::get_if<kube::api::resource>(&found)) return known->group;
    if (const auto* why = std::get_if<kube::api::kind_undecided>(&found)) {
      CHECK(why->code == base::error_code::invalid_input);
      CHECK(why->gap == kube::api::undiscovered::groups);
      return why->reason;
    }
    return "absent";
  }
};

} // namespace

TEST_CASE_FIXTURE(names, "a kind without its group is not taken from another group") {
  CHECK(ask({"a.io"}) == "a.io");
  CHECK(ask({}) == "absent");
  CHECK(ask({"b.io"})
        == "'Widget' was a kind of API group a.io, which does not serve it any more; only b.io/v1 has a kind of this "
           "name now, with other objects: write apiVersion, or start the operator again if the kind of the other group "
           "is meant");
  CHECK(ask({"a.io", "b.io"}).starts_with("several API groups have a kind of this name: a.io/v1, b.io/v1"));
  CHECK_MESSAGE(ask({"a.io"}) == "a.io", "its group is back");
}

TEST_CASE_FIXTURE(names, "a kind that several groups had stays undecided when one of them goes") {
  CHECK(ask({"a.io", "b.io"}).starts_with("several API groups"));
  CHECK(ask({"b.io"}).starts_with("'Widget' was a kind of several API groups; only b.io/v1 has"));
}

TEST_CASE_FIXTURE(names, "a kind may move between groups of the API server, and to no other group") {
  CHECK(ask({"extensions"}) == "extensions");
  CHECK(ask({"apps"}) == "apps");
  CHECK(ask({"b.io"}).starts_with("'Widget' was a kind of API group extensions"));
}

TEST_SUITE_END();
