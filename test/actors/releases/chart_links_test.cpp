// Trees with links, and Helm's own view of them (src/helm_worker/worker/links_test.go).
#include "actors/releases/chart_files.hpp"
#include "support/files.hpp"
#include "support/source_root.hpp"
#include "sys/files/files.hpp"
#include "sys/files/temp_dir.hpp"
#include "text/json/json.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

/// Creates the tree of a row in the directory.
void put_tree(const text::json& row, const fs::path& root) {
  test::put_file(root / "module/Chart.yaml", "name: linked\n");
  for (const auto& file : row.find("files")->as_array()) test::put_file(root / file.as_string(), "");
  if (const auto rules = row.string_at("ignore")) test::put_file(root / "module/.helmignore", *rules);
  for (const auto& [path, target] : row.find("links")->as_object()) {
    fs::create_directories((root / path).parent_path());
    fs::create_symlink(target.as_string(), root / path);
  }
}

} // namespace

TEST_CASE("of a tree with links the operator sees what Helm sees, and it refuses the trees that Helm refuses") {
  const auto rows = text::parse_json_stream(*sys::files::read_file(test::source_root() + "/test/charts/links.jsonl"));
  REQUIRE(rows);
  CHECK_GE(rows->size(), 200);
  for (const auto& row : *rows) {
    CAPTURE(row.dump());
    const auto place = sys::files::temp_dir::create("/tmp", "chart-links-").value();
    put_tree(row, place.path());
    const auto read = actors::releases::read_chart_files(place.path() + "/module", "linked");
    const auto* sees = row.find("sees");
    REQUIRE_EQ(read.has_value(), sees != nullptr);
    if (sees == nullptr) continue;
    std::vector<std::string> expected;
    for (const auto& path : sees->as_array()) expected.push_back(path.as_string());
    CHECK_EQ(read->files, expected);
  }
}
