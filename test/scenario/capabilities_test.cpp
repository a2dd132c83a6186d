// Charts that ask which kinds the cluster has, while these come and go.
#include "support/operator_fixture.hpp"

#include <algorithm>
#include <string>

using test::operator_fixture;
using namespace std::chrono_literals;

namespace {

const std::string asks_for_widgets =
  "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n"
  "data: {has: '{{ .Capabilities.APIVersions.Has \"example.com/v1\" }}', word: '{{ .Values.web.word }}'}\n";

struct capabilities_fixture : operator_fixture {
  capabilities_fixture() {
    module("010-web");
    chart("web", asks_for_widgets);
    module("020-db");
    chart("db", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: db}\n");
  }
  void define(const std::string& label) {
    api().put_object(text::json::object(
      {{"apiVersion", "apiextensions.k8s.io/v1"},
       {"kind", "CustomResourceDefinition"},
       {"metadata",
        text::json::object({{"name", "widgets.example.com"}, {"labels", text::json::object({{"at", label}})}})}}));
  }
  void serve() { api().add_resource(simulation::custom_resource("example.com", "v1", "Widget", "widgets")); }
  [[nodiscard]] std::string has() {
    return api().object("ConfigMap", namespace_name, "web").value().find("data")->string_at("has").value_or("");
  }
  [[nodiscard]] auto discoveries() {
    const auto& all = api().requests();
    return std::count_if(all.begin(), all.end(), [](const auto& x) { return x.target == "/apis"; });
  }
};

} // namespace

TEST_CASE_FIXTURE(capabilities_fixture, "a chart that asks for a kind sees it soon after it has come, and not any more "
                                        "when it has gone") {
  start();
  CHECK(has() == "false");
  advance(1h);
  static_cast<void>(take_journal());
  serve();
  define("first");
  advance(20s);
  CHECK(has() == "true");
  CHECK(log().find("capabilities_changed module=web") != std::string::npos);
  CHECK_MESSAGE(take_journal().find("db") == std::string::npos, "the others do not ask");
  api().remove_resource("example.com", "widgets");
  api().delete_object("CustomResourceDefinition", "", "widgets.example.com");
  advance(20s);
  CHECK(has() == "false");
}

TEST_CASE_FIXTURE(capabilities_fixture, "while no kind changes nobody looks") {
  start();
  advance(1min);
  const auto before = discoveries();
  advance(24h);
  CHECK(discoveries() == before);
}

TEST_CASE_FIXTURE(capabilities_fixture, "a run sees the kinds of its time, not those of the start") {
  start();
  // It was not announced: the operator may not look at definitions.
  serve();
  advance(3s);
  set_config("web", "word: two");
  run();
  CHECK(has() == "true");
}

TEST_CASE_FIXTURE(capabilities_fixture, "a discovery that fails takes no kind away from a chart") {
  serve();
  start();
  CHECK(has() == "true");
  api().fail_next({{"GET", "/apis"}, simulation::proxy_page(503), 3});
  define("first");
  set_config("web", "word: two");
  advance(3s);
  CHECK(has() == "true");
  api().remove_resource("example.com", "widgets");
  advance(1min);
  CHECK_MESSAGE(has() == "false", "the look is made up for");
}

TEST_CASE_FIXTURE(capabilities_fixture, "an aggregated API that is away is served all the same") {
  api().lose_group("example.com", "v1");
  start();
  CHECK(has() == "true");
}
