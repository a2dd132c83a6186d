#include "core/values/value_source.hpp"

#include "core/config/static_values.hpp"

#include <doctest/doctest.h>

using core::values::value_source;
using core::values::value_sources;

TEST_CASE("all sources that can be there together fit into a label, which gives them back") {
  const value_sources all{value_source::config_map,           value_source::section,
                          value_source::global_section,       value_source::common_file,
                          value_source::module_file,          value_source::config_schema,
                          value_source::values_schema,        value_source::global_config_schema,
                          value_source::global_values_schema, value_source::common_section,
                          value_source::common_global,        value_source::module_section};
  CHECK(core::values::label_of(all) == "configmap.section.global.common.values.cs.vs.gcs.gvs.cw.cg.vw");
  const value_sources of_hooks{value_source::section_of_hooks, value_source::global_of_hooks};
  CHECK(core::values::read_value_sources("hs.hg") == of_hooks);
  CHECK(core::values::label_of(all).size() <= 63);
  CHECK(core::values::read_value_sources(core::values::label_of(all)) == all);
  CHECK(core::values::label_of({}) == "none");
  CHECK(core::values::read_value_sources("none").empty());
  CHECK(core::values::read_value_sources("").empty());
  CHECK(core::values::read_value_sources("values..moon.") == value_sources{value_source::module_file});
}

TEST_CASE("a file with `{}` is there, and one of 0 bytes is not, nor one that does not exist") {
  core::config::static_files files;
  files.common = {{"/a/values.yaml", "{}"}, {"/b/values.yaml", std::nullopt}};
  files.global_schemas.values = "{}";
  core::config::module_files web{.directory = "/a/010-web", .modules_directory = 0, .values = "\n", .schemas = {}};
  web.schemas.config_values = "{}";
  files.modules["web"] = web;
  files.modules["db"] = {.directory = "/b/020-db", .modules_directory = 1, .values = std::nullopt, .schemas = {}};
  const auto found = core::config::read_static_values(files);
  CHECK(found.errors.empty());
  using source = value_source;
  CHECK(found.sections.at("web").sources
        == value_sources{source::common_file, source::common_section, source::common_global, source::config_schema});
  CHECK(found.sections.at("db").sources.empty());
  CHECK(found.sections.at("global").sources == value_sources{source::global_values_schema});
}

TEST_CASE("a held upgrade is decided again if a user has written another value, though a hook has it already") {
  core::values::value_standing held;
  held.sections = *text::parse_json(R"({"web":{"size":1,"pw":"x"}})");
  held.hook_keys.stored = {{{{"web", "pw"}}, "a.sh"}};
  auto now = held;
  CHECK_FALSE(core::values::is_decided_again(held, now));
  now.sections = *text::parse_json(R"({"web":{"size":1,"pw":"y"}})");
  CHECK_MESSAGE(!core::values::is_decided_again(held, now), "the hook has stored it");
  for (const auto* text :
       {R"({"web":{"size":2,"pw":"x"}})", R"({"web":{"pw":"x"}})", R"({"web":{"size":1,"pw":"x","n":1}})"}) {
    now.sections = *text::parse_json(text);
    CHECK_MESSAGE(core::values::is_decided_again(held, now), text);
  }
}
