#include "core/releases/pending_revision.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <map>
#include <string>

using namespace std::chrono_literals;
using core::releases::release;
using core::releases::release_status;
using core::releases::revision_work;
using core::releases::work_on;

TEST_CASE("only a pending revision, or one that is being uninstalled, is worked on") {
  for (const auto status : {release_status::deployed, release_status::failed, release_status::superseded,
                            release_status::uninstalled, release_status::unknown})
    CHECK(work_on({"web", 3, status, {}}, 0s) == revision_work::none);
  for (const auto status : {release_status::pending_install, release_status::pending_upgrade,
                            release_status::pending_rollback, release_status::uninstalling})
    CHECK(work_on({"web", 3, status, {}}, 0s) == revision_work::of_others);
}

TEST_CASE("another Helm has five minutes for a pending revision, and the operator's own Helm has none") {
  const auto judged = [](std::map<std::string, std::string> labels, std::chrono::seconds unchanged) {
    return work_on({"web", 3, release_status::pending_upgrade, std::move(labels)}, unchanged);
  };
  const std::map<std::string, std::string> own{{"inputsChecksum", "in1"}, {"moduleRevision", "3"}};
  const std::map<std::string, std::string> copied{{"inputsChecksum", "in1"}, {"moduleRevision", "2"}};
  // Times from the clock of another machine do not prove the age.
  const std::map<std::string, std::string> behind{{"createdAt", "1"}, {"modifiedAt", "1"}};
  CHECK(judged(own, 0s) == revision_work::abandoned);
  CHECK(judged({{"inputsChecksum", "in1"}, {"moduleChecksum", "out1"}}, 0s) == revision_work::abandoned);
  for (const auto& labels : {copied, behind, {}}) {
    CHECK(judged(labels, 299s) == revision_work::of_others);
    CHECK(judged(labels, 300s) == revision_work::abandoned);
  }
}

TEST_CASE("the Helm of another leader has five minutes, and the Helm of an earlier leader has none") {
  const auto judged = [](const char* term, const char* own, std::chrono::seconds unchanged) {
    const std::map<std::string, std::string> labels{
      {"inputsChecksum", "in1"}, {"moduleRevision", "3"}, {"moduleUninstall", "3"}, {"moduleTerm", term}};
    const auto pending = work_on({"web", 3, release_status::pending_upgrade, labels}, unchanged, own);
    CHECK(work_on({"web", 3, release_status::uninstalling, labels}, unchanged, own) == pending);
    return pending;
  };
  CHECK(judged("2.bbbbbbbb", "3.aaaaaaaa", 0s) == revision_work::abandoned);
  CHECK(judged("3.aaaaaaaa", "3.aaaaaaaa", 0s) == revision_work::abandoned);
  CHECK(judged("3.bbbbbbbb", "", 0s) == revision_work::abandoned);
  for (const auto* other : {"3.bbbbbbbb", "4.bbbbbbbb"}) {
    CHECK(judged(other, "3.aaaaaaaa", 299s) == revision_work::of_others);
    CHECK(judged(other, "3.aaaaaaaa", 300s) == revision_work::abandoned);
  }
}

TEST_CASE("an uninstallation is another Helm's work unless the operator has noted it as its own") {
  const auto judged = [](const char* noted, std::chrono::seconds unchanged) {
    return work_on({"web", 3, release_status::uninstalling, {{"moduleUninstall", noted}}}, unchanged);
  };
  CHECK(judged("3", 0s) == revision_work::abandoned);
  CHECK(judged("2", 299s) == revision_work::of_others);
  CHECK(judged("2", 300s) == revision_work::abandoned);
}
