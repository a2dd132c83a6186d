// CustomResourceDefinitions of modules that lose parts of their schemas.
#include "support/operator_fixture.hpp"

#include <algorithm>
#include <string>

using test::operator_fixture;
using test::v1;

namespace {

/// A definition of Widget with this schema of `spec`.
std::string definition_text(const std::string& schema) {
  return "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: "
         "widgets.example.com}\nspec: {group: example.com, scope: Namespaced, names: {kind: Widget, plural: widgets}, "
         "versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {properties: {spec: "
         + schema + "}}}}]}\n";
}

struct narrowed_fixture : operator_fixture {
  narrowed_fixture() {
    module("010-web");
    hook("web/a.sh", v1("onStartup: 1"));
  }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  [[nodiscard]] std::string definition() {
    return api().object("CustomResourceDefinition", "", "widgets.example.com").value_or(text::json()).dump();
  }
  void write_definition(const std::string& schema) { write("modules/010-web/crds/a.yaml", definition_text(schema)); }
};

const std::string wide = "{properties: {a: {type: string}, extra: {type: string}}}";
const std::string narrow = "{properties: {a: {type: string}}}";

bool shows(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE_FIXTURE(narrowed_fixture, "the module's own definition keeps the fields that objects of users have") {
  std::string schema;
  SUBCASE("a property is gone") {
    schema = narrow;
  }
  SUBCASE("all properties are gone") {
    schema = "{type: object}";
  }
  write_definition(wide);
  start();
  stop();
  const auto before = definition();
  write_definition(schema);
  auto object = test::object_of("example.com/v1", "Widget", "w");
  api().put_object(object.with("spec", text::json::object({{"extra", "x"}})));
  static_cast<void>(take_journal());
  start();
  CHECK(take_journal() == "web/a.sh onStartup");
  CHECK(definition() == before);
  CHECK_MESSAGE(shows(problems(), "does not have spec.extra of v1, which Widget default/w has. Objects of users"),
                problems());
  CHECK(shows(log(), "WARN definition_held module=web definition=widgets.example.com"));
  stop();
  api().put_object(object);
  start();
  CHECK_MESSAGE(problems().empty(), "no object has the field any more");
  CHECK_FALSE(shows(definition(), "extra"));
}

TEST_CASE_FIXTURE(narrowed_fixture, "objects that may have fields which go are read in pages") {
  write_definition(wide);
  start();
  stop();
  for (int i = 0; i < 250; ++i)
    api().put_object(test::object_of("example.com/v1", "Widget", "w" + std::to_string(i))
                       .with("spec", text::json::object({{"a", "x"}})));
  write_definition(narrow);
  const auto pages = [this] {
    const auto& all = api().requests();
    return std::count_if(all.begin(), all.end(), [](const auto& x) {
      return x.target.find("/widgets?") != std::string::npos && x.target.find("limit=100") != std::string::npos;
    });
  };
  SUBCASE("all of them, if none has the field") {
    start();
    CHECK(pages() == 3);
    CHECK_FALSE(shows(definition(), "extra"));
  }
  SUBCASE("a list that is refused rules no object out") {
    api().fail_next({{"GET", "/example.com/v1/widgets"}, simulation::refusal(403, "Forbidden"), 100});
    start();
    CHECK_MESSAGE(shows(problems(), "fields of v1 (objects with them cannot be ruled out"), problems());
    CHECK(shows(definition(), "extra"));
  }
}

TEST_CASE_FIXTURE(narrowed_fixture, "a page that is too long is asked for again with fewer objects") {
  write_definition(wide);
  start();
  stop();
  for (int i = 0; i < 30; ++i)
    api().put_object(test::object_of("example.com/v1", "Widget", "w" + std::to_string(i))
                       .with("spec", text::json::object({{"a", "x"}})));
  write_definition(narrow);
  int too_long = 0;
  std::size_t fits = 0;
  SUBCASE("until it fits") {
    fits = 12;
  }
  SUBCASE("down to a single object") {}
  api().put_between([&](const kube::api::http_request& x) -> std::optional<base::result<kube::api::http_response>> {
    const auto at = x.target.find("limit=");
    if (x.target.find("/widgets?") == std::string::npos || at == std::string::npos) return std::nullopt;
    if (std::stoul(x.target.substr(at + 6)) <= fits) return std::nullopt;
    ++too_long;
    return base::fail(base::error_code::invalid_input, "the answer is longer than 16 MiB");
  });
  start();
  CHECK(too_long == (fits == 0 ? 3 : 1));
  CHECK(shows(definition(), "extra") == (fits == 0));
  CHECK_MESSAGE(shows(problems(), "cannot be ruled out: the answer is longer") == (fits == 0), problems());
}

namespace {

/// `v1` with `a` alone; and `v2` with `extra`, unless its text is empty.
std::string two_versions(const std::string& v1_storage, const std::string& v2) {
  const auto version = [](const std::string& name, const std::string& storage, const std::string& schema) {
    return "{name: " + name + ", served: true, storage: " + storage
           + ", schema: {openAPIV3Schema: {properties: {spec: " + schema + "}}}}";
  };
  return "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: "
         "widgets.example.com}\nspec: {group: example.com, scope: Namespaced, names: {kind: Widget, plural: widgets}, "
         "versions: ["
         + version("v1", v1_storage, narrow) + (v2.empty() ? "" : ", " + version("v2", v2, wide)) + "]}\n";
}

} // namespace

TEST_CASE_FIXTURE(narrowed_fixture, "a storage version that would prune a field of an object does not come") {
  write("modules/010-web/crds/a.yaml", two_versions("false", "true"));
  start();
  stop();
  std::string older;
  SUBCASE("storage goes back") {
    older = two_versions("true", "false");
  }
  SUBCASE("the file has the older version alone") {
    older = two_versions("true", "");
  }
  write("modules/010-web/crds/a.yaml", older);
  const auto before = definition();
  const auto object = test::object_of("example.com/v2", "Widget", "w");
  api().put_object(object.with("spec", text::json::object({{"extra", "x"}})));
  start();
  CHECK(definition() == before);
  CHECK_MESSAGE(
    shows(problems(), "does not have spec.extra of v2 in v1, the storage version, which Widget default/w has. Objects"),
    problems());
  stop();
  api().put_object(object);
  start();
  CHECK_MESSAGE(problems().empty(), problems());
  CHECK(definition() != before);
}

TEST_CASE_FIXTURE(narrowed_fixture, "a list of objects that is cut off lets no narrower definition come") {
  write_definition(wide);
  start();
  stop();
  const auto before = definition();
  write_definition(narrow);
  const auto object = test::object_of("example.com/v1", "Widget", "w");
  api().put_object(object.with("spec", text::json::object({{"extra", "x"}})));
  api().put_between([](const kube::api::http_request& x) -> std::optional<base::result<kube::api::http_response>> {
    if (x.method != "GET" || x.target.find("/v1/widgets?") == std::string::npos) return std::nullopt;
    kube::api::http_response cut;
    cut.status = 200;
    cut.body = R"({"kind":"WidgetList","apiVersion":"example.com/v1","metadata":)"
               R"({"resourceVersion":"1","remainingItemCount":6},"items":[]})";
    return cut;
  });
  start();
  CHECK(definition() == before);
  api().put_between({});
}

TEST_CASE_FIXTURE(narrowed_fixture, "an empty file in crds/ is named") {
  write("modules/010-web/crds/a.yaml", "\n");
  start();
  CHECK_MESSAGE(shows(log(), "WARN definition_suspicious module=web"), log());
  CHECK(shows(log(), "crds/a.yaml: is empty: it has no definition"));
}

namespace {

/// The definition is a template of the chart, beside an object.
struct charted_fixture : narrowed_fixture {
  /// @param metadata further members of the definition's
  explicit charted_fixture(const std::string& metadata = {}) {
    setup.helm.platform = {"shop", {}};
    create_config_map();
    chart_with(wide, metadata);
    start();
    REQUIRE_MESSAGE(shows(definition(), "extra"), log());
    stop();
  }
  void chart_with(const std::string& schema, const std::string& metadata = {}) {
    auto text = definition_text(schema);
    const std::string name = "{name: widgets.example.com";
    text.insert(text.find(name) + name.size(), metadata);
    chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n---\n" + text);
  }
  void put_widget() {
    api().put_object(
      test::object_of("example.com/v1", "Widget", "w").with("spec", text::json::object({{"extra", "x"}})));
  }
};

} // namespace

TEST_CASE_FIXTURE(charted_fixture, "a definition of the chart keeps the fields that objects of users have") {
  put_widget();
  chart_with(narrow);
  start();
  CHECK(shows(definition(), "extra"));
  CHECK_MESSAGE(
    shows(problems(), "release of module 'web' is held: helm would take parts from CustomResourceDefinitions"),
    problems());
  CHECK_MESSAGE(shows(problems(), "widgets.example.com: spec.extra of v1, which Widget default/w has"), problems());
  SUBCASE("until a label gives them up") {
    auto last = *helm().latest("web");
    last.labels["moduleGivesUp"] = std::to_string(last.revision);
    helm().store(last);
    run();
    CHECK_FALSE(shows(definition(), "extra"));
  }
  SUBCASE("until no object has them") {
    stop();
    api().delete_object("Widget", "default", "w");
    start();
    CHECK_FALSE(shows(definition(), "extra"));
  }
  SUBCASE("until they are back") {
    stop();
    chart_with(wide);
    start();
    CHECK(shows(definition(), "extra"));
  }
  CHECK_MESSAGE(problems().empty(), problems());
}

namespace {

constexpr auto keep = ", annotations: {helm.sh/resource-policy: keep}";

struct kept_fixture : charted_fixture {
  kept_fixture() : charted_fixture(keep) {}
};

} // namespace

TEST_CASE_FIXTURE(kept_fixture, "a definition that Helm keeps is guarded, too") {
  put_widget();
  chart_with(narrow, keep);
  start();
  CHECK(shows(definition(), "extra"));
  CHECK_MESSAGE(shows(problems(), "spec.extra of v1, which Widget default/w has"), problems());
}

TEST_CASE_FIXTURE(charted_fixture, "a narrower definition of the chart comes if no object has the fields") {
  chart_with(narrow);
  start();
  CHECK_FALSE(shows(definition(), "extra"));
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(charted_fixture, "an API server that does not answer about objects lets no upgrade come") {
  put_widget();
  chart_with(narrow);
  api().fail_next({{"GET", "/example.com/v1/widgets"}, {}, 1000});
  start();
  CHECK(shows(definition(), "extra"));
}
