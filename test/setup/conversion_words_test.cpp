#include "setup/conversion_words.hpp"

#include "sys/files/temp_dir.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace {

struct words_fixture {
  sys::files::temp_dir root = *sys::files::temp_dir::create(std::filesystem::temp_directory_path().string(), "words-");

  void write(const std::string& path, const std::string& text) {
    const std::filesystem::path full = root.file(path);
    std::filesystem::create_directories(full.parent_path());
    std::ofstream(full, std::ios::binary) << text;
  }
  [[nodiscard]] bool may_have() const { return setup::may_have_conversions(root.file("hooks")); }
};

constexpr auto key = "kubernetesCustomResourceConversion";

} // namespace

TEST_CASE_FIXTURE(words_fixture, "a directory has conversions if any of its files names them") {
  CHECK_FALSE(may_have());
  write("hooks/a.sh", "echo kubernetesValidating");
  write("hooks/lib/b.sh", "echo kubernetesCustomResource");
  CHECK_FALSE(may_have());
  write("hooks/lib/c.py", std::string("x = '") + key + "'");
  CHECK(may_have());
}

TEST_CASE_FIXTURE(words_fixture, "a long file is searched as a whole") {
  write("hooks/a", std::string((64 << 10) - 10, 'x') + key + std::string(100 << 10, 'x'));
  CHECK(may_have());
}

TEST_CASE_FIXTURE(words_fixture, "a Python environment is passed by, and an unreadable tree may have conversions") {
  write("hooks/venv/lib/a.py", key);
  CHECK_FALSE(may_have());
  std::filesystem::create_symlink("nowhere", root.file("hooks/link"));
  CHECK(may_have());
}
