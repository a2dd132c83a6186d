// Kinds that are in doubt: no hook takes their objects for gone, or objects of another kind for theirs.
#include "support/operator_fixture.hpp"
#include "support/short_discovery.hpp"
#include "text/yaml/yaml.hpp"

#include <string>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

struct doubtful_fixture : operator_fixture {
  doubtful_fixture() {
    module("010-web");
    module("020-next");
    hook("next/helm.sh", v1("beforeHelm: 1"));
    create_config_map();
  }
  static kube::api::resource parcels(const std::string& group) {
    return simulation::custom_resource(group, "v1", "Parcel", "parcels");
  }
  void serve(const std::string& group) {
    api().add_resource(parcels(group));
    api().put_object(test::object_of(group + "/v1", "Parcel", "old", {}, namespace_name));
  }
  [[nodiscard]] std::size_t count(const std::string& group) {
    return api().objects_of(parcels(group), namespace_name).size();
  }
  /// A definition with one version, and an object of its kind.
  void define_widgets(const std::string& served) {
    api().put_object(*text::parse_yaml(
      "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: widgets.a.example.com}\n"
      "spec: {group: a.example.com, scope: Namespaced, names: {kind: Widget, plural: widgets}, versions: [{name: v1, "
      "served: "
      + served + ", storage: true}]}\n"));
    api().deliver();
  }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
};

bool shows(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE_FIXTURE(doubtful_fixture, "an operation without apiVersion does not reach an object of another group") {
  serve("alpha.example.com");
  hook("web/a.sh", v1("beforeHelm: 1"), [](test::hook_run& x) {
    x.object_patch = R"({"operation":"DeleteInBackground","kind":"Parcel","name":"old","namespace":"default"})";
  });
  start();
  CHECK(shows(log(), "WARN operation_without_api_version by="));
  CHECK(shows(log(), "kind=Parcel api_version=alpha.example.com/v1"));
  api().remove_resource("alpha.example.com", "parcels");
  api().add_resource(parcels("beta.example.com"));
  api().put_object(test::object_of("beta.example.com/v1", "Parcel", "old", {}, "default"));
  advance(1min);
  set_config("web", "a: 1\n");
  run();
  advance(1min);
  CHECK(api().objects_of(parcels("beta.example.com"), "default").size() == 1);
  CHECK(shows(log(), "'Parcel' was a kind of API group alpha.example.com, which does not serve it any more; only "
                     "beta.example.com/v1 has a kind of this name now, with other objects: write apiVersion"));
  CHECK_MESSAGE(shows(problems(), "DeleteInBackground Parcel default/old"), problems());
  stop();
  start();
  CHECK_MESSAGE(api().objects_of(parcels("beta.example.com"), "default").empty(), "a start knows no other group");
}

TEST_CASE_FIXTURE(doubtful_fixture, "a binding without apiVersion does not move to a kind of another group") {
  serve("alpha.example.com");
  hook("web/a.sh", v1("kubernetes: [{name: parcels, kind: Parcel}]"));
  start();
  static_cast<void>(take_journal());
  static_cast<void>(api().delete_object("Parcel", namespace_name, "old"));
  run();
  CHECK(take_journal() == "web/a.sh parcels:Deleted");
  api().remove_resource("alpha.example.com", "parcels");
  advance(1min);
  serve("beta.example.com");
  api().put_object(
    test::object_of("apiextensions.k8s.io/v1", "CustomResourceDefinition", "parcels.beta.example.com", {}, ""));
  advance(5min);
  CHECK(take_journal() == "");
  CHECK_MESSAGE(shows(problems(), "'Parcel' was a kind of API group alpha.example.com"), problems());
  CHECK(shows(log(), "WARN watch_failed kind=Parcel bindings="));
  const auto requests = api().requests().size();
  advance(1h);
  CHECK_MESSAGE(api().requests().size() == requests, "changes of kinds wake the watch, and time does not");
}

TEST_CASE_FIXTURE(doubtful_fixture, "a binding waits at a start while the definition of its kind serves no version") {
  define_widgets("true");
  api().put_object(test::object_of("a.example.com/v1", "Widget", "w"));
  define_widgets("false");
  SUBCASE("with apiVersion") {
    hook("web/a.sh", v1("kubernetes: [{name: w, apiVersion: a.example.com/v1, kind: Widget}]"));
  }
  SUBCASE("without apiVersion") {
    hook("web/a.sh", v1("kubernetes: [{name: w, kind: Widget}]"));
  }
  start();
  advance(1min);
  CHECK(take_journal() == "next/helm.sh beforeHelm");
  CHECK_MESSAGE(shows(problems(), "its CustomResourceDefinition widgets.a.example.com serves no version"), problems());
  define_widgets("true");
  advance(1min);
  CHECK(take_journal() == "web/a.sh w:Synchronization");
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(doubtful_fixture, "without the right to read definitions a kind that is not served is absent") {
  api().fail_next({{"GET", "/customresourcedefinitions"}, simulation::refusal(403, "Forbidden"), 100000});
  hook("web/a.sh", v1("kubernetes: [{name: w, kind: Widget}, {name: v, kind: Vessel}]"));
  start();
  CHECK(take_journal() == "web/a.sh w:Synchronization+v:Synchronization; next/helm.sh beforeHelm");
  const auto first = log().find("WARN definitions_not_read");
  CHECK(first != std::string::npos);
  CHECK_MESSAGE(log().find("WARN definitions_not_read", first + 1) == std::string::npos, "said once");
}

TEST_CASE_FIXTURE(doubtful_fixture, "without the right to read definitions only the API server rules a kind out") {
  api().add_resource(simulation::custom_resource("a.example.com", "v1", "Widget", "widgets"));
  api().put_object(test::object_of("a.example.com/v1", "Widget", "w"));
  std::optional<kube::api::http_response> document;
  std::string expected;
  SUBCASE("a proxy answers for the document") {
    document = simulation::proxy_page(404);
    expected = "the document of a.example.com/v1 cannot be read";
  }
  SUBCASE("the document is refused") {
    document = simulation::refusal(403, "Forbidden");
    expected = "the document of a.example.com/v1 cannot be read";
  }
  api().put_between([&](const kube::api::http_request& x) -> std::optional<base::result<kube::api::http_response>> {
    const auto is_of = [&](std::string_view part) { return x.target.find(part) != std::string::npos; };
    if (is_of("/customresourcedefinitions") || is_of("/apiservices")) return simulation::refusal(403, "Forbidden");
    if (x.target == "/apis") return test::without_group(api().carry_out(x), "a.example.com");
    if (document && x.target.ends_with("/apis/a.example.com/v1")) return *document;
    return std::nullopt;
  });
  hook("web/a.sh", v1("kubernetes: [{name: w, apiVersion: a.example.com/v1, kind: Widget}]"));
  start();
  advance(1min);
  CHECK(take_journal() == "next/helm.sh beforeHelm");
  CHECK_MESSAGE(shows(problems(), expected), problems());
  api().put_between({});
  advance(2min);
  CHECK(take_journal() == "web/a.sh w:Synchronization");
}

TEST_CASE_FIXTURE(doubtful_fixture, "without the right to read definitions a kind of an absent version is absent") {
  api().fail_next({{"GET", "/customresourcedefinitions"}, simulation::refusal(403, "Forbidden"), 100000});
  hook("web/a.sh", v1("kubernetes: [{name: w, apiVersion: a.example.com/v1, kind: Widget}]"));
  start();
  CHECK(take_journal() == "web/a.sh w:Synchronization; next/helm.sh beforeHelm");
}

TEST_CASE_FIXTURE(doubtful_fixture, "any failure to read the definitions but a missing right leaves a kind in doubt") {
  kube::api::http_response answer;
  SUBCASE("a page of a proxy with 404") {
    answer = simulation::proxy_page(404);
  }
  SUBCASE("a page of a proxy with 200") {
    answer = simulation::proxy_page(200);
  }
  SUBCASE("an overloaded API server") {
    answer = simulation::refusal(429, "TooManyRequests");
  }
  api().fail_next({{"GET", "/customresourcedefinitions"}, answer, 100000});
  hook("web/a.sh", v1("kubernetes: [{name: w, kind: Widget}]"));
  start();
  advance(1min);
  CHECK(take_journal() == "next/helm.sh beforeHelm");
  CHECK_MESSAGE(shows(problems(), "the CustomResourceDefinitions cannot be looked at"), problems());
}

TEST_CASE_FIXTURE(doubtful_fixture, "a binding with a misspelt kind or group waits, and the right name is named") {
  define_widgets("true");
  api().put_object(test::object_of("a.example.com/v1", "Widget", "w"));
  std::string reason;
  SUBCASE("kind") {
    hook("web/a.sh", v1("kubernetes: [{name: w, apiVersion: a.example.com/v1, kind: Widgit}]"));
    reason = "did you mean Widget?";
  }
  SUBCASE("kind without apiVersion") {
    hook("web/a.sh", v1("kubernetes: [{name: w, kind: Widgit}]"));
    reason = "did you mean Widget?";
  }
  SUBCASE("group") {
    hook("web/a.sh", v1("kubernetes: [{name: w, apiVersion: a.exmple.com/v1, kind: Widget}]"));
    reason = "the API server serves the kind as a.example.com/v1 only: take that for apiVersion";
  }
  start();
  advance(1min);
  CHECK(take_journal() == "next/helm.sh beforeHelm");
  CHECK_MESSAGE(shows(problems(), reason), problems());
}

TEST_CASE_FIXTURE(doubtful_fixture, "a kind that is nowhere, or of that name in another group, has no objects") {
  define_widgets("true");
  SUBCASE("nowhere") {
    hook("web/a.sh", v1("kubernetes: [{name: w, apiVersion: b.io/v1, kind: Gadget}]"));
  }
  SUBCASE("another group") {
    hook("web/a.sh", v1("kubernetes: [{name: w, apiVersion: b.io/v1, kind: Widget}]"));
  }
  start();
  CHECK(take_journal() == "web/a.sh w:Synchronization; next/helm.sh beforeHelm");
}
