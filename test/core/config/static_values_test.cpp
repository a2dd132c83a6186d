#include "core/config/static_values.hpp"

#include <doctest/doctest.h>

namespace {

core::config::module_files module(std::string directory, std::string values, std::size_t modules_directory = 0) {
  return {.directory = std::move(directory),
          .modules_directory = modules_directory,
          .values = std::move(values),
          .schemas = {}};
}

std::string layers(const core::config::static_values& values, const char* key) {
  std::string text;
  for (const auto& layer : values.sections.at(key).layers) text += layer.dump();
  return text;
}

} // namespace

TEST_CASE("values files give layers, the module's own above the common one") {
  const auto values = core::config::read_static_values(
    {.common = {{"/modules/values.yaml",
                 "global: {param1: value1, param2: value2}\nsimpleModule: {modParam1: value3}\n"}},
     .global_schemas = {},
     .modules = {{"simple-module", module("/modules/001-simple-module",
                                          "simpleModule: {modParam1: value1, modParam2: value2}\nother: {x: 1}\n")}}});
  CHECK(values.errors.empty());
  CHECK(layers(values, "global") == R"({"param1":"value1","param2":"value2"})");
  CHECK(layers(values, "simpleModule") == R"({"modParam1":"value3"}{"modParam1":"value1","modParam2":"value2"})");
  CHECK(values.sections.size() == 2);
}

TEST_CASE("each directory of modules has its own common file, and global sections add up") {
  const auto values =
    core::config::read_static_values({.common = {{"/a/values.yaml", "global: {x: 1}\nweb: {from: a}\n"},
                                                 {"/b/values.yaml", "global: {x: 2}\nweb: {from: b}\n"}},
                                      .global_schemas = {},
                                      .modules = {{"web", module("/b/web", "", 1)}, {"db", module("/a/db", "", 0)}}});
  CHECK(layers(values, "global") == R"({"x":1}{"x":2})");
  CHECK(layers(values, "web") == R"({"from":"b"})");
  CHECK(layers(values, "db") == "");
}

TEST_CASE("values files switch modules on and off") {
  const auto values =
    core::config::read_static_values({.common = {{"/m/values.yaml", "webEnabled: true\ndb: false\n"}},
                                      .global_schemas = {},
                                      .modules = {{"web", module("/m/web", "webEnabled: false\ndbEnabled: true\n")},
                                                  {"db", module("/m/db", "db: \"false\"\n")}}});
  CHECK(values.errors.empty());
  CHECK(values.common_flags == core::values::flag_layer{{"db", false}, {"web", true}});
  CHECK(values.module_flags == core::values::flag_layer{{"db", false}, {"web", false}});
}

TEST_CASE("a list of enabled modules in a values file is a warning that says what is read there") {
  const auto values = core::config::read_static_values(
    {.common = {{.path = "/m/values.yaml", .text = "global: {enabledModules: [a], b: 1}\n"}},
     .global_schemas = {},
     .modules = {}});
  CHECK(values.errors.empty());
  CHECK(
    values.warnings
    == std::vector<std::string>{"/m/values.yaml: 'global.enabledModules' has no effect: hooks and charts find the list "
                                "of enabled modules there; take another name for a list of your own"});
}

TEST_CASE("a default that its schema refuses is a warning that names file and place, and stops nothing") {
  auto web = module("/m/web-app", "");
  web.schemas.config_values = "properties: {a: {type: integer, default: nope}}";
  web.schemas.values = "{x-extend: {schema: c}, properties: {b: {type: integer, default: 1.5}}}";
  const auto values =
    core::config::read_static_values({.common = {}, .global_schemas = {}, .modules = {{"web-app", std::move(web)}}});
  CHECK(values.errors.empty());
  CHECK(values.warnings
        == std::vector<std::string>{
          R"(/m/web-app: openapi/config-values.yaml: default: webApp.a must be of type integer, got a string)",
          "/m/web-app: openapi/values.yaml: default: webApp.b must be of type integer, got a number"});
}

TEST_CASE("a value that config-values.yaml refuses is a warning that names place and file, and stops nothing") {
  auto web = module("/m/web", "web: {replicas: two, extra: 1, hosts: [a, 5]}");
  web.schemas.config_values = R"(
required: [name]
minProperties: 9
properties:
  name: {type: string}
  replicas: {type: integer}
  hosts: {items: {type: string}}
  mode: {type: integer, default: nope}
  key: {oneOf: [{type: object, required: [file]}, {type: object, required: [text]}]}
)";
  const auto values = core::config::read_static_values({.common = {{"/m/values.yaml", "web: {key: {}}"}},
                                                        .global_schemas = {.config_values = "{}", .values = {}},
                                                        .modules = {{"web", std::move(web)}}});
  CHECK(values.errors.empty());
  CHECK(
    values.warnings
    == std::vector<std::string>{
      R"(/m/web: openapi/config-values.yaml: default: web.mode must be of type integer, got a string)",
      "/m/web: openapi/config-values.yaml: web.extra is a forbidden property (from /m/web/values.yaml)",
      "/m/web: openapi/config-values.yaml: web.hosts[1] must be of type string, got a number (from /m/web/values.yaml)",
      R"(/m/web: openapi/config-values.yaml: web.replicas must be of type integer, got a string (from /m/web/values.yaml))"});
}

TEST_CASE("a value that only values.yaml allows is no warning, and one that it refuses is") {
  auto web = module("/m/web", "web: {internal: abc, wrong: 1}");
  web.schemas.config_values = "properties: {domain: {}}";
  web.schemas.values = "{x-extend: {schema: c}, properties: {internal: {type: string}}}";
  const auto values =
    core::config::read_static_values({.common = {}, .global_schemas = {}, .modules = {{"web", std::move(web)}}});
  CHECK(values.warnings
        == std::vector<std::string>{
          "/m/web: openapi/values.yaml: web.wrong is a forbidden property (from /m/web/values.yaml)"});
}

TEST_CASE("a blank section of a values file is as if it were not there") {
  for (const char* text : {"", "null", "\"\"", "' '"}) {
    CAPTURE(text);
    const auto key = [&](const char* name) { return std::string(name) + ": " + text + "\n"; };
    const auto values =
      core::config::read_static_values({.common = {{"/m/values.yaml", key("global") + key("web")}},
                                        .global_schemas = {},
                                        .modules = {{"web", module("/m/web", key("web") + "webEnabled: true")}}});
    CHECK(values.errors.empty());
    CHECK(layers(values, "global") == "");
    CHECK(layers(values, "web") == "");
    CHECK(values.module_flags == core::values::flag_layer{{"web", true}});
    using source = core::values::value_source;
    const auto& web = values.sections.at("web");
    CHECK(web.sources == core::values::value_sources{});
    CHECK(web.blank == std::map<source, std::string>{{source::common_file, "global"}, {source::module_file, "web"}});
    CHECK(web.blank_flags.empty());
  }
}

TEST_CASE("a flag of no module in the common file counts if it is true, and is named as before") {
  const auto values = core::config::read_static_values(
    {.common = {{"/m/values.yaml", "dbEnabled: true\noldEnabled: \"true\"\nofEnabled: false\nnoEnabled:\n"
                                   "globalEnabled: true\nwebEnabled: false\n"}},
     .global_schemas = {},
     .modules = {{"web", module("/m/web", "")}}});
  CHECK(values.common_flags == core::values::flag_layer{{"db", true}, {"old", true}, {"web", false}});
  REQUIRE(values.warnings.size() == 1);
  CHECK(values.warnings[0].find("without effect: 'dbEnabled'") != std::string::npos);
}

TEST_CASE("a file is a source of values, unless a key of it for the module has nothing behind it") {
  using source = core::values::value_source;
  struct row {
    const char* common;
    const char* own;
    core::values::value_sources sources;
    core::values::value_sources blank_flags{};
  };
  const auto with = [](core::values::value_sources x, core::values::value_sources more) {
    x.merge(more);
    return x;
  };
  const core::values::value_sources all{source::common_file, source::common_section, source::common_global,
                                        source::module_file, source::module_section};
  const core::values::value_sources own{source::module_file, source::module_section};
  const row rows[] = {
    {"{}", "{}", all},
    {"# none", "# none", all},
    {"web: {}\nglobal: {}", "web: false", all},
    {"db: {}", "db: {}", {source::common_file, source::module_file}},
    {"db:", "db:\nglobal:", {source::common_file, source::module_file}},
    {"web: {}\nglobal:", "web: {}", with(own, {source::common_section})},
    {"web:", "web: {}", own},
    {"web: {}", "web:", {source::common_file, source::common_section}},
    {"webEnabled:", "webEnabled: true", {source::common_file, source::module_file}, {source::common_file}},
    {"webEnabled: true", "webEnabled: ''", {source::common_file, source::module_file}, {source::module_file}},
  };
  for (const auto& x : rows) {
    CAPTURE(x.common);
    CAPTURE(x.own);
    const auto values = core::config::read_static_values(
      {.common = {{"/m/values.yaml", x.common}}, .global_schemas = {}, .modules = {{"web", module("/m/web", x.own)}}});
    CHECK(values.sections.at("web").sources == x.sources);
    CHECK(values.sections.at("web").blank_flags == x.blank_flags);
  }
}

TEST_CASE("a module has the section global of the values.yaml of all other directories of modules") {
  const auto globals = [](std::optional<std::string> text) {
    const auto values = core::config::read_static_values(
      {.common = {{"/a/values.yaml", "global: {}"}, {"/b/values.yaml", std::move(text)}},
       .global_schemas = {},
       .modules = {{"web", module("/a/web", "")}}});
    return values.sections.at("web").other_globals;
  };
  using found = std::map<std::string, bool>;
  for (const auto* text : {"global: {a: 1}", "global: {}", "{}", "# none"})
    CHECK_EQ(globals(text), found{{"/b/values.yaml", true}});
  for (const auto* text : {"global:", "web: {}", ""}) CHECK_EQ(globals(text), found{{"/b/values.yaml", false}});
  CHECK_EQ(globals(std::nullopt), found{{"/b/values.yaml", false}});
}

TEST_CASE(
  "a warning of a value shows no secret, whichever schema knows it, and of very many the first ones are reported") {
  auto web = module("/m/web", "web: {a: hunter2, b: hunter2}");
  web.schemas.config_values = "properties: {a: {x-secret: true}, b: {}}";
  web.schemas.values = "properties: {a: {type: integer}, b: {type: integer, format: password}}";
  auto db = module(
    "/m/db", "db: {list: [" + [] {
      std::string items;
      for (int i = 0; i < 100; ++i) items += "x, ";
      return items;
    }() + "]}");
  db.schemas.config_values = "properties: {list: {items: {type: integer}}}";
  const auto values = core::config::read_static_values(
    {.common = {}, .global_schemas = {}, .modules = {{"db", std::move(db)}, {"web", std::move(web)}}});
  CHECK(values.errors.empty());
  REQUIRE(values.warnings.size() == 23);
  CHECK(values.warnings[20] == "/m/db: and 80 more");
  CHECK(values.warnings[21]
        == "/m/web: openapi/values.yaml: web.a must be of type integer, got a hidden value (from "
           "/m/web/values.yaml)");
  CHECK(values.warnings[22]
        == "/m/web: openapi/values.yaml: web.b must be of type integer, got a hidden value (from "
           "/m/web/values.yaml)");
}

TEST_CASE("the global section's values are held to the global schema, with the file that wins") {
  const auto values = core::config::read_static_values(
    {.common = {{"/a/values.yaml", "global: {x: 1}"}, {"/b/values.yaml", "global: {x: 2}"}},
     .global_schemas = {.config_values = "properties: {x: {type: string}}", .values = {}},
     .modules = {}});
  CHECK(
    values.warnings
    == std::vector<std::string>{
      "global hooks: openapi/config-values.yaml: global.x must be of type string, got a number (from /b/values.yaml)"});
}

TEST_CASE("a flag that is the text true or false counts, with a warning that names the file") {
  const auto values = core::config::read_static_values(
    {.common = {{"/m/values.yaml", "{webEnabled: 'true', dbEnabled: 'false'}"}},
     .global_schemas = {},
     .modules = {{"web", module("/m/web", "webEnabled: 'false'")}, {"db", module("/m/db", "dbEnabled: true")}}});
  CHECK(values.common_flags == core::values::flag_layer{{"web", true}, {"db", false}});
  CHECK(values.module_flags == core::values::flag_layer{{"web", false}, {"db", true}});
  CHECK(values.errors.empty());
  CHECK(values.warnings
        == std::vector<std::string>{
          "/m/values.yaml: 'dbEnabled' is a text and counts as false: write it without quotes",
          "/m/values.yaml: 'webEnabled' is a text and counts as true: write it without quotes",
          "/m/web/values.yaml: 'webEnabled' is a text and counts as false: write it without quotes"});
}

TEST_CASE("a flag without a value says nothing, with a warning that names the file") {
  const auto values = core::config::read_static_values(
    {.common = {{"/m/values.yaml", "{webEnabled: true, dbEnabled: ''}"}},
     .global_schemas = {},
     .modules = {{"web", module("/m/web", "webEnabled:")}, {"db", module("/m/db", "")}}});
  CHECK(values.common_flags == core::values::flag_layer{{"web", true}});
  CHECK(values.module_flags.empty());
  CHECK(values.errors.empty());
  CHECK(values.warnings
        == std::vector<std::string>{
          "/m/values.yaml: 'dbEnabled' has no value and does not count: write true or false",
          "/m/web/values.yaml: 'webEnabled' has no value and does not count: write true or false"});
}

TEST_CASE("a bad file is the error of one section and names the file") {
  const auto errors = [](const char* common, const char* own, const char* schema = "{}") {
    auto web = module("/m/web", own);
    web.schemas.values = schema;
    return core::config::read_static_values({.common = {{"/m/values.yaml", common}},
                                             .global_schemas = {},
                                             .modules = {{"web", web}, {"db", module("/m/db", "db: {a: 1}")}}})
      .errors;
  };
  const auto only = [](const auto& found, const char* section) {
    REQUIRE(found.size() == 1);
    CHECK(found.begin()->first == section);
    return found.begin()->second;
  };
  CHECK(only(errors("a: [", ""), "global").starts_with("/m/values.yaml: invalid YAML: line "));
  CHECK(only(errors("", "a: ["), "web").starts_with("/m/web/values.yaml: invalid YAML: line "));
  CHECK(only(errors("", "web: 5"), "web").starts_with("/m/web/values.yaml: 'web': module config should be"));
  CHECK(only(errors("", "web: [5]"), "web").starts_with("/m/web/values.yaml: 'web': module config should be a map"));
  CHECK(only(errors("web: [5]", ""), "web").starts_with("/m/values.yaml: 'web': module config should be a map"));
  CHECK(only(errors("webEnabled: 1", ""), "web") == "/m/values.yaml: 'webEnabled' must be true or false, got a number");
  CHECK(only(errors("webEnabled: [false]", ""), "web")
        == "/m/values.yaml: 'webEnabled' must be true or false, got a list");
  CHECK(only(errors("webEnabled: 'yes'", ""), "web")
        == "/m/values.yaml: 'webEnabled' must be true or false, got a string");
  CHECK(only(errors("global: 1", ""), "global") == "/m/values.yaml: 'global' must be a map, got a number");
  CHECK(only(errors("- 1", ""), "global") == "/m/values.yaml: must be a map of sections");
  CHECK(only(errors("", "", "{enum: 5}"), "web") == R"(/m/web: openapi/values.yaml: schema: 'enum' must be a list)");
}

TEST_CASE("files of a module that cannot be read are an error of that module, and nobody knows its secrets") {
  core::config::static_files files;
  files.modules["web"] = {.directory = "/m/web", .unreadable = "/m/web/openapi/values.yaml: is not a regular file"};
  files.modules["db"] = {.directory = "/m/db"};
  const auto values = core::config::read_static_values(files);
  REQUIRE(values.errors.size() == 1);
  CHECK(values.errors.at("web") == "/m/web/openapi/values.yaml: is not a regular file");
  CHECK(values.sections.at("web").schemas.unusable);
  CHECK_FALSE(values.sections.at("db").schemas.unusable);
}

TEST_CASE("keys that Helm reads as values of the chart are no mistake, unless they look like the module's own") {
  auto web = module("/a/web", "replicaCount: 2\nglobal: {y: 1}\ndb: {y: 1}\nweb: {}\nwebEnabeld: true\n", 0);
  const auto warnings = [&] {
    return core::config::read_static_values(
             {.common = {{"/a/values.yaml", ""}}, .global_schemas = {}, .modules = {{"web", web}}})
      .warnings;
  };
  CHECK_EQ(warnings(),
           std::vector<std::string>{"/a/web/values.yaml: without effect: 'db', 'global', 'replicaCount', 'webEnabeld': "
                                    "only 'web' and 'webEnabled' are read here; did you mean 'webEnabled' by "
                                    "'webEnabeld'?"});
  web.has_chart = true;
  CHECK_EQ(warnings(), std::vector<std::string>{"/a/web/values.yaml: 'webEnabeld' is a value of the chart alone: did "
                                                "you mean 'webEnabled'?"});
}

TEST_CASE("keys of values files that nobody reads are warned of, with the file") {
  const auto values = core::config::read_static_values(
    {.common = {{"/a/values.yaml", "global: {x: 1}\nweb: {x: 1}\nwep: {x: 1}\nwepEnabled: maybe\nWebEnabled: "
                                   "false\nWeb: {}\nglobalEnabled: 1\ndb: {x: 1}\ndbEnabled: true\n"},
                {"/b/values.yaml", "db: {}\n"}},
     .global_schemas = {},
     .modules = {{"web", module("/a/web", "web: {}\nwebEnabled: true\nglobal: {y: 1}\ndb: {y: 1}\n", 0)},
                 {"db", module("/b/db", "", 1)}}});
  CHECK(values.errors.empty());
  CHECK(
    values.warnings
    == std::vector<std::string>{
      "/a/values.yaml: without effect: 'Web', 'WebEnabled', 'db', 'globalEnabled', 'wep', 'wepEnabled': no module of "
      "this directory has such a name; did you mean 'webEnabled' by 'WebEnabled'?; did you mean 'webEnabled' by "
      "'wepEnabled'?",
      "/a/web/values.yaml: without effect: 'db', 'global': only 'web' and 'webEnabled' are read here"});
  CHECK(values.common_flags == core::values::flag_layer{{"db", true}});
}
