#include "core/values/values_book.hpp"

#include <doctest/doctest.h>

using core::values_book;
using core::values_owner;

namespace {

const values_owner global_hooks{};
const values_owner some_module{"some-module"};

core::module_files files_of(const char* values, core::schema_texts schemas = {}) {
  return {
    .directory = "/modules/01-some-module", .modules_directory = 0, .values = values, .schemas = std::move(schemas)};
}

/// A book with the files of VALUES.md of flant/addon-operator, "Example", and their ConfigMap.
values_book example_book() {
  values_book book;
  book.load(core::read_static_values(
    {.common = {{"/modules/values.yaml", "global:\n  param1: 100\n  param2: \"Yes\"\n"}},
     .global_schemas = {},
     .modules = {{"some-module", files_of("someModule:\n  param1: \"String\"\n")}, {"other", files_of("")}}}));
  book.apply_configuration(core::read_configuration({{"global", "param1: 200\n"},
                                                     {"someModule", "param1: \"Long string\"\nparam2: \"FOO\"\n"}}),
                           1);
  return book;
}

/// Runs a hook that leaves these patches.
core::result<core::values_change> run_hook(values_book& book, const values_owner& owner, const char* values_patch,
                                           const char* config_patch = "", std::uint64_t cause = 7) {
  auto prepared = book.prepare_hook_commit(owner, values_patch, config_patch);
  if (!prepared) return tl::unexpected(prepared.error());
  return book.commit(std::move(*prepared), cause);
}

std::string values_of(const values_book& book, const values_owner& owner) {
  return book.state()->section_values(owner).dump();
}

} // namespace

TEST_CASE("hooks read the files that the document's example shows") {
  const auto book = example_book();
  const auto texts = book.state()->hook_files(some_module, {"first", "some-module"});
  CHECK(texts.config_values.text()
        == R"({"global":{"param1":200},"someModule":{"param1":"Long string","param2":"FOO"}})");
  CHECK(texts.values.text()
        == R"({"global":{"enabledModules":["first","some-module"],"param1":200,"param2":"Yes"},)"
           R"("someModule":{"param1":"Long string","param2":"FOO"}})");
}

TEST_CASE("global hooks read the global section only, without enabledModules") {
  const auto texts = example_book().state()->hook_files(global_hooks, {"first"});
  CHECK(texts.config_values.text() == R"({"global":{"param1":200}})");
  CHECK(texts.values.text() == R"({"global":{"param1":200,"param2":"Yes"}})");
}

TEST_CASE("a section that the ConfigMap does not have reads as an empty map") {
  values_book book;
  CHECK(book.state()->hook_files(values_owner{"new-one"}, {}).config_values.text() == R"({"global":{},"newOne":{}})");
}

TEST_CASE("a config patch changes the section and asks for the whole of it to be written") {
  auto book = example_book();
  const auto change =
    run_hook(book, some_module, "", R"([{"op":"add", "path":"/someModule/param3", "value":"newValue"}])", 42);
  REQUIRE(change);
  CHECK(change->cause == 42);
  CHECK(change->modules == std::set<std::string>{"some-module"});
  CHECK_FALSE(change->global);
  REQUIRE(change->write);
  CHECK(change->write->key == "someModule");
  CHECK(change->write->yaml == "param1: Long string\nparam2: FOO\nparam3: newValue\n");
  CHECK(book.state()->hook_files(some_module, {}).config_values.text()
        == R"({"global":{"param1":200},"someModule":{"param1":"Long string","param2":"FOO","param3":"newValue"}})");

  SUBCASE("and what comes back from the ConfigMap is no change") {
    const auto echo = book.apply_configuration(
      core::read_configuration({{"global", "param1: 200\n"}, {"someModule", change->write->yaml}}), 43);
    CHECK(echo.empty());
  }
}

TEST_CASE("a section that goes back in the ConfigMap to what it was before a commit goes back here too") {
  auto book = example_book();
  const auto before = book.state()->config_values(some_module);
  REQUIRE(run_hook(book, some_module, "", R"([{"op":"add", "path":"/someModule/param3", "value":"newValue"}])"));
  CHECK(book.apply_section("someModule", &before, 43).modules == std::set<std::string>{"some-module"});
  CHECK(book.state()->hook_files(some_module, {}).config_values.text()
        == R"({"global":{"param1":200},"someModule":{"param1":"Long string","param2":"FOO"}})");
}

TEST_CASE("a module without a section can store its first value") {
  auto book = example_book();
  const auto change = run_hook(book, values_owner{"other"}, "", R"({"op":"add","path":"/other/password","value":"x"})");
  REQUIRE(change);
  CHECK(change->write->yaml == "password: x\n");
}

TEST_CASE("a values patch is kept in memory and lies over a later configuration") {
  auto book = example_book();
  const auto change = run_hook(book, some_module, R"([{"op":"add","path":"/someModule/found","value":{"x":1}},
                                                      {"op":"replace","path":"/someModule/param2","value":"BAR"}])");
  REQUIRE(change);
  CHECK_FALSE(change->write);
  CHECK(values_of(book, some_module) == R"({"found":{"x":1},"param1":"Long string","param2":"BAR"})");
  const auto edit = book.apply_configuration(core::read_configuration({{"someModule", "param2: BAZ\nparam4: 4\n"}}), 9);
  CHECK(edit.global);
  CHECK(edit.modules == std::set<std::string>{"some-module"});
  CHECK(values_of(book, some_module) == R"({"found":{"x":1},"param1":"String","param2":"BAR","param4":4})");

  SUBCASE("until the module is deleted") {
    CHECK(book.drop_module_patches("some-module", 10).modules == std::set<std::string>{"some-module"});
    CHECK(values_of(book, some_module) == R"({"param1":"String","param2":"BAZ","param4":4})");
  }
}

TEST_CASE("every commit makes a revision, and one that changes nothing visible says so") {
  auto book = example_book();
  const auto before = book.state()->revision();
  const auto patch = R"({"op":"add","path":"/global/param1","value":200})";
  const auto first = run_hook(book, global_hooks, patch);
  CHECK(first->revision == before + 1);
  CHECK(first->empty());
  const auto nothing = run_hook(book, global_hooks, "", " \n");
  CHECK(nothing->revision == before + 1);
  CHECK(run_hook(book, global_hooks, R"({"op":"add","path":"/global/param1","value":201})")->global);
}

TEST_CASE("a snapshot of the values does not change with the book") {
  auto book = example_book();
  const auto before = book.state();
  run_hook(book, global_hooks, R"({"op":"add","path":"/global/param1","value":0})");
  CHECK(before->section_values(global_hooks).find("param1")->as_int() == 200);
}

TEST_CASE("nothing is applied when one of the two patches is wrong") {
  struct row {
    const char* values_patch;
    const char* config_patch;
    const char* want;
  };
  const char* good = R"({"op":"add","path":"/someModule/x","value":1})";
  for (const auto& r : {
         row{good, "{", "config values patch: invalid JSON at line 1"},
         row{"[1]", good, "values patch: operation 0: must be an object"},
         row{good, R"({"op":"add","path":"/global/x","value":1})",
             "config values patch: unacceptable patch operation for path '/global/x' (only 'someModule' accepted)"},
         row{good, R"({"op":"remove","path":"/someModule/nope"})",
             "config values patch: operation 0: remove '/someModule/nope': '/someModule/nope' does not exist"},
         row{R"({"op":"test","path":"/someModule/param2","value":"BAR"})", good,
             "cannot apply values patch for 'someModule' values: operation 0: test '/someModule/param2'"},
         row{R"({"op":"remove","path":"/someModule"})", good, "values patch: the patch leaves no map at '/someModule'"},
         row{R"({"op":"add","path":"someModule.param2","value":1})", good,
             "values patch: operation 0: path 'someModule.param2' does not begin with a slash; write "
             "'/someModule/param2' (RFC 6901)"},
       }) {
    auto book = example_book();
    const auto before = book.state();
    const auto change = run_hook(book, some_module, r.values_patch, r.config_patch);
    REQUIRE_FALSE(change);
    CHECK(change.error().message.substr(0, std::string(r.want).size()) == r.want);
    CHECK(book.state() == before);
  }
}

TEST_CASE("a section that no ConfigMap can hold is refused before anything is applied") {
  const auto patch = [](std::size_t size) {
    return R"({"op":"add","path":"/other/big","value":")" + std::string(size, 'x') + "\"}";
  };
  auto book = example_book();
  const auto before = book.state();
  const auto overhead = std::string_view("big: \n").size();
  const auto refused = book.prepare_hook_commit(values_owner{"other"}, "", patch(1048577 - overhead));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message
        == "config values patch: section 'other' would have 1048577 bytes; a ConfigMap holds 1048576 in all: store "
           "less, or keep it in a values patch");
  CHECK(book.state() == before);
  CHECK(book.prepare_hook_commit(values_owner{"other"}, "", patch(1048576 - overhead)));
  CHECK(book.prepare_hook_commit(values_owner{"other"}, patch(1048577), ""));
}

TEST_CASE("a commit that others have overtaken is checked again") {
  auto book = example_book();
  auto slow = book.prepare_hook_commit(some_module, R"({"op":"remove","path":"/someModule/param2"})", "");
  auto other = book.prepare_hook_commit(some_module, R"({"op":"add","path":"/someModule/other","value":1})", "");
  REQUIRE(book.commit(std::move(*other), 1));
  SUBCASE("and keeps what the others did") {
    REQUIRE(book.commit(std::move(*slow), 2));
    CHECK(values_of(book, some_module) == R"({"other":1,"param1":"Long string"})");
  }
  SUBCASE("and fails if it does not apply any more") {
    REQUIRE(run_hook(book, some_module, R"({"op":"remove","path":"/someModule/param2"})"));
    const auto failed = book.commit(std::move(*slow), 2);
    REQUIRE_FALSE(failed);
    CHECK(failed.error().message.starts_with("the values have changed since the hook was started"));
  }
}

TEST_CASE("global hooks switch modules, below the ConfigMap") {
  auto book = example_book();
  CHECK_FALSE(book.flag("some-module").enabled);
  auto change = run_hook(book, global_hooks, R"([{"op":"add","path":"/someModuleEnabled","value":true},
                                                 {"op":"add","path":"/unknownEnabled","value":true},
                                                 {"op":"add","path":"/global/x","value":1}])");
  REQUIRE(change);
  CHECK(change->flags == std::set<std::string>{"some-module"});
  CHECK(change->global);
  CHECK(book.flag("some-module").source == core::flag_source::hook_patch);

  SUBCASE("a flag in the ConfigMap wins") {
    const auto edit = book.apply_configuration(core::read_configuration({{"someModuleEnabled", "false"}}), 3);
    CHECK(edit.flags == std::set<std::string>{"some-module"});
    CHECK_FALSE(book.flag("some-module").enabled);
  }
  SUBCASE("and a removed flag lets the one below count again") {
    change = run_hook(book, global_hooks, R"({"op":"remove","path":"/someModuleEnabled"})");
    REQUIRE(change);
    CHECK(change->flags == std::set<std::string>{"some-module"});
    CHECK_FALSE(book.flag("some-module").source);
    CHECK_FALSE(run_hook(book, global_hooks, R"({"op":"remove","path":"/someModuleEnabled"})"));
  }
  SUBCASE("a config patch sets them in memory too, and is not written") {
    change = run_hook(book, global_hooks, "", R"({"op":"add","path":"/someModuleEnabled","value":false})");
    REQUIRE(change);
    CHECK_FALSE(change->write);
    CHECK_FALSE(book.flag("some-module").enabled);
  }
}

namespace {

/// A book whose some-module has the schemas of VALUES.md, "Extending" and "Required fields".
values_book book_with_schemas() {
  values_book book;
  const core::schema_texts global{.config_values = R"(
type: object
required: [project, clusterName]
properties: {project: {type: string}, clusterName: {type: string}, clusterHostname: {type: string}}
)",
                                  .values = R"(
x-extend: {schema: config-values.yaml}
x-required-for-helm: [discovered]
properties: {discovery: {type: object, default: {}}, discovered: {type: string}}
)"};
  const core::schema_texts module{.config_values = "properties: {replicas: {type: integer, default: 2}}", .values = R"(
x-extend: {schema: config-values.yaml}
x-required-for-helm: [param1, param2]
properties: {param1: {type: string}, param2: {type: string}}
)"};
  book.load(core::read_static_values(
    {.common = {{"/modules/values.yaml", "global: {clusterName: c}"}},
     .global_schemas = global,
     .modules = {{"some-module", files_of("someModuleEnabled: true\n", module)}, {"other", files_of("")}}}));
  return book;
}

} // namespace

TEST_CASE("values files count for what a configuration requires, and defaults fill the rest") {
  auto book = book_with_schemas();
  book.apply_configuration(core::read_configuration({{"global", "project: p"}}), 1);
  CHECK(book.problems().empty());
  CHECK(values_of(book, global_hooks) == R"({"clusterName":"c","discovery":{},"project":"p"})");
  CHECK(values_of(book, some_module) == R"({"replicas":2})");
}

TEST_CASE("what a schema refuses fails the hook") {
  auto book = book_with_schemas();
  book.apply_configuration(core::read_configuration({{"global", "project: p"}}), 1);
  const auto config =
    run_hook(book, global_hooks, "", R"([{"op":"add", "path":"/global/clusterHostname", "value":{}}])");
  REQUIRE_FALSE(config);
  CHECK(
    config.error().message
    == "config values patch: config values: global.clusterHostname must be of type string, got {} (set by the patch)");
  const auto values = run_hook(book, some_module, R"({"op":"add","path":"/someModule/param1","value":1})");
  REQUIRE_FALSE(values);
  CHECK(values.error().message
        == "values patch: values: someModule.param1 must be of type string, got 1 (set by the patch)");
}

TEST_CASE("a chart gets its values only when all that it requires is there") {
  auto book = book_with_schemas();
  book.apply_configuration(core::read_configuration({{"global", "project: p"}}), 1);
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
  const core::schema_texts global{
    .config_values = std::nullopt,
    .values =
      "x-required-for-helm: [found]\nrequired: [size]\nproperties: {found: {type: string}, size: {type: integer}}"};
  book.load(core::read_static_values({.common = {{"/modules/values.yaml", "global: {other: 1, found: [1]}"}},
                                      .global_schemas = global,
                                      .modules = {{"some-module", files_of("", {})}}}));
  CHECK(book.helm_values("some-module", {}));
}

TEST_CASE("an invalid section at the start blocks its module until it is repaired") {
  auto book = book_with_schemas();
  const auto bad = core::read_configuration({{"global", "project: p"}, {"someModule", "replicas: two"}});
  CHECK(book.apply_configuration(bad, 1).errors);
  CHECK(book.blocked("some-module")
        == "ConfigMap: section 'someModule': someModule.replicas must be of type integer, got \"two\" (from key "
           "'someModule' of the "
           "ConfigMap)");
  CHECK_FALSE(book.blocked("other"));
  CHECK_FALSE(book.apply_configuration(bad, 2).errors);
  CHECK(book.blocked("some-module"));
  const auto repaired =
    book.apply_configuration(core::read_configuration({{"global", "project: p"}, {"someModule", "replicas: 3"}}), 3);
  CHECK(repaired.errors);
  CHECK(repaired.modules == std::set<std::string>{"some-module"});
  CHECK_FALSE(book.blocked("some-module"));
}

namespace {

/// What a user writes into the ConfigMap for the module of `book_with_schemas`.
core::configuration written(const std::map<std::string, std::string>& texts) {
  std::map<std::string, std::string> all{{"global", "project: p"}};
  all.insert(texts.begin(), texts.end());
  return core::read_configuration(all);
}

} // namespace

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
  // The ConfigMap of before the write comes once more, with another flag.
  book.apply_configuration(written({{"someModule", "replicas: 3"}, {"someModuleEnabled", "false"}}), 2);
  CHECK(values_of(book, some_module) == R"({"replicas":4})");
  book.apply_configuration(written({{"someModule", "replicas: 3"}}), 3);
  CHECK(values_of(book, some_module) == R"({"replicas":4})");
}

TEST_CASE("config-values.yaml judges the ConfigMap, and values.yaml what a values file has beside it") {
  values_book book;
  const core::schema_texts schemas{
    .config_values = "required: [domain]\nproperties: {domain: {type: string}, replicas: {type: integer, default: 2}}",
    .values = "x-extend: {schema: config-values.yaml}\nproperties: {internal: {type: object, properties: {ca: {type: "
              "string}}}}"};
  book.load(core::read_static_values(
    {.common = {},
     .global_schemas = {},
     .modules = {
       {"some-module",
        files_of("someModuleEnabled: true\nsomeModule: {domain: example.com, internal: {ca: abc}}\n", schemas)}}}));
  book.apply_configuration(core::read_configuration({{"someModule", "replicas: 3"}}), 1);
  CHECK_MESSAGE(book.problems().empty(), book.problems().front().message);
  CHECK(values_of(book, some_module) == R"({"domain":"example.com","internal":{"ca":"abc"},"replicas":3})");
  CHECK(book.helm_values("some-module", {}));

  book.apply_configuration(core::read_configuration({{"someModule", "internal: {ca: mine}"}}), 2);
  REQUIRE(book.problems().size() == 1);
  CHECK(book.problems()[0].message
        == "ConfigMap: section 'someModule': someModule.internal is a forbidden property (from key 'someModule' of the "
           "ConfigMap)");
}

TEST_CASE("a name that neither the ConfigMap nor a values file brings is missing") {
  values_book book;
  const core::schema_texts schemas{.config_values =
                                     "required: [domain, zone]\nproperties: {domain: {type: string}, zone: {}, a: {}}",
                                   .values = std::nullopt};
  book.load(core::read_static_values(
    {.common = {},
     .global_schemas = {},
     .modules = {{"some-module", files_of("someModuleEnabled: true\nsomeModule: {domain: d}\n", schemas)}}}));
  book.apply_configuration(core::read_configuration({{"someModule", "a: 1"}}), 1);
  REQUIRE(book.problems().size() == 1);
  CHECK(book.problems()[0].message == "ConfigMap: section 'someModule': someModule.zone is required");
}

TEST_CASE("an invalid global section at the start blocks every module") {
  auto book = book_with_schemas();
  book.apply_configuration(core::read_configuration({{"global", "project: [1"}}), 1);
  CHECK(book.blocked("some-module")->starts_with("ConfigMap: bad yaml at key 'global'"));
  CHECK(book.blocked("other"));
}

TEST_CASE("a section that becomes invalid keeps its last valid content and blocks nothing") {
  auto book = book_with_schemas();
  const auto valid = core::read_configuration({{"global", "project: p"}, {"someModule", "replicas: 3"}});
  book.apply_configuration(valid, 1);
  for (const char* text : {"replicas: two", "replicas: [", "5"}) {
    CAPTURE(text);
    const auto broken = core::read_configuration({{"global", "project: p"}, {"someModule", text}}, valid);
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
  const auto refused = core::read_configuration({{"global", "project: p"}, {"someModule", "replicas: two"}});
  book.apply_configuration(refused, 1);
  book.apply_configuration(core::read_configuration({{"global", "project: p"}, {"someModule", "replicas: ["}}, refused),
                           2);
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
  using core::problem_source;
  book.apply_configuration(core::read_configuration({{"global", "project: p"}, {"someModule", "replicas: two"}}), 1);
  CHECK(book.is_invalid(problem_source::config_map));
  CHECK_FALSE(book.is_invalid(problem_source::files));
  book.apply_configuration(core::read_configuration({{"global", "project: p"}, {"noSuch-x", "a: 1"}}), 2);
  REQUIRE(book.problems().size() == 1);
  CHECK_FALSE(book.problems()[0].is_used);
}

TEST_CASE("files that cannot be read block their module") {
  values_book book;
  book.load(core::read_static_values(
    {.common = {}, .global_schemas = {}, .modules = {{"web", files_of("web: [")}, {"db", files_of("")}}}));
  CHECK(book.blocked("web")->starts_with("/modules/01-some-module/values.yaml: invalid YAML: line "));
  CHECK_FALSE(book.blocked("db"));
  CHECK(book.is_invalid(core::problem_source::files));
  CHECK_FALSE(book.is_invalid(core::problem_source::config_map));
}
