#include "actors/processes/hook_files.hpp"

#include "support/files.hpp"
#include "sys/files/temp_dir.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

namespace {

namespace fs = std::filesystem;

struct hooks_directory {
  sys::files::temp_dir root = sys::files::temp_dir::create(fs::temp_directory_path(), "hooks-").value();

  [[nodiscard]] base::result<core::hooks::found_hooks> read() const {
    return actors::processes::read_hook_files(root.file("hooks"), core::hooks::hook_owner::module);
  }
};

} // namespace

TEST_CASE("a directory of hooks that is missing, or a file in its place, has no hooks") {
  const hooks_directory x;
  CHECK(x.read()->hooks.empty());
  test::put_file(x.root.file("hooks"), "");
  CHECK(x.read()->hooks.empty());
}

TEST_CASE("the hooks of a directory that cannot be listed are unknown") {
  const hooks_directory x;
  fs::create_directory_symlink(x.root.file("nowhere"), x.root.file("hooks"));
  CHECK_FALSE(x.read());
}

TEST_CASE("executable files are hooks, and other programs are named, unless a hook uses them") {
  const hooks_directory x;
  fs::create_directory(x.root.file("hooks"));
  for (const auto* name : {"a.sh", "b.sh", "c.sh"})
    test::put_file(x.root.file("hooks/" + std::string(name)), "source c.sh\n");
  fs::permissions(x.root.file("hooks/a.sh"), fs::perms::owner_all);
  const auto found = x.read().value();
  REQUIRE_EQ(found.hooks.size(), 1);
  CHECK_EQ(found.hooks.front().name, "hooks/a.sh");
  CHECK_EQ(found.not_executable, std::vector<std::string>{"b.sh"});
}

TEST_CASE("a hook's content is known by a digest of its size and beginning") {
  const hooks_directory x;
  fs::create_directory(x.root.file("hooks"));
  const auto digest = [&](const std::string& content) {
    test::put_file(x.root.file("hooks/a.sh"), content);
    fs::permissions(x.root.file("hooks/a.sh"), fs::perms::owner_all);
    return x.read()->hooks.at(0).digest;
  };
  const auto first = digest("echo 1\n");
  CHECK_FALSE(first.empty());
  CHECK_NE(digest("echo 2\n"), first);
  CHECK_EQ(digest("echo 1\n"), first);
  const std::string long_text(std::size_t{2} << 20U, 'a');
  const auto of_long = digest(long_text);
  CHECK_NE(digest(long_text + "a"), of_long);
  CHECK_NE(digest("b" + long_text.substr(1)), of_long);
}
