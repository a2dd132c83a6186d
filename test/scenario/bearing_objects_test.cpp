// Namespaces and definitions in charts: the API server deletes the objects of users with them.
#include "support/operator_fixture.hpp"

#include <chrono>
#include <filesystem>
#include <string>

using test::operator_fixture;
using namespace std::chrono_literals;

namespace {

constexpr auto maps = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n";
constexpr auto space = "apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n";

struct bearing_fixture : operator_fixture {
  bearing_fixture() {
    create_config_map();
    module("010-base");
    chart("base", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: base}\n");
    module("020-web");
    chart("web", std::string(maps) + "---\n" + space);
    start();
    REQUIRE(has_space());
    static_cast<void>(take_journal());
  }
  [[nodiscard]] bool has_space() { return api().object("Namespace", "", "shop").has_value(); }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
};

} // namespace

TEST_CASE_FIXTURE(bearing_fixture, "a single release with a Namespace does not go with its directory alone") {
  stop();
  std::filesystem::remove_all(path("modules/020-web"));
  start();
  CHECK(has_space());
  CHECK_MESSAGE(problems().find("(with 'web' would go for good: Namespace/shop with all objects in it)")
                  != std::string::npos,
                problems());
  set_config("webEnabled", "false");
  run();
  CHECK_FALSE(has_space());
  CHECK_NE(log().find(", though not what goes with Namespace/shop with all objects in it"), std::string::npos);
}

TEST_CASE_FIXTURE(bearing_fixture, "an upgrade without a Namespace of the chart is held until a label confirms it") {
  stop();
  chart("web", maps);
  start();
  CHECK(has_space());
  CHECK_MESSAGE(problems().find("helm would remove Namespace/shop with all objects in it") != std::string::npos,
                problems());
  auto last = *helm().latest("web");
  last.labels["moduleGivesUp"] = "1";
  helm().store(last);
  run();
  CHECK_FALSE(has_space());
  CHECK_EQ(helm().latest("web")->revision, 2);
}

TEST_CASE_FIXTURE(bearing_fixture, "a Namespace that a user keeps holds no upgrade") {
  auto kept = *api().object("Namespace", "", "shop");
  auto metadata = *kept.find("metadata");
  api().put_object(kept.with(
    "metadata", metadata.with("annotations", text::json::object({{"helm.sh/resource-policy", text::json("keep")}}))));
  stop();
  chart("web", maps);
  start();
  CHECK_EQ(helm().latest("web")->revision, 2);
}

namespace {

struct claims_fixture : bearing_fixture {
  /// @param when_deleted see `persistentVolumeClaimRetentionPolicy`
  void release_set(const std::string& when_deleted) {
    stop();
    chart("web", std::string(maps)
                   + "---\napiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: db}\nspec: "
                     "{persistentVolumeClaimRetentionPolicy: {whenDeleted: "
                   + when_deleted + "}}\n---\n" + space);
    start();
    REQUIRE(has_set());
    stop();
    chart("web", std::string(maps) + "---\n" + space);
  }
  [[nodiscard]] bool has_set() { return api().object("StatefulSet", namespace_name, "db").has_value(); }
};

} // namespace

TEST_CASE_FIXTURE(claims_fixture, "an upgrade without a StatefulSet is held if claims go with it") {
  release_set("Delete");
  start();
  CHECK(has_set());
  CHECK_MESSAGE(problems().find("helm would remove StatefulSet/db with the claims of its Pods and their volumes")
                  != std::string::npos,
                problems());
}

TEST_CASE_FIXTURE(claims_fixture, "an upgrade without a StatefulSet goes on if its claims stay") {
  release_set("Retain");
  start();
  CHECK_FALSE(has_set());
}

namespace {

/// The hook of `web` sets the replicas of a StatefulSet with claims.
struct scaled_fixture : operator_fixture {
  explicit scaled_fixture(const std::string& when_scaled = "Delete", std::chrono::seconds grace = 0s) {
    setup.removal_grace = grace;
    setup.helm.stays = grace > 0s;
    setup.helm.platform = {"shop", {}};
    create_config_map();
    module("020-web", "webEnabled: true\nweb: {replicas: 1}\n");
    chart("web", std::string(maps)
                   + "---\napiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: db}\nspec: {replicas: {{ "
                     ".Values.web.replicas }}, persistentVolumeClaimRetentionPolicy: {whenScaled: "
                   + when_scaled + "}}\n");
    hook("web/a.sh", test::v1("onStartup: 1"));
    count(3);
    start();
    REQUIRE_MESSAGE(replicas() == "3", log());
    // The reader of charts in tests knows no lists by indentation.
    auto set = *api().object("StatefulSet", namespace_name, "db");
    const auto claims = text::json::array({text::json::object({{"kind", "PersistentVolumeClaim"}})});
    api().put_object(set.with("metadata", set.find("metadata")->without("resourceVersion"))
                       .with("spec", set.find("spec")->with("volumeClaimTemplates", claims)));
    stop();
  }
  void count(int replicas) {
    replay("web/a.sh", [replicas](test::hook_run& run) {
      run.values_patch = R"([{"op":"add","path":"/web/replicas","value":)" + std::to_string(replicas) + "}]";
    });
  }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  [[nodiscard]] std::string replicas() {
    const auto set = api().object("StatefulSet", namespace_name, "db");
    const auto* spec = set ? set->find("spec") : nullptr;
    const auto* found = spec == nullptr ? nullptr : spec->find("replicas");
    return found == nullptr ? "" : found->dump();
  }
};

/// Revisions have a digest of the values that users have written.
struct written_fixture : scaled_fixture {
  written_fixture() : scaled_fixture("Delete", 10s) {}
};

struct kept_claims_fixture : scaled_fixture {
  kept_claims_fixture() : scaled_fixture("Retain") {}
};

} // namespace

TEST_CASE_FIXTURE(scaled_fixture, "replicas do not go with their claims because a hook counts less") {
  count(1);
  start();
  CHECK_EQ(replicas(), "3");
  CHECK_MESSAGE(problems().find("helm would take replicas from StatefulSet/db (1 replica), whose claims and volumes go "
                                "with the Pods (whenScaled: Delete), and users have written nothing else than before")
                  != std::string::npos,
                problems());
  SUBCASE("the former value is back") {
    stop();
    count(3);
    start();
    CHECK_EQ(replicas(), "3");
  }
  SUBCASE("a label confirms it") {
    auto last = *helm().latest("web");
    last.labels["moduleGivesUp"] = std::to_string(last.revision);
    helm().store(last);
    run();
    CHECK_EQ(replicas(), "1");
  }
  CHECK_MESSAGE(problems().find("is held") == std::string::npos, problems());
}

TEST_CASE_FIXTURE(written_fixture, "a number of replicas that a user writes ends the hold, though a hook has set it") {
  count(1);
  start();
  REQUIRE_EQ(replicas(), "3");
  set_config("web", "replicas: 1\n");
  run();
  CHECK_EQ(replicas(), "1");
  CHECK_MESSAGE(problems().find("is held") == std::string::npos, problems());
}

TEST_CASE_FIXTURE(scaled_fixture, "more replicas hold no upgrade") {
  count(5);
  start();
  CHECK_EQ(replicas(), "5");
}

TEST_CASE_FIXTURE(kept_claims_fixture, "replicas go if their claims stay") {
  count(1);
  start();
  CHECK_EQ(replicas(), "1");
}

namespace {

/// The reader of charts in tests knows no lists by indentation.
constexpr auto released = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: "
                          "boxes.example.com}\n";
constexpr auto definition =
  "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: "
  "boxes.example.com}\nspec: {group: example.com, scope: Namespaced, names: {kind: Box, plural: "
  "boxes}, versions: [{name: v1, served: true, storage: true}]}\n";

struct moved_definition_fixture : bearing_fixture {
  moved_definition_fixture() {
    stop();
    chart("web", std::string(maps) + "---\n" + space + "---\n" + released);
    start();
    api().deliver();
    REQUIRE(has_definition());
    stop();
  }
  [[nodiscard]] bool has_definition() {
    return api().object("CustomResourceDefinition", "", "boxes.example.com").has_value();
  }
};

} // namespace

TEST_CASE_FIXTURE(moved_definition_fixture, "a definition that moves from a chart to crds/ stays without a hold") {
  std::string directory;
  SUBCASE("of the same module") {
    directory = "020-web";
  }
  SUBCASE("of another module") {
    directory = "010-base";
  }
  SUBCASE("with a label that gives the objects up") {
    directory = "010-base";
    auto last = *helm().latest("web");
    last.labels["moduleGivesUp"] = std::to_string(last.revision);
    helm().store(last);
  }
  const auto before = helm().latest("web")->revision;
  write("modules/" + directory + "/crds/box.yaml", definition);
  chart("web", std::string(maps) + "---\n" + space);
  start();
  CHECK(has_definition());
  CHECK_EQ(helm().latest("web")->revision, before + 1);
  CHECK_MESSAGE(problems().find("is held") == std::string::npos, problems());
  CHECK_MESSAGE(log().find("objects_handed_over module=web") != std::string::npos, log());
  CHECK_EQ(log().find("release_objects_removed"), std::string::npos);
  set_config("webEnabled", "false");
  run();
  CHECK(has_definition());
  CHECK_EQ(helm().revision("web"), 0);
}

TEST_CASE_FIXTURE(moved_definition_fixture, "a definition of crds/ stays when the release that has it, too, goes") {
  write("modules/010-base/crds/box.yaml", definition);
  start();
  set_config("webEnabled", "false");
  run();
  CHECK(has_definition());
  CHECK(log().find("objects_handed_over module=web") != std::string::npos);
}
