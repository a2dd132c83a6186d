#include "core/releases/release_set.hpp"

#include <doctest/doctest.h>

using core::releases::release;
using core::releases::release_set;
using core::releases::release_status;

namespace {

release revision(std::string name, std::uint32_t number, release_status status = release_status::deployed) {
  return {std::move(name), number, status, {}};
}

} // namespace

TEST_CASE("nothing is known of a release before the first list is complete") {
  release_set releases;
  CHECK_FALSE(releases.put(revision("dns", 1)));
  CHECK(std::holds_alternative<core::releases::releases_unknown>(releases.find("dns")));
  CHECK(std::holds_alternative<core::releases::releases_unknown>(releases.find("ingress")));
  releases.complete();
  CHECK(std::holds_alternative<release>(releases.find("dns")));
  CHECK(std::holds_alternative<core::releases::no_release>(releases.find("ingress")));
}

TEST_CASE("the latest revision stands for the release, whatever order revisions come in") {
  release_set releases;
  releases.complete();
  CHECK(releases.put(revision("dns", 10)));
  CHECK_FALSE(releases.put(revision("dns", 9, release_status::superseded)));
  CHECK(std::get<release>(releases.find("dns")).revision == 10);
  CHECK(releases.put(revision("dns", 11, release_status::pending_upgrade)));
  REQUIRE(releases.pending().size() == 1);
  CHECK(releases.pending().front().revision == 11);
}

TEST_CASE("a revision without labels of the operator has those of the latest revision that has them") {
  const auto own = [](std::uint32_t number, const char* digest) {
    auto x = revision("dns", number);
    x.labels = {{"moduleChecksum", digest}, {"moduleRevision", std::to_string(number)}, {"version", "old"}};
    return x;
  };
  const auto latest = [](const release_set& of) { return std::get<release>(of.find("dns")); };
  release_set releases;
  auto stripped = revision("dns", 4, release_status::failed);
  stripped.labels = {{"version", "4"}};
  releases.replace({own(1, "a"), own(2, "b"), revision("dns", 3), stripped});
  CHECK_EQ(latest(releases).revision, 4);
  CHECK_EQ(latest(releases).labels,
           std::map<std::string, std::string>{{"moduleChecksum", "b"}, {"moduleRevision", "2"}, {"version", "4"}});
  CHECK_MESSAGE(core::releases::is_made_by_others(latest(releases)), "it does not count as the operator's work");
  releases.put(revision("dns", 3, release_status::uninstalled));
  CHECK_MESSAGE(!latest(releases).label("moduleChecksum"), "a release that was installed anew");
  releases.replace({revision("dns", 1), revision("dns", 2)});
  auto predecessors = revision("dns", 1);
  predecessors.labels = {{"moduleChecksum", "a"}};
  releases.put(predecessors);
  CHECK_EQ(latest(releases).label("moduleRevision"), "1");
  releases.put(own(5, "c"));
  CHECK_EQ(latest(releases).label("moduleChecksum"), "c");
}

TEST_CASE("a removed revision leaves the one before it, the last one no release") {
  release_set releases;
  releases.replace({revision("dns", 1), revision("dns", 2, release_status::pending_upgrade)});
  CHECK(releases.remove("dns", 2));
  CHECK(std::get<release>(releases.find("dns")).revision == 1);
  CHECK_FALSE(releases.remove("dns", 7));
  CHECK(releases.remove("dns", 1));
  CHECK(std::holds_alternative<core::releases::no_release>(releases.find("dns")));
  CHECK_FALSE(releases.remove("dns", 1));
}

TEST_CASE("a new list replaces the old list") {
  release_set releases;
  releases.replace({revision("dns", 1), revision("ingress", 1)});
  releases.replace({revision("ingress", 2), revision("web", 1)});
  CHECK(releases.names() == std::vector<std::string>{"ingress", "web"});
}

TEST_CASE("a release of which only the record is left is found as uninstalled") {
  release_set releases;
  releases.replace({revision("dns", 1, release_status::superseded), revision("dns", 2, release_status::uninstalled)});
  CHECK(std::get<release>(releases.find("dns")).status == release_status::uninstalled);
  CHECK(releases.names() == std::vector<std::string>{"dns"});
}
