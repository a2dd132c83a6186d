#include "setup/modules_on_disk.hpp"

#include "setup/made_program.hpp"
#include "sys/files/temp_dir.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

namespace {

struct tree {
  sys::files::temp_dir root = sys::files::temp_dir::create(std::filesystem::temp_directory_path(), "modules-").value();

  void write(const std::string& name, const std::string& text) const { test::put_file(root.file(name), text); }
  [[nodiscard]] base::result<setup::modules_on_disk> read(const setup::platform_options& options = {}) const {
    return setup::read_modules_on_disk({root.file("modules")}, root.file("global-hooks"), options);
  }
};

} // namespace

TEST_CASE("a directory without modules is fine, and one that is missing is an error if a user has named it") {
  const tree t;
  std::filesystem::create_directories(t.root.file("global-hooks"));
  const auto missing = t.read();
  REQUIRE(!missing);
  CHECK(missing.error().message.find(t.root.file("modules")) != std::string::npos);
  CHECK(t.read({.missing = setup::missing_modules_dir::has_no_modules})->modules.empty());
  std::filesystem::create_directories(t.root.file("modules"));
  const auto empty = t.read();
  REQUIRE(empty);
  CHECK(empty->modules.empty());
}

TEST_CASE("modules are read in their order") {
  const tree t;
  std::filesystem::create_directories(t.root.file("global-hooks"));
  t.write("modules/020-web/values.yaml", "web: {a: 1}\n");
  t.write("modules/010-db/values.yaml", "db: {a: 1}\n");
  const auto read = t.read();
  REQUIRE(read);
  REQUIRE(read->modules.size() == 2);
  CHECK(read->modules[0].number == "010");
  CHECK(read->modules[1].number == "020");
  CHECK(read->modules_dirs == std::vector<std::string>{t.root.file("modules")});
}

TEST_CASE("all faults are named at once, each with its path") {
  const tree t;
  std::filesystem::create_directories(t.root.file("modules/values.yaml"));
  const auto read = t.read();
  REQUIRE(!read);
  for (const auto* name : {"/global-hooks", "/modules/values.yaml"}) {
    CAPTURE(name);
    CHECK(read.error().message.find(name) != std::string::npos);
  }
}
