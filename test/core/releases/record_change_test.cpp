#include "core/releases/record_change.hpp"

#include <doctest/doctest.h>

#include <map>
#include <optional>
#include <string>

using core::releases::release;
using core::releases::release_status;
using core::releases::work_of_others;

namespace {

const core::releases::platform_identity own{"shop", {}};

release revision(std::uint32_t number, release_status status, std::map<std::string, std::string> labels = {}) {
  labels.try_emplace("inputsChecksum", "in");
  labels.try_emplace("moduleRevision", std::to_string(number));
  return {"web", number, status, std::move(labels)};
}

release of_platform(const char* name) {
  return revision(3, release_status::deployed, {{"modulePlatform", name}});
}

} // namespace

TEST_CASE("a record is lost if an own deployed revision has gone and no later revision is there") {
  const auto before = revision(3, release_status::deployed);
  CHECK(core::releases::is_record_lost(before, std::nullopt, own));
  CHECK(core::releases::is_record_lost(before, revision(2, release_status::superseded), own));
  CHECK_FALSE(core::releases::is_record_lost(before, before, own));
  CHECK_FALSE(core::releases::is_record_lost(before, revision(4, release_status::failed), own));
  CHECK_FALSE(core::releases::is_record_lost(revision(3, release_status::uninstalled), std::nullopt, own));
  CHECK_FALSE(core::releases::is_record_lost(of_platform("other"), std::nullopt, own));
}

TEST_CASE("the newest record is lost if the latest revision of an own release is superseded") {
  CHECK(core::releases::is_newest_record_lost(revision(1, release_status::superseded), own));
  CHECK_FALSE(core::releases::is_newest_record_lost(revision(1, release_status::deployed), own));
  CHECK_FALSE(core::releases::is_newest_record_lost(revision(1, release_status::failed), own));
  CHECK_FALSE(
    core::releases::is_newest_record_lost(revision(1, release_status::superseded, {{"modulePlatform", "other"}}), own));
}

TEST_CASE("another platform has given a release up if it is gone, or is this platform's now") {
  CHECK(core::releases::is_given_up(of_platform("other"), std::nullopt, own));
  CHECK(core::releases::is_given_up(of_platform("other"), of_platform("shop"), own));
  CHECK_FALSE(core::releases::is_given_up(of_platform("other"), of_platform("third"), own));
  CHECK_FALSE(core::releases::is_given_up(of_platform("shop"), std::nullopt, own));
}

TEST_CASE("the work of another client shows in status and number of the latest revision") {
  struct row {
    const char* title;
    release last;
    work_of_others work;
  };
  const std::map<std::string, std::string> copied{{"moduleRevision", "2"}};
  const row rows[] = {
    {"deployed by the operator", revision(3, release_status::deployed), work_of_others::none},
    {"failed by the operator", revision(3, release_status::failed), work_of_others::none},
    {"deployed by another client", revision(3, release_status::deployed, copied), work_of_others::done},
    {"failed by another client", revision(3, release_status::failed, copied), work_of_others::done},
    {"superseded", revision(3, release_status::superseded, copied), work_of_others::none},
    {"pending", revision(3, release_status::pending_upgrade), work_of_others::unfinished},
    {"uninstalling", revision(3, release_status::uninstalling), work_of_others::unfinished},
    {"uninstalled by another client", revision(3, release_status::uninstalled), work_of_others::done},
    {"uninstalled by the operator", revision(3, release_status::uninstalled, {{"moduleUninstall", "3"}}),
     work_of_others::none},
    {"not the operator's", {"web", 3, release_status::pending_install, {}}, work_of_others::none},
    {"of another platform", of_platform("other"), work_of_others::none},
  };
  for (const auto& r : rows) {
    CAPTURE(r.title);
    CHECK(core::releases::work_of_others_on(r.last, own) == r.work);
  }
}
