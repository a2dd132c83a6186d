// Objects that move from a module's chart to another chart are taken over and are not deleted.
#include "support/operator_fixture.hpp"

#include <string>

using test::operator_fixture;
using namespace std::chrono_literals;

namespace {

std::string map_text(const std::string& name) {
  return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + "}\ndata: {a: b}\n---\n";
}

/// The object `data` moves from the chart of `late` to the chart of `early`, which runs first.
struct owners_fixture : operator_fixture {
  owners_fixture() {
    module("010-early");
    module("020-late");
    chart("early", map_text("early"));
    chart("late", map_text("late") + map_text("data"));
    create_config_map();
  }
  void move() {
    start();
    stop();
    static_cast<void>(take_journal());
    chart("early", map_text("early") + map_text("data"));
    chart("late", map_text("late"));
    start();
  }
  [[nodiscard]] std::string owner() {
    const auto object = api().object("ConfigMap", namespace_name, "data");
    return object ? object->find("metadata")->find("annotations")->string_at("meta.helm.sh/release-name").value_or("")
                  : "it is gone";
  }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  [[nodiscard]] bool names(const std::string& text) { return problems().find(text) != std::string::npos; }
  void keep_data() {
    const auto object = *api().object("ConfigMap", namespace_name, "data");
    const auto metadata = *object.find("metadata");
    const auto annotations = metadata.find("annotations")->with("helm.sh/resource-policy", "keep");
    api().put_object(object.with("metadata", metadata.with("annotations", annotations)));
  }
};

} // namespace

TEST_CASE_FIXTURE(owners_fixture,
                  "an object that an earlier module has taken over stays when a later one leaves it out") {
  SUBCASE("by the Helm that stays, which looks whose it is") {
    setup.helm.stays = true;
    move();
    CHECK_EQ(helm().revision("late"), 2);
    CHECK_MESSAGE(problems().empty(), problems());
  }
  SUBCASE("by a binary, whose upgrade is held until the object is kept") {
    setup.helm.stays = false;
    move();
    CHECK_EQ(helm().revision("late"), 1);
    CHECK_MESSAGE(
      names("release of module 'late' is held: helm would delete addon-operator/ConfigMap/data, which belongs "
            "to release 'early' in namespace 'addon-operator', so release 'late' stays as it is"),
      problems());
    CHECK_NE(log().find("WARN release_held step=5 module=late"), std::string::npos);
    CHECK(describe().first_reload_done);
    keep_data();
    set_config("late", "a: 1\n");
    run();
    CHECK_EQ(helm().revision("late"), 2);
    CHECK_MESSAGE(problems().empty(), problems());
  }
  CHECK_EQ(helm().revision("early"), 2);
  CHECK_EQ(owner(), "early");
}

TEST_CASE_FIXTURE(owners_fixture,
                  "an object that another module has taken over stays when its first one is switched off") {
  setup.helm.stays = true;
  SUBCASE("by the Helm that stays") {}
  SUBCASE("by a binary that looks whose it is") {
    setup.helm.stays = false;
  }
  SUBCASE("by one that does not, which uninstalls nothing") {
    setup.helm.stays = false;
    helm().looks_at_owners = false;
  }
  start();
  chart("early", map_text("early") + map_text("data"));
  set_config("early", "a: 1\n");
  run();
  REQUIRE_EQ(owner(), "early");
  set_config("lateEnabled", "false");
  run();
  CHECK_EQ(owner(), "early");
  if (helm().looks_at_owners) {
    CHECK_EQ(helm().revision("late"), 0);
    CHECK_MESSAGE(problems().empty(), problems());
    return;
  }
  CHECK_EQ(helm().revision("late"), 1);
  CHECK_MESSAGE(names("nothing was uninstalled, because this version of helm would delete "
                      "addon-operator/ConfigMap/data, which belongs to release 'early'"),
                problems());
  set_config("early", "a: 2\n");
  run();
  api().delete_object("Secret", namespace_name, test::secret_name("late", 1));
  advance(2min);
  CHECK_EQ(owner(), "early");
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(owners_fixture, "a revision of another client over a held release runs its module once") {
  setup.helm.stays = false;
  move();
  REQUIRE(names("release of module 'late' is held"));
  const auto own = helm().latest("late").value();
  helm().store({"late", 1, "superseded", own.manifest, own.labels});
  helm().store({"late", 2, "deployed", own.manifest, own.labels});
  run();
  advance(1h);
  const auto first = log().find("release_changed_by_others module=late");
  CHECK_NE(first, std::string::npos);
  CHECK_EQ(log().find("release_changed_by_others", first + 1), std::string::npos);
  CHECK(names("release of module 'late' is held"));
  keep_data();
  set_config("late", "a: 1\n");
  run();
  CHECK_EQ(helm().revision("late"), 3);
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(owners_fixture, "an object of two modules stays when the one that wrote it last is switched off") {
  setup.helm.stays = true;
  SUBCASE("by the Helm that stays") {}
  SUBCASE("by a binary that looks whose it is") {
    setup.helm.stays = false;
  }
  chart("early", map_text("early") + map_text("data"));
  start();
  REQUIRE_EQ(owner(), "late");
  SUBCASE("while it runs") {}
  SUBCASE("at the next start") {
    stop();
    set_config("lateEnabled", "false");
    start();
  }
  set_config("lateEnabled", "false");
  run();
  CHECK_EQ(owner(), "early");
  CHECK_EQ(helm().revision("late"), 0);
  CHECK(
    log().find("WARN objects_handed_over module=late objects=\"addon-operator/ConfigMap/data (to release 'early')\"")
    != std::string::npos);
  set_config("earlyEnabled", "false");
  run();
  CHECK_EQ(owner(), "it is gone");
}

TEST_CASE_FIXTURE(owners_fixture, "an object of two modules stays when the one that wrote it last leaves it out") {
  setup.helm.stays = true;
  chart("early", map_text("early") + map_text("data"));
  start();
  REQUIRE_EQ(owner(), "late");
  chart("late", map_text("late"));
  set_config("late", "a: 1\n");
  run();
  CHECK_EQ(owner(), "early");
  CHECK_EQ(helm().revision("late"), 2);
  CHECK(log().find("objects_handed_over module=late") != std::string::npos);
  CHECK_EQ(log().find("release_objects_removed"), std::string::npos);
}

TEST_CASE_FIXTURE(owners_fixture, "an object that a user has made anew is not named as one that goes") {
  setup.helm.stays = true;
  start();
  auto object = *api().object("ConfigMap", namespace_name, "data");
  api().put_object(object.with("metadata", object.find("metadata")->without("annotations")));
  stop();
  SUBCASE("alone") {
    chart("late", map_text("late"));
  }
  SUBCASE("beside one that goes") {
    chart("late", map_text("other"));
  }
  start();
  CHECK_EQ(helm().revision("late"), 2);
  CHECK(api().object("ConfigMap", namespace_name, "data").has_value());
  CHECK_MESSAGE(log().find("INFO release_objects_stay module=late objects=addon-operator/ConfigMap/data reason=\"it "
                           "names no release")
                  != std::string::npos,
                log());
  const auto named = log().find("WARN release_objects_removed module=late");
  const bool goes_another = helm().latest("late")->manifest.find("name: other") != std::string::npos;
  CHECK_EQ(named != std::string::npos, goes_another);
  CHECK_EQ(log().find("objects=addon-operator/ConfigMap/late ", named) != std::string::npos, goes_another);
}
