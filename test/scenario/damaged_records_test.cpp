// Records of releases that Helm cannot read, with different messages of Helm.
#include "support/operator_fixture.hpp"

#include <string>

using test::operator_fixture;
using namespace std::chrono_literals;

namespace {

struct damage_fixture : operator_fixture {
  damage_fixture() {
    module("010-web");
    chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: {{ .Values.web.a }}}\n");
    module("020-other");
    chart("other", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: other}\n");
    set_config("web", "a: one\n");
    set_config("otherEnabled", "false");
  }
  [[nodiscard]] text::json record() { return *api().object("Secret", namespace_name, secret); }
  void put_payload(const text::json& data) { api().put_object(record().with("data", data)); }
  /// Starts the operator after the record was damaged while it was down; both modules need an upgrade.
  void start_damaged() {
    set_config({{"web", "a: two\n"}, {"otherEnabled", "true"}});
    start();
  }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  [[nodiscard]] bool names(const std::string& text) { return problems().find(text) != std::string::npos; }
  const std::string secret = test::secret_name("web", 1);
};

} // namespace

TEST_CASE_FIXTURE(damage_fixture, "a release whose record Helm cannot read is named, and the others go on") {
  std::string fault;
  start();
  stop();
  const auto whole = record();
  SUBCASE("an empty record") {
    put_payload(text::json::object({{"release", ""}}));
    fault = "'data.release'";
  }
  SUBCASE("one without its key") {
    put_payload(text::json::object());
    fault = "no 'data.release'";
  }
  SUBCASE("garbage") {
    put_payload(text::json::object({{"release", "bm8="}}));
    fault = "'data.release' is not base64 of base64";
  }
  SUBCASE("null, which ends some versions of helm in a panic") {
    put_payload(text::json::object({{"release", "SDRzSUFBQUFBQUFDQThzcnpja0JBRS84eXlVRUFBQUE="}}));
    helm().fail_next("web", "panic: runtime error: invalid memory address or nil pointer dereference");
    fault = "'data.release' is not a release";
  }
  REQUIRE_FALSE(fault.empty());
  start_damaged();
  CHECK_EQ(helm().revision("other"), 1);
  CHECK_MESSAGE(names("Secret '" + secret + "'"), problems());
  CHECK_MESSAGE(names(fault), problems());
  CHECK_MESSAGE(names("restore the record, or look at it and delete it"), problems());
  CHECK_NE(log().find("WARN release_occupied module=web reason="), std::string::npos);

  // The next step that the message advises.
  api().delete_object("Secret", namespace_name, secret);
  advance(2min);
  CHECK_EQ(helm().revision("web"), 1);
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(damage_fixture,
                  "a release with an operation under way inside its record is named, and the others go on") {
  start();
  stop();
  // A record with a label that was changed by hand.
  auto stuck = *helm().latest("web");
  stuck.status = "pending-upgrade";
  helm().store(stuck);
  auto labels = *record().find("metadata");
  const auto with_label = labels.find("labels")->with("status", "deployed");
  api().put_object(record().with("metadata", labels.with("labels", with_label)));
  helm().fail_next("web", "another operation (install/upgrade/rollback) is in progress");
  start_damaged();
  CHECK_EQ(helm().revision("other"), 1);
  CHECK_MESSAGE(names("'" + secret + "': its label 'status' says deployed, but Helm reads pending-upgrade inside"),
                problems());
  CHECK_NE(log().find("WARN release_occupied module=web reason="), std::string::npos);
}

TEST_CASE_FIXTURE(damage_fixture, "a release whose stored manifest Helm cannot parse is named, and the others go on") {
  start();
  stop();
  helm().fail_next("web", "unable to build kubernetes objects from current release manifest: error parsing : error "
                          "converting YAML to JSON: yaml: line 1: did not find expected node content");
  start_damaged();
  CHECK_EQ(helm().revision("other"), 1);
  CHECK_MESSAGE(names("Secret '" + secret + "' has a manifest that is no YAML"), problems());
}

TEST_CASE_FIXTURE(damage_fixture, "another failure of helm is not blamed on a record that nobody needs") {
  start();
  stop();
  auto last = *helm().latest("web");
  last.revision = 2;
  helm().store(last);
  put_payload(text::json::object({{"release", "bm8="}}));
  helm().fail_next("web", "UPGRADE FAILED: a quota is used up");
  start_damaged();
  CHECK_EQ(log().find("release_occupied"), std::string::npos);
  CHECK_NE(log().find("a quota is used up"), std::string::npos);
}

TEST_CASE_FIXTURE(damage_fixture, "a Secret that looks like a deployed revision holds up its module alone") {
  start();
  stop();
  auto pending = *helm().latest("web");
  pending.revision = 2;
  pending.status = "pending-upgrade";
  pending.labels["moduleRevision"] = "2";
  helm().store(pending);
  const auto labels =
    text::json::object({{"owner", "helm"}, {"name", "web"}, {"version", "abc"}, {"status", "deployed"}});
  api().put_object(text::json::object(
    {{"apiVersion", "v1"},
     {"kind", "Secret"},
     {"metadata",
      text::json::object({{"name", "strange"}, {"namespace", std::string(namespace_name)}, {"labels", labels}})}}));
  start_damaged();
  CHECK_EQ(helm().revision("other"), 1);
  CHECK_MESSAGE(names("Secret 'strange'"), problems());
}

TEST_CASE_FIXTURE(damage_fixture, "a record whose label names another revision is the revision of its name") {
  const auto relabel = [this] {
    const auto metadata = *record().find("metadata");
    const auto labels = metadata.find("labels")->with("version", "7");
    api().put_object(record().with("metadata", metadata.with("labels", labels)));
  };
  start();
  SUBCASE("while no operator runs") {
    stop();
    relabel();
    start_damaged();
  }
  SUBCASE("while the operator runs") {
    relabel();
    run();
    set_config({{"web", "a: two\n"}, {"otherEnabled", "true"}});
    run();
  }
  CHECK_EQ(helm().revision("web"), 2);
  CHECK_EQ(helm().revision("other"), 1);
  CHECK_MESSAGE(problems().empty(), problems());
  CHECK_EQ(log().find("release_changed_by_others"), std::string::npos);
}
