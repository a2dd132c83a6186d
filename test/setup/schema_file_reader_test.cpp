#include "setup/schema_file_reader.hpp"

#include "support/files.hpp"
#include "sys/files/temp_dir.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

namespace {

struct schema_tree {
  sys::files::temp_dir root = sys::files::temp_dir::create(std::filesystem::temp_directory_path(), "schemas-").value();

  void write(const std::string& name, const std::string& text) const { test::put_file(root.file(name), text); }
  [[nodiscard]] core::schema::texts read(const std::vector<std::string>& others = {}) const {
    auto texts = setup::read_schemas(root.file("openapi"), others);
    REQUIRE(texts);
    return std::move(*texts);
  }
};

} // namespace

TEST_CASE("a directory without schemas, and none at all, have no texts") {
  const schema_tree tree;
  CHECK(!tree.read().config_values);
  std::filesystem::create_directories(tree.root.file("openapi"));
  CHECK(!tree.read().values);
  tree.write("openapi/values.yaml", "type: object\n");
  CHECK(tree.read().values == "type: object\n");
  CHECK(!tree.read().config_values);
  CHECK(tree.read().others.texts.empty());
}

TEST_CASE("files are read to which a schema refers, and to which these refer, each once") {
  const schema_tree tree;
  tree.write("openapi/values.yaml", "properties: {a: {$ref: 'parts/a.yaml'}, b: {$ref: 'parts/b.yaml#/x'}}\n");
  tree.write("openapi/parts/a.yaml", "$ref: b.yaml\n");
  tree.write("openapi/parts/b.yaml", "$ref: a.yaml\n");
  const auto files = tree.read().others;
  CHECK(files.texts.size() == 2);
  for (const auto& [reference, way] : files.ways) CHECK(way.has_value());
}

TEST_CASE("a reference to a place that is not open, to nothing, or to another machine is a mistake of the schema") {
  const schema_tree tree;
  tree.write("other/x.yaml", "type: string\n");
  const auto way = [&](const std::string& reference, const std::vector<std::string>& others = {}) {
    tree.write("openapi/values.yaml", "$ref: '" + reference + "'\n");
    const auto files = tree.read(others).others;
    REQUIRE(files.ways.size() == 1);
    const auto& found = files.ways.begin()->second;
    return found ? "found" : found.error().message;
  };
  CHECK(way("../other/x.yaml").find("give its directory by --schema-dirs") != std::string::npos);
  CHECK(way("../other/x.yaml", {tree.root.file("other")}) == "found");
  CHECK(way("file://" + tree.root.file("other/x.yaml"), {tree.root.file("other")}) == "found");
  CHECK(way("none.yaml").starts_with("there is no file "));
  CHECK(way("https://example.com/x.yaml") == "files of other machines are not read");
  std::filesystem::create_symlink(tree.root.file("other/x.yaml"), tree.root.file("openapi/link.yaml"));
  CHECK_MESSAGE(way("link.yaml").find("is not below") != std::string::npos, "a link is followed first");
}

TEST_CASE("a schema that cannot be read is an error") {
  const schema_tree tree;
  std::filesystem::create_directories(tree.root.file("openapi/values.yaml"));
  CHECK(!setup::read_schemas(tree.root.file("openapi"), {}));
}
