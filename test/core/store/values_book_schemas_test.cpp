#include "values_book_steps.hpp"

#include <doctest/doctest.h>

using core::store::values_book;
using core::values::values_owner;
using namespace test;

TEST_CASE("values files count for what a configuration requires, and defaults fill the rest") {
  auto book = book_with_schemas();
  book.apply_configuration(core::config::read_configuration({{"global", "project: p"}}), 1);
  CHECK(book.problems().empty());
  CHECK(values_of(book, global_hooks) == R"({"clusterName":"c","discovery":{},"project":"p"})");
  CHECK(values_of(book, some_module) == R"({"replicas":2})");
}

TEST_CASE("what a schema refuses fails the hook") {
  auto book = book_with_schemas();
  book.apply_configuration(core::config::read_configuration({{"global", "project: p"}}), 1);
  const auto config =
    run_hook(book, global_hooks, "", R"([{"op":"add", "path":"/global/clusterHostname", "value":{}}])");
  REQUIRE_FALSE(config);
  CHECK(config.error().message
        == "config values patch: config values: global.clusterHostname must be of type string, got an object (set by "
           "the patch)");
  const auto values = run_hook(book, some_module, R"({"op":"add","path":"/someModule/param1","value":1})");
  REQUIRE_FALSE(values);
  CHECK(values.error().message
        == "values patch: values: someModule.param1 must be of type string, got a number (set by the patch)");
}

TEST_CASE("a chart gets its values only when all that it requires is there") {
  auto book = book_with_schemas();
  book.apply_configuration(core::config::read_configuration({{"global", "project: p"}}), 1);
  REQUIRE(run_hook(book, some_module, R"({"op":"add","path":"/someModule/param1","value":"a"})"));
  CHECK(book.helm_values("some-module", {}).error().message
        == "check helm values: global.discovered is required; someModule.param2 is required (by openapi/values.yaml; a "
           "hook, the ConfigMap or a values file has to bring it)");
  REQUIRE(run_hook(book, global_hooks, R"({"op":"add","path":"/global/discovered","value":"x"})"));
  REQUIRE(run_hook(book, some_module, R"({"op":"add","path":"/someModule/param2","value":"b"})"));
  CHECK(*book.helm_values("some-module", {"some-module"})
        == R"({"global":{"clusterName":"c","discovered":"x","discovery":{},"enabledModules":["some-module"],)"
           R"("project":"p"},)"
           R"("someModule":{"param1":"a","param2":"b","replicas":2}})");
}

TEST_CASE("before Helm only those global values count that the schema requires for Helm") {
  values_book book;
  const core::schema::texts global{
    .config_values = std::nullopt,
    .values =
      "x-required-for-helm: [found]\nrequired: [size]\nproperties: {found: {type: string}, size: {type: integer}}"};
  book.load(core::config::read_static_values({.common = {{"/modules/values.yaml", "global: {other: 1, found: [1]}"}},
                                              .global_schemas = global,
                                              .modules = {{"some-module", files_of("", {})}}}));
  CHECK(book.helm_values("some-module", {}));
}

TEST_CASE("an invalid section at the start blocks its module until it is repaired") {
  auto book = book_with_schemas();
  const auto bad = core::config::read_configuration({{"global", "project: p"}, {"someModule", "replicas: two"}});
  CHECK(book.apply_configuration(bad, 1).errors);
  CHECK(book.blocked("some-module")
        == "ConfigMap: section 'someModule': someModule.replicas must be of type integer, got a string (from key "
           "'someModule' of the "
           "ConfigMap)");
  CHECK_FALSE(book.blocked("other"));
  CHECK_FALSE(book.apply_configuration(bad, 2).errors);
  CHECK(book.blocked("some-module"));
  const auto repaired = book.apply_configuration(
    core::config::read_configuration({{"global", "project: p"}, {"someModule", "replicas: 3"}}), 3);
  CHECK(repaired.errors);
  CHECK(repaired.modules == std::set<std::string>{"some-module"});
  CHECK_FALSE(book.blocked("some-module"));
}

TEST_CASE("the section of a module that is switched off is not judged, and counts as it is written") {
  auto book = book_with_schemas();
  book.apply_configuration(written({{"someModule", "replicas: two"}, {"someModuleEnabled", "false"}}), 1);
  CHECK(book.problems().empty());
  CHECK_FALSE(book.blocked("some-module"));
  CHECK(book.decided_flag("some-module") == false);
  CHECK(values_of(book, some_module) == R"({"replicas":"two"})");

  const auto switched_on = book.apply_configuration(written({{"someModule", "replicas: two"}}), 2);
  CHECK(switched_on.errors);
  CHECK_MESSAGE(book.blocked("some-module"), "nothing valid was there before");

  CHECK(book.apply_configuration(written({{"someModule", "replicas: 3"}}), 3).unblocked);
  CHECK(values_of(book, some_module) == R"({"replicas":3})");
}

TEST_CASE("a section that was refused is not judged any more when its module is switched off") {
  auto book = book_with_schemas();
  book.apply_configuration(written({{"someModule", "replicas: 3"}}), 1);
  book.apply_configuration(written({{"someModule", "replicas: two"}}), 2);
  REQUIRE(book.problems().size() == 1);
  const auto off =
    book.apply_configuration(written({{"someModule", "replicas: two"}, {"someModuleEnabled", "false"}}), 3);
  CHECK(off.repaired == std::set<std::string>{"someModule"});
  CHECK(book.problems().empty());
  CHECK(values_of(book, some_module) == R"({"replicas":"two"})");
  book.apply_configuration(written({{"someModule", "replicas: 3"}, {"someModuleEnabled", "false"}}), 4);
  book.apply_configuration(written({{"someModule", "replicas: 3"}}), 5);
  CHECK(book.problems().empty());
  CHECK(values_of(book, some_module) == R"({"replicas":3})");
}

TEST_CASE("a section that cannot be read is a problem of a module that is switched off, too") {
  auto book = book_with_schemas();
  book.apply_configuration(written({{"someModule", "replicas: ["}, {"someModuleEnabled", "false"}}), 1);
  REQUIRE(book.problems().size() == 1);
  CHECK(book.problems()[0].message.find("bad yaml") != std::string::npos);
}

TEST_CASE("a flag that a hook sets lets the section be judged") {
  auto book = book_with_schemas();
  const char* off = R"({"op":"add","path":"/someModuleEnabled","value":false})";
  const char* on = R"({"op":"add","path":"/someModuleEnabled","value":true})";
  REQUIRE(run_hook(book, global_hooks, off));
  book.apply_configuration(written({{"someModule", "replicas: two"}}), 2);
  CHECK(book.problems().empty());
  const auto switched_on = run_hook(book, global_hooks, on);
  REQUIRE(switched_on);
  CHECK(switched_on->errors);
  REQUIRE(book.problems().size() == 1);
  CHECK(book.blocked("some-module"));
  CHECK(run_hook(book, global_hooks, off)->unblocked);
  CHECK(book.problems().empty());
}

TEST_CASE("what a hook has stored in a section stays there while its module is switched off and on") {
  auto book = book_with_schemas();
  book.apply_configuration(written({{"someModule", "replicas: 3"}}), 1);
  REQUIRE(run_hook(book, some_module, "", R"({"op":"add","path":"/someModule/replicas","value":4})"));
  // The ConfigMap from before the write comes once more, with a different flag.
  book.apply_configuration(written({{"someModule", "replicas: 3"}, {"someModuleEnabled", "false"}}), 2);
  CHECK(values_of(book, some_module) == R"({"replicas":4})");
  book.apply_configuration(written({{"someModule", "replicas: 3"}}), 3);
  CHECK(values_of(book, some_module) == R"({"replicas":4})");
}

TEST_CASE("config-values.yaml judges the ConfigMap, and values.yaml what a values file has beside it") {
  values_book book;
  const core::schema::texts schemas{
    .config_values = "required: [domain]\nproperties: {domain: {type: string}, replicas: {type: integer, default: 2}}",
    .values = "x-extend: {schema: config-values.yaml}\nproperties: {internal: {type: object, properties: {ca: {type: "
              "string}}}}"};
  book.load(core::config::read_static_values(
    {.common = {},
     .global_schemas = {},
     .modules = {
       {"some-module",
        files_of("someModuleEnabled: true\nsomeModule: {domain: example.com, internal: {ca: abc}}\n", schemas)}}}));
  book.apply_configuration(core::config::read_configuration({{"someModule", "replicas: 3"}}), 1);
  CHECK_MESSAGE(book.problems().empty(), book.problems().front().message);
  CHECK(values_of(book, some_module) == R"({"domain":"example.com","internal":{"ca":"abc"},"replicas":3})");
  CHECK(book.helm_values("some-module", {}));

  book.apply_configuration(core::config::read_configuration({{"someModule", "internal: {ca: mine}"}}), 2);
  REQUIRE(book.problems().size() == 1);
  CHECK(book.problems()[0].message
        == "ConfigMap: section 'someModule': someModule.internal is a forbidden property (from key 'someModule' of the "
           "ConfigMap)");
}

TEST_CASE("a name that neither the ConfigMap nor a values file brings is missing") {
  values_book book;
  const core::schema::texts schemas{.config_values =
                                      "required: [domain, zone]\nproperties: {domain: {type: string}, zone: {}, a: {}}",
                                    .values = std::nullopt};
  book.load(core::config::read_static_values(
    {.common = {},
     .global_schemas = {},
     .modules = {{"some-module", files_of("someModuleEnabled: true\nsomeModule: {domain: d}\n", schemas)}}}));
  book.apply_configuration(core::config::read_configuration({{"someModule", "a: 1"}}), 1);
  REQUIRE(book.problems().size() == 1);
  CHECK(book.problems()[0].message == "ConfigMap: section 'someModule': someModule.zone is required");
}

TEST_CASE("an invalid global section at the start blocks every module") {
  auto book = book_with_schemas();
  book.apply_configuration(core::config::read_configuration({{"global", "project: [1"}}), 1);
  CHECK(book.blocked("some-module")->starts_with("ConfigMap: bad yaml at key 'global'"));
  CHECK(book.blocked("other"));
}

TEST_CASE("a section that becomes invalid keeps its last valid content and blocks nothing") {
  auto book = book_with_schemas();
  const auto valid = core::config::read_configuration({{"global", "project: p"}, {"someModule", "replicas: 3"}});
  book.apply_configuration(valid, 1);
  for (const char* text : {"replicas: two", "replicas: [", "5"}) {
    CAPTURE(text);
    const auto broken = core::config::read_configuration({{"global", "project: p"}, {"someModule", text}}, valid);
    const auto change = book.apply_configuration(broken, 2);
    CHECK(change.modules.empty());
    CHECK_FALSE(book.blocked("some-module"));
    REQUIRE(book.problems().size() == 1);
    CHECK(book.problems()[0].section == "someModule");
    CHECK_FALSE(book.problems()[0].blocks);
    CHECK(values_of(book, some_module) == R"({"replicas":3})");
  }
}

TEST_CASE("a section that was refused and cannot be read now has only that problem") {
  auto book = book_with_schemas();
  const auto refused = core::config::read_configuration({{"global", "project: p"}, {"someModule", "replicas: two"}});
  book.apply_configuration(refused, 1);
  book.apply_configuration(
    core::config::read_configuration({{"global", "project: p"}, {"someModule", "replicas: ["}}, refused), 2);
  REQUIRE(book.problems().size() == 1);
  CHECK(book.problems()[0].message.find("bad yaml") != std::string::npos);
  CHECK(book.problems()[0].message.find("must be of type") == std::string::npos);
}

TEST_CASE("a flag that a hook sets for no module is reported when it appears") {
  auto book = example_book();
  const auto set = [&](const char* key) {
    return run_hook(book, global_hooks,
                    (std::string(R"({"op":"add","value":true,"path":"/)") + key + "Enabled\"}").c_str())
      ->flags_without_module;
  };
  CHECK(set("noSuch") == std::set<std::string>{"noSuchEnabled"});
  CHECK(set("noSuch").empty());
  CHECK(set("other").empty());
  CHECK(book.patch(global_hooks).size() == 2);
}

TEST_CASE("a problem says whether it is one of files or of the ConfigMap") {
  auto book = book_with_schemas();
  using core::config::problem_source;
  book.apply_configuration(
    core::config::read_configuration({{"global", "project: p"}, {"someModule", "replicas: two"}}), 1);
  CHECK(book.is_invalid(problem_source::config_map));
  CHECK_FALSE(book.is_invalid(problem_source::files));
  book.apply_configuration(core::config::read_configuration({{"global", "project: p"}, {"noSuch-x", "a: 1"}}), 2);
  REQUIRE(book.problems().size() == 1);
  CHECK_FALSE(book.problems()[0].is_used);
}

TEST_CASE("files that cannot be read block their module") {
  values_book book;
  book.load(core::config::read_static_values(
    {.common = {}, .global_schemas = {}, .modules = {{"web", files_of("web: [")}, {"db", files_of("")}}}));
  CHECK(book.blocked("web")->starts_with("/modules/01-some-module/values.yaml: invalid YAML: line "));
  CHECK_FALSE(book.blocked("db"));
  CHECK(book.is_invalid(core::config::problem_source::files));
  CHECK_FALSE(book.is_invalid(core::config::problem_source::config_map));
}

namespace {

/// A book with a module whose `class` must not change.
values_book book_with_fixed_class(const char* config_values, const char* values) {
  values_book book;
  book.load(core::config::read_static_values(
    {.common = {},
     .global_schemas = {},
     .modules = {{"some-module", files_of("someModuleEnabled: true\nsomeModule: {class: default}\n",
                                          {.config_values = config_values, .values = values})}}}));
  return book;
}

constexpr const char* fixed_class = R"yaml(
properties: {class: {type: string}, size: {type: integer}}
x-deckhouse-validations: [{expression: self.class == oldSelf.class, message: class is fixed}]
)yaml";
constexpr const char* any_class = "properties: {class: {type: string}, size: {type: integer}}";

} // namespace

TEST_CASE("a rule about oldSelf keeps the old section after an edit, and does not count at the start") {
  auto book = book_with_fixed_class(fixed_class, any_class);
  book.apply_configuration(written({{"someModule", "class: fast"}}), 1);
  CHECK(book.problems().empty());
  book.apply_configuration(written({{"someModule", "class: slow"}}), 2);
  REQUIRE(book.problems().size() == 1);
  CHECK(book.problems()[0].message
        == "ConfigMap: section 'someModule': someModule breaks the rule: class is fixed (from key 'someModule' of the "
           "ConfigMap)");
  CHECK(values_of(book, some_module) == R"({"class":"fast"})");
  const auto patched = run_hook(book, some_module, "", R"({"op":"replace","path":"/someModule/class","value":"slow"})");
  REQUIRE_FALSE(patched);
  CHECK(patched.error().message
        == "config values patch: config values: someModule breaks the rule: class is fixed (set by the patch)");
  book.apply_configuration(written({{"someModule", "class: fast\nsize: 2"}}), 3);
  CHECK(book.problems().empty());
}

TEST_CASE("a rule of values.yaml about oldSelf counts for patches, and for the chart after an edit") {
  auto book = book_with_fixed_class(any_class, fixed_class);
  book.apply_configuration(written({{"someModule", "class: fast"}}), 1);
  CHECK_MESSAGE(book.helm_values("some-module", {}), "the values of the files are no earlier content");
  CHECK(run_hook(book, some_module, R"({"op":"add","path":"/someModule/size","value":1})"));
  const auto patched = run_hook(book, some_module, R"({"op":"add","path":"/someModule/class","value":"slow"})");
  REQUIRE_FALSE(patched);
  CHECK(patched.error().message
        == "values patch: values: someModule breaks the rule: class is fixed (set by the patch)");
  book.apply_configuration(written({{"someModule", "class: slow"}}), 2);
  const auto chart = book.helm_values("some-module", {});
  REQUIRE_FALSE(chart);
  CHECK(chart.error().message.find("someModule breaks the rule: class is fixed") != std::string::npos);
  book.apply_configuration(written({{"someModule", "class: slow"}, {"someModuleEnabled", "false"}}), 3);
  book.apply_configuration(written({{"someModule", "class: slow"}}), 4);
  CHECK_MESSAGE(book.helm_values("some-module", {}), "a module that was off begins anew");
}

TEST_CASE("a rule that reads an absent field is named once") {
  auto book = book_with_fixed_class(
    "{properties: {class: {}, a: {}}, x-deckhouse-validations: [{expression: self.a > 1, message: m}]}", any_class);
  CHECK(book.take_skipped_rules().empty());
  book.apply_configuration(written({{"someModule", "class: fast"}}), 1);
  const std::map<std::string, std::set<std::string>> named{{"someModule", {"someModule: self.a > 1"}}};
  CHECK(book.take_skipped_rules() == named);
  book.apply_configuration(written({{"someModule", "class: slow"}}), 2);
  CHECK(book.take_skipped_rules().empty());
}
