#include "core/values/value_origin.hpp"

#include "core/store/values_book.hpp"
#include "text/json/json_patch_reader.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

const core::values::values_owner web{"web"};

/// A book with values from all sources.
core::store::values_book filled() {
  core::config::static_files files;
  files.common = {{"modules/values.yaml", "web: {common: 1, both: 1}"}};
  files.modules["web"] = {
    .directory = "modules/010-web",
    .modules_directory = 0,
    .values = "webEnabled: true\nweb: {own: {deep: 1}, both: 2, list: [{a: 1}]}",
    .schemas = {
      .config_values = "{additionalProperties: true, properties: {filled: {type: [integer, string], default: 1}}}",
      .values = "{x-extend: {schema: c}, additionalProperties: true, properties: {size: {type: integer}, "
                "list: {type: array, items: {additionalProperties: true, properties: {size: {type: integer}}}}, "
                "by: {additionalProperties: true, maxProperties: 2}}}"}};
  core::store::values_book book;
  book.load(core::config::read_static_values(files));
  core::config::configuration config;
  config.sections["web"] = *text::parse_yaml("{written: {x: 1}}");
  static_cast<void>(book.apply_configuration(config, 1));
  return book;
}

std::string refusal(const core::store::values_book& book, const char* patch, const std::string& hook = "hooks/b.sh") {
  const auto prepared = book.prepare_hook_commit(web, patch, "", hook);
  return prepared ? "" : prepared.error().message;
}

} // namespace

TEST_CASE("a value's origin is the strongest layer that has its place") {
  core::values::section_layers layers;
  layers.statics = {*text::parse_yaml("{a: 1, b: 1}"), *text::parse_yaml("{b: {c: 2}, list: [{d: 1}]}")};
  layers.files = {"modules/values.yaml", "modules/web/values.yaml"};
  layers.config = *text::parse_yaml("{config: {x: 1}}");
  layers.schemas =
    *core::schema::make_section_schemas({.config_values = "{properties: {e: {default: 1}}}", .values = {}});
  const auto document = text::json::object({{"web", core::values::merged_values(layers, "web")}});
  core::values::note_patch(layers, document,
                           *text::parse_json_patch(R"({"op":"add","path":"/web/b/p","value":{"q":1}})"), "hooks/a.sh");
  layers.patched_by.begin()->second.revision = 7;
  const auto changed =
    *text::apply_json_patch(document, *text::parse_json_patch(R"({"op":"add","path":"/web/b/p","value":{"q":1}})"));
  struct row {
    const char* place;
    const char* want;
  };
  for (const auto& r : {
         row{"/web/a", "from modules/values.yaml"},
         row{"/web/b/c", "from modules/web/values.yaml"},
         row{"/web/list/0/d", "from modules/web/values.yaml"},
         row{"/web/config/x", "from key 'web' of the ConfigMap"},
         row{"/web/e", "a default of the schema"},
         row{"/web/b/p/q", "set by hooks/a.sh, revision 7"},
         row{"/web/nothing", ""},
       }) {
    CAPTURE(r.place);
    CHECK(core::values::origin_of(layers, changed, *text::parse_json_pointer(r.place)) == r.want);
  }
}

TEST_CASE("a value that a hook sets again stays as it was noted, with the type that it has replaced") {
  core::values::section_layers layers;
  layers.statics = {*text::parse_yaml("{zones: [], size: 1}")};
  layers.files = {"modules/values.yaml"};
  text::json document = text::json::object({{"global", layers.statics.front()}});
  std::uint64_t revision = 0;
  const auto set = [&](const char* hook, const std::string& value) {
    const auto patch = *text::parse_json_patch(R"({"op":"add","path":"/global/zones","value":)" + value + "}");
    core::values::note_patch(layers, document, patch, hook);
    document = *text::apply_json_patch(document, patch);
    for (auto& [place, source] : layers.patched_by)
      if (source.revision == 0) source.revision = ++revision;
    return core::values::known_origin_of(layers, document, *text::parse_json_pointer("/global/zones"));
  };
  auto x = set("a.sh", R"("eu-1a")");
  CHECK(x.type == "a string");
  CHECK(x.words == "set by global hook 'a.sh'");
  CHECK(x.type_before == "an empty list");
  CHECK(x.revision == 1);
  CHECK(set("a.sh", R"("eu-1a")").revision == 1);
  CHECK(set("a.sh", R"("eu-1a")").type_before == "an empty list");
  x = set("b.sh", R"("eu-1a")");
  CHECK(x.words == "set by global hook 'b.sh'");
  CHECK(x.revision == 2);
  x = set("b.sh", R"("eu-1b")");
  CHECK(x.revision == 3);
  CHECK(x.type_before.empty());
  const auto known = [&](const char* place) {
    return core::values::known_origin_of(layers, document, *text::parse_json_pointer(place));
  };
  CHECK(known("/global/size").words == "from modules/values.yaml");
  CHECK(known("/global/size").type == "a number");
  CHECK(known("/global/size").revision == 0);
  CHECK(known("/global/nothing").type.empty());
}

TEST_CASE("a message names the hook whose run has set a value, be it this one or an earlier one") {
  auto book = filled();
  CHECK(refusal(book, R"({"op":"add","path":"/web/size","value":"x"})")
        == R"(values patch: values: web.size must be of type integer, got a string (set by this run of hooks/b.sh))");
  CHECK(
    refusal(book, R"({"op":"add","path":"/web/list/-","value":{"size":"x"}})")
    == R"(values patch: values: web.list[1].size must be of type integer, got a string (set by this run of hooks/b.sh))");
  auto first =
    book.prepare_hook_commit(web, R"({"op":"add","path":"/web/by","value":{"a":1,"b":1}})", "", "hooks/a.sh");
  REQUIRE(first);
  const auto change = book.commit(std::move(*first), 2);
  REQUIRE(change);
  const auto before = "web.by must have at most 2 properties, has 3 (set by hooks/a.sh, revision "
                      + std::to_string(change->revision) + ")";
  CHECK(refusal(book, R"({"op":"add","path":"/web/by/c","value":1})") == "values patch: values: " + before);
}

TEST_CASE("all violations are reported, each with its origin") {
  auto book = filled();
  core::config::configuration config;
  config.sections["web"] = *text::parse_yaml("{filled: true}");
  static_cast<void>(book.apply_configuration(config, 2));
  REQUIRE(book.problems().size() == 1);
  CHECK(
    book.problems()[0].message
    == "ConfigMap: section 'web': web.filled must be of type integer or string, got a boolean (without quotes y, yes, "
       "on and true are the same in YAML: put a text in quotes) (from key 'web' of the ConfigMap)");
}

TEST_CASE("what is wrong in the ConfigMap is not blamed on the hook that has patched the same place above it") {
  auto book = filled();
  auto patched = book.prepare_hook_commit(web, R"({"op":"add","path":"/web/filled","value":"fits"})", "", "hooks/a.sh");
  REQUIRE(patched);
  REQUIRE(book.commit(std::move(*patched), 2));
  core::config::configuration config;
  config.sections["web"] = *text::parse_yaml("{filled: true}");
  static_cast<void>(book.apply_configuration(config, 3));
  REQUIRE(book.problems().size() == 1);
  CHECK(book.problems()[0].message.ends_with("put a text in quotes) (from key 'web' of the ConfigMap)"));
}

TEST_CASE("a value that Helm must not get is reported with its origin") {
  auto book = filled();
  core::config::configuration config;
  config.sections["web"] = *text::parse_yaml("{written: {x: 1}, size: big}");
  static_cast<void>(book.apply_configuration(config, 2));
  REQUIRE(book.problems().empty());
  CHECK(book.helm_values("web", {}).error().message
        == "check helm values: web.size must be of type integer, got a string (from key 'web' of the "
           "ConfigMap)");
}

TEST_CASE("a secret that is copied to where nothing hides it is not shown") {
  core::config::module_files files;
  files.directory = "/modules/web";
  files.schemas.values =
    "{properties: {pw: {type: string, maxLength: 9, x-secret: true}, all: {x-secret: true, additionalProperties: true},"
    " size: {type: integer}}}";
  files.values = "web: {pw: hunter2, all: {keys: [hunter3]}}\n";
  core::store::values_book book;
  book.load(core::config::read_static_values({.common = {}, .global_schemas = {}, .modules = {{"web", files}}}));
  for (const char* from : {"/web/pw", "/web/all/keys/0"}) {
    const auto refused =
      refusal(book, (R"({"op":"copy","path":"/web/size","from":")" + std::string(from) + "\"}").c_str());
    CHECK(refused.starts_with("values patch: values: web.size must be of type integer, got a hidden value"));
  }
  CHECK(refusal(book, R"({"op":"add","path":"/web/pw","value":"0123456789"})")
        == "values patch: values: web.pw must have at most 9 characters, got a hidden value (set by this run of "
           "hooks/b.sh)");
  CHECK(refusal(book, R"({"op":"add","path":"/web/size","value":"big"})").find("got a string") != std::string::npos);
}

TEST_CASE("nothing of a hidden value is reported, whatever words are in it") {
  for (const char* secret : {"hunter2, got hunter3", "hunter2, has hunter3", "hunter2; hunter3 (set by hunter4)",
                             ", got hunter2", "hunter2 got \u00e4, got "}) {
    CAPTURE(secret);
    core::config::module_files files;
    files.directory = "/modules/web";
    files.schemas.values = "{properties: {pw: {x-secret: true}, size: {type: integer}, short: {maxLength: 2}, "
                           "name: {enum: [a]}, either: {oneOf: [{type: integer}, {pattern: '^$'}]}}}";
    files.values = "web: {pw: \"" + std::string(secret) + "\"}\n";
    core::store::values_book book;
    book.load(core::config::read_static_values({.common = {}, .global_schemas = {}, .modules = {{"web", files}}}));
    for (const char* to : {"size", "short", "name", "either"}) {
      const auto refused =
        refusal(book, (R"({"op":"copy","from":"/web/pw","path":"/web/)" + std::string(to) + "\"}").c_str());
      CHECK(refused.ends_with(" (set by this run of hooks/b.sh)"));
      CHECK(refused.find("hunter") == std::string::npos);
    }
  }
}

TEST_CASE("a bare word that YAML reads as a truth value is named as one, but not if a hook has set it") {
  core::config::static_files files;
  files.modules["web"] = {.directory = "modules/010-web",
                          .values = "webEnabled: true\nweb: {title: y}",
                          .schemas = {.config_values = {},
                                      .values =
                                        "{properties: {title: {type: string}, host: {type: string}, key: {type: "
                                        "string, x-secret: true}, size: {type: integer}}}"}};
  core::store::values_book book;
  book.load(core::config::read_static_values(files));
  const std::string title =
    "web.title must be of type string, got a boolean (without quotes y, yes, on and true are the same in "
    "YAML: put a text in quotes) (from modules/010-web/values.yaml)";
  CHECK(book.faults_of_files(web) == title);
  CHECK(refusal(book, R"({"op":"add","path":"/web/size","value":1})") == "values patch: values: " + title);
  CHECK(refusal(book, R"({"op":"add","path":"/web/title","value":false})")
        == "values patch: values: web.title must be of type string, got a boolean (set by this run of hooks/b.sh)");
  CHECK_MESSAGE(refusal(book, R"({"op":"add","path":"/web/title","value":"y"})").empty(), "a hook may repair it");
}

TEST_CASE("of values files only what they say themselves is their fault") {
  core::config::static_files files;
  files.modules["web"] = {
    .directory = "modules/010-web",
    .values = "webEnabled: true\nweb: {title: 5, size: x}",
    .schemas = {.config_values = {},
                .values = "{required: [host], properties: {title: {type: string}, size: {type: integer}, host: {type: "
                          "string}}}"}};
  core::store::values_book book;
  book.load(core::config::read_static_values(files));
  core::config::configuration config;
  config.sections["web"] = *text::parse_yaml("{size: y}");
  static_cast<void>(book.apply_configuration(config, 1));
  CHECK(book.faults_of_files(web)
        == "web.title must be of type string, got a number (from modules/010-web/values.yaml)");
  CHECK(filled().faults_of_files(web).empty());
  CHECK(filled().faults_of_files({"nobody"}).empty());
}
