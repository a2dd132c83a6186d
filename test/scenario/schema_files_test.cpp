// Schemas that refer to other files, from the disk to the values of a module.
#include "setup/schema_file_reader.hpp"

#include "support/operator_fixture.hpp"
#include "sys/files/temp_dir.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

using test::operator_fixture;
using test::v1;

namespace {

namespace fs = std::filesystem;

/// Directories with schemas on the disk.
struct schema_tree {
  sys::files::temp_dir root = *sys::files::temp_dir::create(fs::temp_directory_path(), "schemas-");

  std::string path(const std::string& name) const { return root.file(name); }

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories(fs::path(path(name)).parent_path());
    std::ofstream(path(name)) << text;
  }

  /// The problem of a module's schemas; the reference may lead to the files `others`, too.
  std::string problem(const std::string& reference, const std::vector<std::string>& others = {}) const {
    write("web/openapi/config-values.yaml", "properties: {a: {$ref: '" + reference + "'}}\n");
    const auto texts = setup::read_schemas(path("web/openapi"), others);
    REQUIRE(texts);
    const auto schemas = core::schema::make_section_schemas(*texts);
    if (!schemas) return schemas.error().message;
    const auto violations = schemas->config->validate(*text::parse_json(R"({"a":"x"})"), "v");
    return violations.empty() ? "nothing is checked" : "";
  }
};

} // namespace

TEST_CASE("a reference is relative to its file or absolute, and files may refer to files") {
  const schema_tree tree;
  tree.write("web/openapi/parts.yaml", "definitions: {port: {$ref: deep/port.yaml}}\n");
  tree.write("web/openapi/deep/port.yaml", "$ref: '../numbers.yaml#/port'\n");
  tree.write("web/openapi/numbers.yaml", "port: {type: integer}\n");
  CHECK(tree.problem("parts.yaml#/definitions/port") == "");
  CHECK(tree.problem("./deep/../parts.yaml#/definitions/port") == "");
  CHECK(tree.problem(tree.path("web/openapi/numbers.yaml") + "#/port") == "");
  CHECK(tree.problem("file://" + tree.path("web/openapi/numbers.yaml") + "#/port") == "");
}

TEST_CASE("only files below the directories for schemas are read, wherever links and dots lead") {
  const schema_tree tree;
  tree.write("other/port.yaml", "type: integer\n");
  tree.write("web/openapi-too/port.yaml", "type: integer\n");
  const auto outside = " is not below " + tree.path("web/openapi") + ": give its directory by --schema-dirs";
  for (const auto& reference : {std::string("../../other/port.yaml"), tree.path("other/port.yaml")}) {
    CAPTURE(reference);
    CHECK(tree.problem(reference)
          == "openapi/config-values.yaml: schema.properties.a: $ref '" + reference
               + "': " + fs::canonical(tree.path("other/port.yaml")).string() + outside);
    CHECK(tree.problem(reference, {tree.path("other")}) == "");
  }
  CHECK(tree.problem("../openapi-too/port.yaml").ends_with(outside));
  fs::create_symlink(tree.path("other/port.yaml"), tree.path("web/openapi/link.yaml"));
  CHECK(tree.problem("link.yaml").ends_with(outside));
  CHECK(tree.problem("link.yaml", {tree.path("nowhere"), tree.path("other")}) == "");
}

TEST_CASE("a file that is not there, of another machine or no schema is a mistake of who refers to it") {
  const schema_tree tree;
  tree.write("web/openapi/broken.yaml", "a: [\n");
  fs::create_directory(tree.path("web/openapi/folder"));
  CHECK(
    tree.problem("gone.yaml").find("$ref 'gone.yaml': there is no file " + tree.path("web/openapi/gone.yaml") + " or ")
    != std::string::npos);
  CHECK(tree.problem("http://localhost/x.yaml").ends_with("files of other machines are not read"));
  CHECK(tree.problem("broken.yaml").find("broken.yaml: invalid YAML: line ") != std::string::npos);
  CHECK(tree.problem("folder").ends_with("is not a regular file"));
}

TEST_CASE("a chain of files without an end is cut") {
  const schema_tree tree;
  for (int i = 0; i < 150; ++i)
    tree.write("web/openapi/f" + std::to_string(i) + ".yaml", "items: {$ref: f" + std::to_string(i + 1) + ".yaml}\n");
  CHECK(tree.problem("f0.yaml").ends_with("more than 100 files are referred to"));
}

TEST_CASE_FIXTURE(operator_fixture, "schemas of a module may refer to files beside them and to those of global hooks") {
  module("010-web");
  write("global-hooks/openapi/parts.yaml", "definitions: {size: {type: integer, default: 3}}\n");
  write("modules/010-web/openapi/parts.yaml",
        "definitions: {size: {$ref: '../../../global-hooks/openapi/parts.yaml#/definitions/size'}}\n");
  write("modules/010-web/openapi/config-values.yaml", "properties: {size: {$ref: 'parts.yaml#/definitions/size'}}\n");
  write("modules/010-web/openapi/values.yaml", "x-extend: {schema: config-values.yaml}\n");
  hook("web/a.sh", v1("beforeHelm: 1"));
  set_config("web", "size: big\n");
  start();
  CHECK(runs_of("web/a.sh").empty());
  CHECK(log().find("web.size must be of type integer") != std::string::npos);
  set_config("web", "size: 5\n");
  run();
  CHECK(runs_of("web/a.sh").size() == 1);
}
