#include "setup/program_path.hpp"

#include "setup/made_program.hpp"
#include "sys/files/temp_dir.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

TEST_CASE("the first directory of PATH with an executable file of the name counts") {
  const auto root = sys::files::temp_dir::create(std::filesystem::temp_directory_path(), "path-").value();
  test::put_file(root.file("a/tool"), "no program");
  std::filesystem::create_directories(root.file("b/folder"));
  const auto second = test::make_program(root.file("b/tool"), "");
  test::make_program(root.file("c/tool"), "");
  const test::changed_variable path("PATH", ":" + root.file("none") + "::" + root.file("a") + ":" + root.file("b") + ":"
                                              + root.file("c"));
  CHECK(setup::find_in_path("tool") == second);
  CHECK(setup::find_in_path("folder") == "");
  CHECK(setup::find_in_path("nothing") == "");
}

TEST_CASE("without PATH nothing is found") {
  const test::changed_variable path("PATH", "");
  CHECK(setup::find_in_path("sh") == "");
}
