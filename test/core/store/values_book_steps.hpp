#pragma once

#include "core/store/values_book.hpp"

// Values books for tests, and the edits of hooks and users.

namespace test {

inline const core::values::values_owner global_hooks{};
inline const core::values::values_owner some_module{"some-module"};

inline core::config::module_files files_of(const char* values, core::schema::texts schemas = {}) {
  return {
    .directory = "/modules/01-some-module", .modules_directory = 0, .values = values, .schemas = std::move(schemas)};
}

/// A book with the files of VALUES.md of flant/addon-operator, "Example", and their ConfigMap.
inline core::store::values_book example_book() {
  core::store::values_book book;
  book.load(core::config::read_static_values(
    {.common = {{"/modules/values.yaml", "global:\n  param1: 100\n  param2: \"Yes\"\n"}},
     .global_schemas = {},
     .modules = {{"some-module", files_of("someModule:\n  param1: \"String\"\n")}, {"other", files_of("")}}}));
  book.apply_configuration(
    core::config::read_configuration(
      {{"global", "param1: 200\n"}, {"someModule", "param1: \"Long string\"\nparam2: \"FOO\"\n"}}),
    1);
  return book;
}

/// Runs a hook that writes these patches.
inline base::result<core::store::values_change> run_hook(core::store::values_book& book,
                                                         const core::values::values_owner& owner,
                                                         const char* values_patch, const char* config_patch = "",
                                                         std::uint64_t cause = 7) {
  auto prepared = book.prepare_hook_commit(owner, values_patch, config_patch);
  if (!prepared) return tl::unexpected(prepared.error());
  return book.commit(std::move(*prepared), cause);
}

inline std::string values_of(const core::store::values_book& book, const core::values::values_owner& owner) {
  return book.state()->section_values(owner).dump();
}

/// A book whose some-module has the schemas of VALUES.md, "Extending" and "Required fields".
inline core::store::values_book book_with_schemas() {
  core::store::values_book book;
  const core::schema::texts global{.config_values = R"(
type: object
required: [project, clusterName]
properties: {project: {type: string}, clusterName: {type: string}, clusterHostname: {type: string}}
)",
                                   .values = R"(
x-extend: {schema: config-values.yaml}
x-required-for-helm: [discovered]
properties: {discovery: {type: object, default: {}}, discovered: {type: string}}
)"};
  const core::schema::texts module{.config_values = "properties: {replicas: {type: integer, default: 2}}", .values = R"(
x-extend: {schema: config-values.yaml}
x-required-for-helm: [param1, param2]
properties: {param1: {type: string}, param2: {type: string}}
)"};
  book.load(core::config::read_static_values(
    {.common = {{"/modules/values.yaml", "global: {clusterName: c}"}},
     .global_schemas = global,
     .modules = {{"some-module", files_of("someModuleEnabled: true\n", module)}, {"other", files_of("")}}}));
  return book;
}

/// The text that a user writes into the ConfigMap for the module of `book_with_schemas`.
inline core::config::configuration written(const std::map<std::string, std::string>& texts) {
  std::map<std::string, std::string> all{{"global", "project: p"}};
  all.insert(texts.begin(), texts.end());
  return core::config::read_configuration(all);
}

} // namespace test
