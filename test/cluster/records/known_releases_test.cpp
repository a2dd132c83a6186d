#include "cluster/records/known_releases.hpp"

#include "support/release_secret.hpp"

#include <doctest/doctest.h>

#include <string>
#include <variant>

namespace {

std::string secret(std::uint32_t revision, const std::string& status, int version, const std::string& uid = "u") {
  const auto object =
    test::secret_of({"web", revision, status, "kind: ConfigMap\napiVersion: v1\nmetadata: {name: a}\n"});
  const auto metadata = object.find("metadata")->with("resourceVersion", std::to_string(version)).with("uid", uid);
  return object.with("metadata", metadata).dump();
}

std::string state_of(const cluster::records::known_releases& records) {
  const auto known = records.find("web");
  if (std::holds_alternative<core::releases::releases_unknown>(known)) return "unknown";
  const auto* release = std::get_if<core::releases::release>(&known);
  return release == nullptr ? "none" : std::to_string(release->revision) + " " + core::releases::name(release->status);
}

} // namespace

TEST_CASE("before the first list a release is unknown, after it the release does not exist") {
  cluster::records::known_releases records;
  CHECK(state_of(records) == "unknown");
  records.list({});
  CHECK(state_of(records) == "none");
}

TEST_CASE("what was read after a run counts until the watch has caught up") {
  cluster::records::known_releases records;
  records.list({});
  REQUIRE(records.take(secret(1, "deployed", 20), "default"));
  records.put(secret(1, "pending-install", 10));
  CHECK(state_of(records) == "1 deployed");
  records.put(secret(1, "deployed", 20));
  records.put(secret(1, "superseded", 30));
  CHECK(state_of(records) == "1 superseded");
}

TEST_CASE("a late deletion of an older revision of the same number does not remove the new one") {
  cluster::records::known_releases records;
  const auto pending = secret(1, "pending-install", 10);
  records.list({pending});
  records.take_away("web", 1);
  REQUIRE(records.take(secret(1, "deployed", 20), "default"));
  records.remove(pending);
  CHECK(state_of(records) == "1 deployed");
}

TEST_CASE("what was read before a deletion that the watch has shown is gone, what was made after it is there") {
  cluster::records::known_releases records;
  records.list({secret(1, "deployed", 10)});
  records.remove(secret(1, "deployed", 20));
  REQUIRE(records.take(secret(1, "deployed", 10), "default"));
  CHECK(state_of(records) == "none");
  REQUIRE(records.take(secret(1, "deployed", 30), "default"));
  CHECK(state_of(records) == "1 deployed");
}

TEST_CASE("what a late watch shows of a record that the operator has deleted is outdated") {
  cluster::records::known_releases records;
  records.list({secret(1, "superseded", 10), secret(2, "uninstalled", 30)});
  records.deleted("web", 1, "10");
  records.deleted("web", 2, "30");
  REQUIRE(records.take(secret(1, "deployed", 50), "default"));
  records.put(secret(2, "deployed", 20));
  records.put(secret(2, "uninstalled", 30));
  CHECK(state_of(records) == "1 deployed");
  SUBCASE("a list that is as late as the watch") {
    records.list({secret(1, "superseded", 10), secret(2, "deployed", 20)}, "25");
    CHECK(state_of(records) == "1 deployed");
  }
  SUBCASE("what is newer than the deletion counts") {
    records.remove(secret(2, "uninstalled", 41));
    records.put(secret(2, "deployed", 60));
    CHECK(state_of(records) == "2 deployed");
  }
}

TEST_CASE("a later list shows which records exist, except records that were read after it was made") {
  cluster::records::known_releases records;
  records.list({});
  REQUIRE(records.take(secret(1, "deployed", 20), "default"));
  SUBCASE("the list is older") {
    records.list({}, "15");
    CHECK(state_of(records) == "1 deployed");
    records.list({secret(1, "pending-install", 10)}, "15");
    CHECK(state_of(records) == "1 deployed");
  }
  SUBCASE("the list is newer: an API server that was restored has forgotten what was read") {
    records.list({secret(1, "pending-install", 10)}, "1000");
    CHECK(state_of(records) == "1 pending-install");
    records.list({}, "1001");
    CHECK(state_of(records) == "none");
  }
}

TEST_CASE("after a lost history the list counts, even with lower versions") {
  cluster::records::known_releases records;
  records.list({});
  REQUIRE(records.take(secret(2, "deployed", 40), "default"));
  records.remove(secret(1, "superseded", 30));
  records.forget_history();
  records.list({secret(1, "deployed", 10)}, "15");
  CHECK(state_of(records) == "1 deployed");
  REQUIRE(records.take(secret(1, "deployed", 12), "default"));
  CHECK_MESSAGE(records.latest_manifest("web") != nullptr, "its deletion was of the lost history");
}

TEST_CASE("inputs that were found to render the same manifest count for their revision only") {
  cluster::records::known_releases records;
  records.list({});
  REQUIRE(records.take(secret(1, "deployed", 20), "default"));
  records.confirm(*records.latest("web"), "abc");
  CHECK(std::get<core::releases::release>(records.find("web")).label(core::releases::inputs_checksum_label) == "abc");
  records.put(secret(2, "deployed", 30));
  CHECK_FALSE(std::get<core::releases::release>(records.find("web")).label(core::releases::inputs_checksum_label));
}

TEST_CASE("the manifest of a revision is kept as its digest and its objects") {
  cluster::records::known_releases records;
  records.list({});
  REQUIRE(records.take(secret(1, "deployed", 20), "default"));
  REQUIRE(records.latest_manifest("web") != nullptr);
  CHECK(records.latest_manifest("web")->objects->front().name == "a");
  records.put(secret(2, "deployed", 30));
  CHECK(records.latest_manifest("web") == nullptr);
}

TEST_CASE("what was found about a release says nothing about one that others have made anew with the same number") {
  cluster::records::known_releases records;
  records.list({});
  REQUIRE(records.take(secret(1, "deployed", 20, "old"), "default"));
  records.confirm(*records.latest("web"), "abc");
  SUBCASE("the watch has shown the end of the old one") {
    records.remove(secret(1, "deployed", 21, "old"));
  }
  SUBCASE("a list shows only the new one") {}
  records.list({secret(1, "deployed", 30, "new")}, "31");
  CHECK_FALSE(std::get<core::releases::release>(records.find("web")).label(core::releases::inputs_checksum_label));
  CHECK(records.latest_manifest("web") == nullptr);
}
