#include "sys/process/process_wait.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace {

/// A file system of processes like `/proc`, in a directory.
struct fake_proc {
  std::filesystem::path root;

  explicit fake_proc(const std::string& name)
    : root(std::filesystem::temp_directory_path() / fmt::format("proc-{}-{}", name, ::getpid())) {
    std::filesystem::create_directories(root);
  }
  ~fake_proc() { std::filesystem::remove_all(root); }
  fake_proc(const fake_proc&) = delete;
  fake_proc& operator=(const fake_proc&) = delete;

  void write(const std::string& path, const std::string& content) const {
    std::filesystem::create_directories((root / path).parent_path());
    std::ofstream(root / path, std::ios::binary) << content;
  }
  /// @param arguments each ends with a `|`
  void process(int id, std::string arguments, const std::string& children, const std::string& wchan,
               char state = 'S') const {
    for (auto& c : arguments)
      if (c == '|') c = '\0';
    write(fmt::format("{}/cmdline", id), arguments);
    write(fmt::format("{0}/task/{0}/children", id), children);
    write(fmt::format("{}/wchan", id), wchan);
    write(fmt::format("{}/stat", id), fmt::format("{} (a) b) {} 1 1", id, state));
  }
  [[nodiscard]] std::string words(int id) const { return sys::process::words_on_process(id, root.string()); }
};

} // namespace

TEST_CASE("the deepest child of a program is named with the thing that it waits for") {
  const fake_proc proc("deepest");
  proc.process(10, "/bin/bash|/m/enabled|", "11 13 ", "do_wait");
  proc.process(11, "bash|", "12 ", "do_wait");
  proc.process(12, "/usr/bin/sleep|1000|", "", "hrtimer_nanosleep");
  proc.process(13, "cat|", "", "pipe_read");
  CHECK(proc.words(10) == "`sleep 1000` (pid 12) sleeps for a time of its own choice");
  CHECK(proc.words(13) == "`cat` (pid 13) waits for input from a pipe");
}

TEST_CASE("the state of a process counts where the kernel names no function") {
  struct row {
    const char* wchan;
    char state;
    const char* words;
  };
  const fake_proc proc("state");
  for (const auto& x : {row{"0", 'S', ""}, row{"do_wait", 'S', ""}, row{"0", 'R', "`python3 …` (pid 10) computes"},
                        row{"0", 'T', "`python3 …` (pid 10) is stopped (`kill -CONT` lets it go on)"},
                        row{"folio_wait_bit", 'D', "`python3 …` (pid 10) waits for a disk or a file system"},
                        row{"wait_woken", 'S', "`python3 …` (pid 10) waits for an answer over the network"}}) {
    CAPTURE(x.wchan);
    proc.process(10, "python3|a.py|", "", x.wchan, x.state);
    CHECK(proc.words(10) == x.words);
  }
  CHECK(proc.words(999).empty());
}

TEST_CASE("arguments that may be secrets are not shown") {
  const fake_proc proc("secrets");
  proc.process(10, "bash|", "11 ", "do_wait");
  proc.process(11, "/usr/bin/mysql|-psecret|secret|TOKEN=secret|/run/db.sock|1234567|443|", "", "0");
  CHECK(proc.words(10) == "`mysql /run/db.sock 443 …` (pid 11) runs");
}

TEST_CASE("a lock is named with its file and with the process that holds it") {
  const fake_proc proc("locks");
  proc.process(10, "bash|/m/enabled|", "11 ", "do_wait");
  proc.process(11, "flock|9|", "", "locks_lock_inode_wait");
  proc.process(77, "bash|/m/other.sh|", "", "do_wait");
  CHECK(proc.words(10) == "`flock 9` (pid 11) waits for the lock of a file");
  proc.write("deploy.lock", "");
  const auto file = (proc.root / "deploy.lock").string();
  struct stat found {};
  REQUIRE(::stat(file.c_str(), &found) == 0);
  std::filesystem::create_directories(proc.root / "11/fd");
  std::filesystem::create_symlink(file, proc.root / "11/fd/9");
  const auto locks = [&](int holder) {
    return fmt::format("1: POSIX  ADVISORY  WRITE 5 08:01:1 0 EOF\n"
                       "2: FLOCK  ADVISORY  WRITE {0} 08:01:{1} 0 EOF\n"
                       "2: -> FLOCK  ADVISORY  WRITE 12 08:01:{1} 0 EOF\n"
                       "2: -> FLOCK  ADVISORY  WRITE 11 08:01:{1} 0 EOF\n",
                       holder, found.st_ino);
  };
  proc.write("locks", locks(77));
  CHECK(proc.words(10)
        == "`flock 9` (pid 11) waits for the lock of " + file + ", which pid 77 (`bash /m/other.sh`) holds");
  proc.write("locks", locks(-1));
  CHECK(proc.words(10)
        == "`flock 9` (pid 11) waits for the lock of " + file
             + ", which a process outside of this Pod or container holds");
}

TEST_CASE("the real file system of processes is read") {
  CHECK(sys::process::words_on_process(0).empty());
  // The test itself runs now.
  const auto words = sys::process::words_on_process(::getpid());
  CHECK_MESSAGE(words.find("(pid ") != words.npos, words);
}
