#include "sys/files/read_if_there.hpp"

#include "sys/files/files.hpp"
#include "sys/files/temp_dir.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <unistd.h>

namespace {

struct fixture {
  sys::files::temp_dir directory = sys::files::temp_dir::create("/tmp", "read-if-there-").value();

  [[nodiscard]] std::string path(const std::string& name) const { return directory.file(name); }

  fixture() {
    REQUIRE(sys::files::make_directories(path("folder")));
    REQUIRE(sys::files::write_file_private(path("file"), "text"));
    std::filesystem::create_symlink("nowhere", path("broken"));
    std::filesystem::create_symlink("folder", path("linked"));
    std::filesystem::create_symlink("endless", path("endless"));
  }
};

} // namespace

TEST_CASE_FIXTURE(fixture, "a link that leads nowhere is there, and no file and no directory") {
  CHECK(*sys::files::is_there(path("broken")));
  CHECK_EQ(sys::files::is_directory_there(path("broken")).error().message, path("broken") + ": the link leads nowhere");
  CHECK_EQ(sys::files::read_if_there(path("broken")).error().code, base::error_code::not_found);
}

TEST_CASE_FIXTURE(fixture, "absence is known from what is no directory above it, too") {
  for (const auto* name : {"none", "none/below", "file/below"}) {
    CAPTURE(name);
    CHECK_FALSE(*sys::files::is_there(path(name)));
    CHECK_FALSE(*sys::files::is_directory_there(path(name)));
    CHECK_EQ(*sys::files::read_if_there(path(name)), std::nullopt);
  }
  CHECK_EQ(*sys::files::read_if_there(path("file")), "text");
}

TEST_CASE_FIXTURE(fixture, "a directory is one behind a link, too, and a file is none") {
  CHECK(*sys::files::is_directory_there(path("folder")));
  CHECK(*sys::files::is_directory_there(path("linked")));
  CHECK_FALSE(*sys::files::is_directory_there(path("file")));
}

TEST_CASE_FIXTURE(fixture, "what cannot be looked at is an error, and not absent") {
  CHECK_EQ(sys::files::is_directory_there(path("endless")).error().message,
           path("endless") + ": cannot be looked at: Too many levels of symbolic links");
  CHECK_FALSE(sys::files::is_there(path(std::string(300, 'x'))));
  if (::geteuid() == 0) return; // root may look at everything
  std::filesystem::permissions(path("folder"), std::filesystem::perms::none);
  for (const auto* name : {"folder/file", "linked/file"}) {
    CHECK_EQ(sys::files::is_there(path(name)).error().code, base::error_code::forbidden);
    CHECK_EQ(sys::files::is_directory_there(path(name)).error().code, base::error_code::forbidden);
    CHECK_EQ(sys::files::read_if_there(path(name)).error().code, base::error_code::forbidden);
  }
  std::filesystem::permissions(path("folder"), std::filesystem::perms::owner_all);
}
