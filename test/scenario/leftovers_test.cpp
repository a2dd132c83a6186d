// Objects of an unfinished upgrade that the chart no longer has.
#include "support/operator_fixture.hpp"

#include <map>
#include <string>

using test::operator_fixture;

namespace {

std::string manifest_of(const std::string& name) {
  return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + "}\ndata: {a: b}\n";
}

/// A platform after its operator was killed in the middle of an upgrade that had created the object `extra`.
struct killed_fixture : operator_fixture {
  killed_fixture() {
    module("010-web");
    create_config_map();
    chart("web", manifest_of("web"));
    store(1, "deployed", manifest_of("web"));
    store(2, "pending-upgrade", manifest_of("web") + "---\n" + manifest_of("extra"));
    put("web", "web");
  }

  void store(int revision, const std::string& status, const std::string& manifest) {
    helm().store({.name = "web",
                  .revision = static_cast<std::uint32_t>(revision),
                  .status = status,
                  .manifest = manifest,
                  .labels = {{"moduleChecksum", "x"}, {"moduleRevision", std::to_string(revision)}}});
  }
  /// @param release in Helm's annotations; empty: none
  /// @param metadata further metadata
  void put(const std::string& name, const std::string& release, const text::json& more = text::json::object()) {
    const auto object = test::object_of("v1", "ConfigMap", name, {}, namespace_name);
    auto metadata = *object.find("metadata");
    for (const auto& [key, value] : more.as_object()) metadata = metadata.with(key, value);
    if (!release.empty())
      metadata = metadata.with("annotations", text::json::object({{"meta.helm.sh/release-name", release},
                                                                  {"meta.helm.sh/release-namespace", namespace_name}}));
    api().put_object(object.with("metadata", metadata));
  }
  [[nodiscard]] bool is_there(const std::string& name) {
    return api().object("ConfigMap", namespace_name, name).has_value();
  }
  [[nodiscard]] std::string left() {
    const auto at = log().find("release_objects_left");
    return at == std::string::npos ? "" : log().substr(at, log().find('\n', at) - at);
  }
  [[nodiscard]] std::string removed() {
    const auto at = log().find("release_objects_removed");
    return at == std::string::npos ? "" : log().substr(at, log().find('\n', at) - at);
  }
  [[nodiscard]] bool is_named(const std::string& name) {
    return left().find("addon-operator/ConfigMap/" + name) != std::string::npos;
  }
};

} // namespace

TEST_CASE_FIXTURE(killed_fixture, "objects that only an incomplete upgrade has made are named, and stay") {
  SUBCASE("that was killed") {}
  SUBCASE("that has failed") {
    store(2, "failed", manifest_of("web") + "---\n" + manifest_of("extra"));
  }
  put("extra", "web");
  start();
  CHECK_MESSAGE(is_named("extra"), log());
  CHECK_FALSE(is_named("web"));
  CHECK(is_there("extra"));
}

TEST_CASE_FIXTURE(killed_fixture, "objects of others with the names of a killed upgrade are not named") {
  SUBCASE("of another release") {
    put("extra", "other");
  }
  SUBCASE("of no release") {
    put("extra", "");
  }
  start();
  CHECK_EQ(left(), "");
  CHECK(is_there("extra"));
}

TEST_CASE_FIXTURE(killed_fixture, "an object of a killed upgrade that is being deleted is not named") {
  put("extra", "web", text::json::object({{"deletionTimestamp", "2026-01-01T00:00:00Z"}}));
  start();
  CHECK_EQ(left(), "");
}

TEST_CASE_FIXTURE(killed_fixture, "objects of a killed upgrade that the chart has still are not named") {
  put("extra", "web");
  chart("web", manifest_of("web") + "---\n" + manifest_of("extra"));
  start();
  CHECK_EQ(left(), "");
}

TEST_CASE_FIXTURE(killed_fixture, "objects of a killed upgrade that has not come so far are not named") {
  start();
  CHECK_EQ(left(), "");
}

TEST_CASE_FIXTURE(killed_fixture, "objects of the revision before a failed one are named when the release goes") {
  store(1, "deployed", manifest_of("web") + "---\n" + manifest_of("old"));
  store(2, "failed", manifest_of("web"));
  put("old", "web");
  set_config("webEnabled", "false");
  start();
  CHECK_EQ(helm().revision("web"), 0);
  CHECK_MESSAGE(is_named("old"), log());
  CHECK(is_there("old"));
  CHECK_FALSE(is_there("web"));
}

TEST_CASE_FIXTURE(killed_fixture, "an upgrade after a failed one names the objects that go, and no others") {
  store(1, "deployed", manifest_of("web") + "---\n" + manifest_of("old"));
  store(2, "failed", manifest_of("web") + "---\n" + manifest_of("extra"));
  put("old", "web");
  put("extra", "web");
  start();
  CHECK_FALSE(is_there("old"));
  CHECK(is_there("extra"));
  CHECK_MESSAGE(removed().find("addon-operator/ConfigMap/old") != std::string::npos, log());
  CHECK_MESSAGE(removed().find("addon-operator/ConfigMap/extra") == std::string::npos, removed());
}
