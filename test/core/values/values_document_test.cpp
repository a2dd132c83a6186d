// The examples of VALUES.md of flant/addon-operator: a test case for each, in the order of the document,
// named after its headings.

#include "core/store/values_book.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>

using core::values::values_owner;

namespace {

const values_owner global_hooks{};

/// The files and the ConfigMap of an example.
struct example {
  std::string common_values;
  core::schema::texts global_schemas;
  std::map<std::string, core::config::module_files> modules;
  std::map<std::string, std::string> config_map;

  example& module(const std::string& name, const std::string& directory, const std::string& values,
                  const core::schema::texts& schemas = {}) {
    modules[name] = {.directory = directory, .modules_directory = 0, .values = values, .schemas = schemas};
    return *this;
  }

  [[nodiscard]] core::store::values_book book() const {
    core::store::values_book book;
    book.load(core::config::read_static_values(
      {.common = {{"/modules/values.yaml", common_values}}, .global_schemas = global_schemas, .modules = modules}));
    book.apply_configuration(core::config::read_configuration(config_map), 1);
    return book;
  }
};

std::string values(const core::store::values_book& book, const values_owner& owner) {
  return book.state()->section_values(owner).dump();
}

/// Runs a hook that writes these patches. Returns the error; empty: the patches were committed.
std::string run_hook(core::store::values_book& book, const values_owner& owner, const std::string& values_patch,
                     const std::string& config_patch, std::optional<core::store::config_write>* write = nullptr) {
  auto prepared = book.prepare_hook_commit(owner, values_patch, config_patch);
  if (!prepared) return prepared.error().message;
  const auto change = book.commit(std::move(*prepared), 2);
  if (!change) return change.error().message;
  if (write != nullptr) *write = change->write;
  return {};
}

std::string add(const std::string& path, const std::string& value) {
  return R"([{"op":"add", "path":")" + path + R"(", "value":)" + value + "}]";
}

} // namespace

TEST_CASE("VALUES, values.yaml: the module's own file counts above the common one") {
  const auto book = example{.common_values = R"(
global:
  param1: value1
  param2: value2
simpleModule:
  modParam1: value3
)"}
                      .module("simple-module", "/modules/001-simple-module", R"(
simpleModule:
  modParam1: value1
  modParam2: value2
)")
                      .book();
  CHECK(values(book, global_hooks) == R"({"param1":"value1","param2":"value2"})");
  CHECK(values(book, {"simple-module"}) == R"({"modParam1":"value1","modParam2":"value2"})");
}

TEST_CASE("VALUES, ConfigMap/addon-operator: its sections override the files, and false disables a module") {
  const auto book = example{.common_values = R"(
global:
  param1: value1
  param2: value2
anotherModuleEnabled: true
)",
                            .config_map = {{"global", "param1: newValue\nparam3: valu3\n"},
                                           {"simpleModule", "modParam2: newValue2\n"},
                                           {"anotherModule", "false"}}}
                      .module("simple-module", "/modules/001-simple-module",
                              "simpleModule: {modParam1: value1, modParam2: value2}\nsimpleModuleEnabled: true\n")
                      .module("another-module", "/modules/002-another-module", "anotherModuleEnabled: true\n")
                      .book();
  CHECK(values(book, global_hooks) == R"({"param1":"newValue","param2":"value2","param3":"valu3"})");
  CHECK(values(book, {"simple-module"}) == R"({"modParam1":"value1","modParam2":"newValue2"})");
  CHECK(book.flag("simple-module").enabled);
  CHECK_FALSE(book.flag("another-module").enabled);
  CHECK(book.problems().empty());
}

TEST_CASE("VALUES, Update values: a values patch stays in memory, a config patch goes to the ConfigMap") {
  auto book = example{.modules = {}}.module("simple-module", "/modules/001-simple-module", "").book();
  std::optional<core::store::config_write> write;
  CHECK(run_hook(book, {"simple-module"}, add("/simpleModule/discovered", "true"), "", &write).empty());
  CHECK_FALSE(write);
  CHECK(run_hook(book, {"simple-module"}, "", add("/simpleModule/password", "\"secret\""), &write).empty());
  REQUIRE(write);
  CHECK(write->key == "simpleModule");
  CHECK(write->yaml == "password: secret\n");
  CHECK(values(book, {"simple-module"}) == R"({"discovered":true,"password":"secret"})");
}

TEST_CASE(
  "VALUES, Using values in the hook: global hooks see global values only, module hooks both and enabledModules") {
  const auto book =
    example{.common_values = "global: {a: 1}\none: {b: 2}\ntwo: {c: 3}\n", .config_map = {{"one", "d: 4"}}}
      .module("one", "/modules/001-one", "")
      .module("two", "/modules/002-two", "")
      .book();
  const auto global = book.state()->hook_files(global_hooks, {"one", "two"});
  CHECK(global.config_values.text() == R"({"global":{}})");
  CHECK(global.values.text() == R"({"global":{"a":1}})");
  const auto module = book.state()->hook_files({"one"}, {"one", "two"});
  CHECK(module.config_values.text() == R"({"global":{},"one":{"d":4}})");
  CHECK(module.values.text() == R"({"global":{"a":1,"enabledModules":["one","two"]},"one":{"b":2,"d":4}})");
}

TEST_CASE("VALUES, Using the values in enabled scripts: enabledModules holds the modules enabled before") {
  const auto book = example{.common_values = "global: {a: 1}\n"}.module("two", "/modules/002-two", "").book();
  CHECK(book.state()->hook_files({"two"}, {"one"}).values.text()
        == R"({"global":{"a":1,"enabledModules":["one"]},"two":{}})");
}

namespace {

example main_example() {
  return example{
    .common_values = R"(
global:
  param1: 100
  param2: "Yes"
)",
    .config_map = {{"global", "param1: 200\n"}, {"someModule", "param1: \"Long string\"\nparam2: \"FOO\"\n"}}}
    .module("some-module", "/modules/01-some-module", "someModule:\n  param1: \"String\"\n");
}

} // namespace

TEST_CASE("VALUES, Example: the files with values") {
  const auto texts = main_example().book().state()->hook_files({"some-module"}, {});
  CHECK(texts.config_values.text()
        == R"({"global":{"param1":200},"someModule":{"param1":"Long string","param2":"FOO"}})");
  CHECK(texts.values.text()
        == R"({"global":{"enabledModules":[],"param1":200,"param2":"Yes"},)"
           R"("someModule":{"param1":"Long string","param2":"FOO"}})");
}

TEST_CASE("VALUES, Example: a hook adds a value to the ConfigMap and finds it in the next run") {
  auto book = main_example().book();
  std::optional<core::store::config_write> write;
  CHECK(run_hook(book, {"some-module"}, "", R"(  [{"op":"add", "path":"/someModule/param3", "value":"newValue"}]
)",
                 &write)
          .empty());
  REQUIRE(write);
  CHECK(write->yaml == "param1: Long string\nparam2: FOO\nparam3: newValue\n");
  const auto texts = book.state()->hook_files({"some-module"}, {});
  CHECK(texts.config_values.text()
        == R"({"global":{"param1":200},"someModule":{"param1":"Long string","param2":"FOO","param3":"newValue"}})");
  CHECK(texts.values.text()
        == R"({"global":{"enabledModules":[],"param1":200,"param2":"Yes"},)"
           R"("someModule":{"param1":"Long string","param2":"FOO","param3":"newValue"}})");
}

TEST_CASE("VALUES, Example: the chart gets the value of the ConfigMap, not that of the file") {
  const auto helm = main_example().book().helm_values("some-module", {"some-module"});
  REQUIRE(helm);
  const auto document = text::parse_json(*helm);
  REQUIRE(document);
  CHECK(text::find_at(*document, {{"global", "param1"}})->dump() == "200");
}

namespace {

constexpr auto project_schema = R"(
type: object
additionalProperties: false
required:
  - project
  - clusterName
minProperties: 2
properties:
  project:
    type: string
  clusterName:
    type: string
  clusterHostname:
    type: string
  discovery:
    type: object
)";

} // namespace

TEST_CASE("VALUES, Validation, Example: a ConfigMap without a required field is refused") {
  const auto book = example{.global_schemas = {.config_values = project_schema, .values = std::nullopt},
                            .config_map = {{"global", "project: myProject\n"}, {"moduleOne", "param1: value1\n"}}}
                      .module("module-one", "/modules/001-module-one", "")
                      .book();
  REQUIRE(book.blocked("module-one"));
  CHECK(book.blocked("module-one")->find("global.clusterName is required") != std::string::npos);
}

TEST_CASE("VALUES, Validation, Example: a config patch with a value of another type fails the hook") {
  auto book = example{.global_schemas = {.config_values = project_schema, .values = std::nullopt},
                      .config_map = {{"global", "project: myProject\nclusterName: main\n"}}}
                .book();
  CHECK(book.problems().empty());
  CHECK(run_hook(book, global_hooks, "", add("/global/clusterHostname", "{}"))
        == "config values patch: config values: global.clusterHostname must be of type string, got an object (set by "
           "the patch)");
  CHECK(run_hook(book, global_hooks, "", add("/global/unknown", "1"))
        == "config values patch: config values: global.unknown is a forbidden property (set by the patch)");
  CHECK(run_hook(book, global_hooks, "", add("/global/clusterHostname", "\"{}\"")).empty());
}

TEST_CASE("VALUES, Validation, note: additionalProperties is false if it is not set") {
  auto book = example{.global_schemas = {.config_values = "type: object\nproperties: {project: {type: string}}\n",
                                         .values = std::nullopt}}
                .book();
  CHECK(run_hook(book, global_hooks, "", add("/global/other", "1"))
        == "config values patch: config values: global.other is a forbidden property (set by the patch)");
}

TEST_CASE("VALUES, Extending, Example: values have the properties and the required fields of both schemas") {
  const core::schema::texts schemas{.config_values = R"(
type: object
additionalProperties: false
required:
  - project
  - clusterName
properties:
  project:
    type: string
  clusterName:
    type: string
  clusterHostname:
    type: string
)",
                                    .values = R"(
x-extend:
  schema: config-values.yaml
type: object
additionalProperties: false
required:
  - discovery
  - param1
properties:
  discovery:
    type: object
  param1:
    type: string
)"};
  auto book = example{.global_schemas = schemas, .config_map = {{"global", "project: p\nclusterName: c\n"}}}.book();
  CHECK(run_hook(book, global_hooks, add("/global/clusterHostname", "\"h\""), "")
        == "values patch: values: global.discovery is required; global.param1 is required");
  CHECK(run_hook(book, global_hooks, add("/global/param1", "\"p\"") + add("/global/discovery", "{}"), "").empty());
  CHECK(run_hook(book, global_hooks, add("/global/clusterHostname", "1"), "")
        == "values patch: values: global.clusterHostname must be of type string, got a number (set by the patch)");
  CHECK(run_hook(book, global_hooks, R"([{"op":"remove", "path":"/global/project"}])", "")
        == "values patch: values: global.project is required");
}

TEST_CASE("VALUES, Defaults, Example: an absent property gets its default, one that is there keeps its value") {
  const core::schema::texts schemas{.config_values = "type: object\nproperties: {project: {type: string}}\n",
                                    .values = R"(
x-extend:
  schema: config-values.yaml
type: object
additionalProperties: false
required:
  - param1
properties:
  discovery:
    type: object
    default:
      {}
  param1:
    type: string
)"};
  CHECK(values(example{.global_schemas = schemas}.book(), global_hooks) == R"({"discovery":{}})");
  const auto written = example{.common_values = "global: {discovery: {a: 1}}\n", .global_schemas = schemas}.book();
  CHECK(values(written, global_hooks) == R"({"discovery":{"a":1}})");
}

TEST_CASE("VALUES, Required fields, Example: what Helm requires is not required of each hook") {
  const core::schema::texts schemas{.config_values = std::nullopt, .values = R"(
type: object
x-required-for-helm:
  - param1
  - param2
properties:
  param1:
    type: string
  param2:
    type: string
)"};
  auto book = example{.global_schemas = schemas}.module("web", "/modules/001-web", "").book();
  CHECK(run_hook(book, global_hooks, add("/global/param1", "\"a\""), "").empty());
  CHECK(book.helm_values("web", {}).error().message
        == "check helm values: global.param2 is required (by openapi/values.yaml; a hook, the ConfigMap or a values "
           "file has to bring it)");
  CHECK(run_hook(book, global_hooks, add("/global/param3", "\"c\""), "")
        == "values patch: values: global.param3 is a forbidden property (did you mean 'param1'?) (set by the patch)");
  CHECK(run_hook(book, global_hooks, add("/global/param2", "\"b\""), "").empty());
  CHECK(book.helm_values("web", {}));
}
