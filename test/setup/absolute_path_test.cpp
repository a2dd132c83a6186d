#include "setup/absolute_path.hpp"

#include <doctest/doctest.h>

#include <filesystem>

TEST_CASE("a path counts from the working directory, without dots in it") {
  const auto here = std::filesystem::current_path().string();
  CHECK(setup::absolute_path("a/b") == here + "/a/b");
  CHECK(setup::absolute_path("./a/../b") == here + "/b");
  CHECK(setup::absolute_path("/a//b/./c") == "/a/b/c");
  CHECK(setup::absolute_path("/a/../..") == "/");
  CHECK(setup::absolute_path(".") == here);
  CHECK(setup::absolute_path("a/") == here + "/a");
}

TEST_CASE("no path stays no path") {
  CHECK(setup::absolute_path("") == "");
}
