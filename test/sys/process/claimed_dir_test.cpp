#include "sys/process/claimed_dir.hpp"

#include "support/process_run.hpp"
#include "sys/files/files.hpp"
#include "sys/files/remove_tree.hpp"
#include "sys/process/survivors_of_operator.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <thread>
#include <vector>

using sys::process::claimed_dir;
using paths = std::vector<std::string>;

namespace {

struct claimed_dir_fixture {
  sys::files::temp_dir base = *sys::files::temp_dir::create("/tmp", "claimed-dir-test-");

  /// The directory that a killed process leaves.
  std::string left_behind(const std::string& name) {
    REQUIRE(sys::files::make_directories(base.file(name) + "/run-a1B2c3"));
    REQUIRE(::chmod(base.file(name).c_str(), 0700) == 0);
    REQUIRE(sys::files::write_file_private(base.file(name) + "/run-a1B2c3/values.json", "{}"));
    return base.file(name);
  }

  /// The directories that were removed now.
  paths removed() {
    paths all;
    for (const auto& x :
         sys::process::take_over_unclaimed_dirs(base.path(), "operator-", sys::process::unclaimed::removed))
      if (x.is_removed) all.push_back(x.path);
    return all;
  }
};

} // namespace

TEST_CASE_FIXTURE(claimed_dir_fixture, "what has been left behind is removed, what is claimed stays") {
  const auto left = left_behind("operator-deAd01");
  const auto claimed = claimed_dir::create(base.path(), "operator-");
  REQUIRE(claimed);
  CHECK(removed() == paths{left});
  CHECK_FALSE(sys::files::path_exists(left));
  CHECK(sys::files::directory_exists(claimed->path()));
}

TEST_CASE_FIXTURE(claimed_dir_fixture, "a directory whose owner was killed is not claimed any more") {
  const auto left = left_behind("operator-kiLLed");
  sys::process::reactor reactor;
  test::process_run owner(
    reactor, test::shell("exec flock --no-fork " + left + " sh -c 'echo locked; exec sleep 1000'"), "locked");
  owner.await_line();
  CHECK(removed().empty());
  reactor.signal_group(owner.id(), SIGKILL);
  owner.await_exit();
  CHECK(removed() == paths{left});
}

TEST_CASE_FIXTURE(claimed_dir_fixture, "processes that have survived their owner are ended before its directory goes") {
  const auto left = left_behind("operator-kiLLed");
  sys::process::reactor reactor({.mark = std::string(sys::process::owner_variable) + "=" + left});
  test::process_run run(reactor, test::shell("echo up; exec sleep 1000"), "up");
  run.await_line();
  const auto kept = sys::process::take_over_unclaimed_dirs(base.path(), "operator-", sys::process::unclaimed::kept);
  REQUIRE(kept.size() == 1);
  CHECK(kept.front().killed == 1);
  CHECK_FALSE(kept.front().is_removed);
  CHECK(run.await_exit().signal == SIGKILL);
  CHECK(removed() == paths{left});
}

TEST_CASE_FIXTURE(claimed_dir_fixture, "a survivor that changes into another program again and again is found") {
  const auto left = left_behind("operator-kiLLed");
  sys::process::reactor reactor({.mark = std::string(sys::process::owner_variable) + "=" + left});
  test::process_run run(reactor, test::shell(R"(echo up; export AGAIN='exec sh -c "$AGAIN"'; exec sh -c "$AGAIN")"),
                        "up");
  run.await_line();
  const auto kept = sys::process::take_over_unclaimed_dirs(base.path(), "operator-", sys::process::unclaimed::kept);
  CHECK(kept.size() == 1);
  reactor.signal_group(run.id(), SIGKILL);
  CHECK(run.await_exit().signal == SIGKILL);
}

TEST_CASE_FIXTURE(claimed_dir_fixture, "other names are not touched, and links not followed") {
  const auto other = left_behind("kept");
  std::filesystem::create_directory_symlink(other, base.file("operator-link"));
  CHECK(removed().empty());
  CHECK(sys::files::path_exists(other + "/run-a1B2c3/values.json"));
}

TEST_CASE_FIXTURE(claimed_dir_fixture, "the directory goes with its owner, unless it is kept") {
  CHECK(claimed_dir::create(base.path(), "operator-"));
  CHECK(std::filesystem::is_empty(base.path()));
  claimed_dir::create(base.path(), "operator-")->keep();
  CHECK_FALSE(std::filesystem::is_empty(base.path()));
}

TEST_CASE_FIXTURE(claimed_dir_fixture, "a directory that was removed comes back under its path, private and claimed") {
  auto claimed = claimed_dir::create(base.file("tmp"), "operator-");
  REQUIRE(claimed);
  CHECK_FALSE(claimed->restore().value());
  for (const auto& gone : {claimed->path(), base.file("tmp")}) {
    REQUIRE(sys::files::remove_tree(gone));
    CHECK(claimed->restore().value());
    CHECK_FALSE(claimed->restore().value());
    CHECK(std::filesystem::status(claimed->path()).permissions() == std::filesystem::perms(0700));
    CHECK(
      sys::process::take_over_unclaimed_dirs(base.file("tmp"), "operator-", sys::process::unclaimed::removed).empty());
    CHECK(sys::files::directory_exists(claimed->path()));
  }
}

TEST_CASE_FIXTURE(claimed_dir_fixture,
                  "a file in the place of the directory is moved aside, and the directory comes back") {
  auto claimed = claimed_dir::create(base.path(), "operator-");
  REQUIRE(claimed);
  const std::filesystem::path path(claimed->path());
  const auto aside = [&](int number) {
    return base.file("moved-aside-" + std::to_string(number) + "-" + path.filename().string());
  };
  std::filesystem::rename(path, base.file("taken"));
  std::filesystem::create_directory_symlink("/tmp", path);
  CHECK(claimed->restore().value());
  CHECK(std::filesystem::read_symlink(aside(1)) == "/tmp");
  CHECK(std::filesystem::status(path).permissions() == std::filesystem::perms(0700));

  std::filesystem::remove_all(path);
  std::filesystem::create_directory(path);
  std::ofstream(path / "file") << "kept";
  CHECK(claimed->restore().value());
  CHECK(std::filesystem::exists(std::filesystem::path(aside(2)) / "file"));
  CHECK_FALSE(std::filesystem::exists(path / "file"));
  CHECK_FALSE(claimed->restore().value());
}

TEST_CASE_FIXTURE(claimed_dir_fixture, "a directory with a similar name that no operator has made is left and named") {
  const std::map<std::string, std::string> reasons = {
    {"operator-sdk", "its name does not end with six letters of mkdtemp"},
    {"operator-abcdefg", "its name does not end with six letters of mkdtemp"},
    {"operator-ab.def", "its name does not end with six letters of mkdtemp"},
    {"operator-public", "its mode is not 0700"},
    {"operator-foreig", "it has no file .addon-operator, but entries that an operator does not make"},
    {"operator-marked", "it has no file .addon-operator, but entries that an operator does not make"},
  };
  for (const auto& [name, why] : reasons) static_cast<void>(left_behind(name));
  REQUIRE(::chmod(base.file("operator-public").c_str(), 0755) == 0);
  REQUIRE(sys::files::make_directories(base.file("operator-foreig") + "/precious"));
  // A mark is a file: a link may lead to anything.
  std::filesystem::create_symlink("/dev/null", base.file("operator-marked") + "/.addon-operator");
  std::map<std::string, std::string> named;
  for (const auto& x :
       sys::process::take_over_unclaimed_dirs(base.path(), "operator-", sys::process::unclaimed::removed)) {
    CHECK_FALSE(x.is_removed);
    named.emplace(std::filesystem::path(x.path).filename(), x.foreign);
  }
  CHECK(named == reasons);
  for (const auto& [name, why] : reasons) CHECK(sys::files::path_exists(base.file(name) + "/run-a1B2c3/values.json"));
}

TEST_CASE_FIXTURE(claimed_dir_fixture, "a directory with the mark goes with all that is in it") {
  std::string path;
  {
    auto claimed = claimed_dir::create(base.path(), "operator-");
    REQUIRE(claimed);
    claimed->keep();
    path = claimed->path();
  }
  CHECK(std::filesystem::is_regular_file(path + "/.addon-operator"));
  REQUIRE(sys::files::write_file_private(path + "/any-name", "of a hook"));
  CHECK(removed() == paths{path});
  CHECK_FALSE(sys::files::path_exists(path));
}

TEST_CASE("where there is no base nothing is removed") {
  CHECK(sys::process::take_over_unclaimed_dirs("/tmp/no-such-directory", "operator-", sys::process::unclaimed::removed)
          .empty());
}

TEST_CASE_FIXTURE(claimed_dir_fixture, "a base that everybody may write to must be sticky") {
  REQUIRE(::chmod(base.path().c_str(), 0777) == 0);
  const auto refused = claimed_dir::create(base.path(), "operator-");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == base::error_code::forbidden);
  CHECK(refused.error().message.starts_with(base.path() + ": is no safe place"));
  CHECK(refused.error().message.find("--tmp-dir") != std::string::npos);
  REQUIRE(::chmod(base.path().c_str(), 01777) == 0);
  CHECK(claimed_dir::create(base.path(), "operator-"));
}

TEST_CASE_FIXTURE(claimed_dir_fixture, "a base of another user is refused, behind a link too") {
  constexpr uid_t somebody = 12345;
  if (::geteuid() != 0) return; // only root can give a directory away
  REQUIRE(::chown(base.path().c_str(), somebody, somebody) == 0);
  std::filesystem::create_directory_symlink(base.path(), base.path() + "-link");
  for (const auto& path : {base.path(), base.path() + "-link"}) {
    const auto refused = claimed_dir::create(path, "operator-");
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message.find("user 12345") != std::string::npos);
  }
  std::filesystem::remove(base.path() + "-link");
}

TEST_CASE_FIXTURE(claimed_dir_fixture, "a lock on the base by another process holds up nothing") {
  const auto left = left_behind("operator-deAd01");
  sys::process::reactor reactor;
  test::process_run other(
    reactor, test::shell("exec flock --no-fork " + base.path() + " sh -c 'echo locked; exec sleep 1000'"), "locked");
  other.await_line();
  CHECK(removed() == paths{left});
  auto claimed = claimed_dir::create(base.path(), "operator-");
  REQUIRE(claimed);
  REQUIRE(sys::files::remove_tree(claimed->path()));
  CHECK(claimed->restore().value_or(false));
  CHECK(sys::files::directory_exists(claimed->path()));
  CHECK_MESSAGE(removed().empty(), "it is claimed again");
  reactor.signal_group(other.id(), SIGKILL);
  other.await_exit();
}

TEST_CASE_FIXTURE(claimed_dir_fixture, "no directory is taken for a leftover while it is made") {
  std::atomic<bool> is_over = false;
  std::thread looker([&] {
    while (!is_over)
      static_cast<void>(
        sys::process::take_over_unclaimed_dirs(base.path(), "operator-", sys::process::unclaimed::removed));
  });
  std::size_t missing = 0;
  for (int i = 0; i < 200; ++i) {
    auto claimed = claimed_dir::create(base.path(), "operator-");
    if (!claimed || !sys::files::directory_exists(claimed->path())) ++missing;
    if (!claimed || !sys::files::remove_tree(claimed->path())) continue;
    if (!claimed->restore().value_or(false) || !sys::files::directory_exists(claimed->path())) ++missing;
  }
  is_over = true;
  looker.join();
  CHECK(missing == 0);
}
