#include "faults/bad_day.hpp"

#include "support/pipe.hpp"
#include "sys/files/file_descriptor.hpp"
#include "sys/files/files.hpp"

#include <doctest/doctest.h>

#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>

namespace {

/// A pipe that takes lines also without a reader.
class open_pipe {
public:
  explicit open_pipe(const std::string& path) : pipe_(path), both_(::open(path.c_str(), O_RDWR | O_CLOEXEC)) {}

  [[nodiscard]] const std::string& path() const { return pipe_.path(); }
  /// The next line; empty if no line comes for a while.
  [[nodiscard]] std::string next_line() const {
    constexpr int patience_ms = 5000;
    std::string line;
    pollfd state{.fd = both_.get(), .events = POLLIN, .revents = 0};
    for (char c = 0; ::poll(&state, 1, patience_ms) == 1 && ::read(both_.get(), &c, 1) == 1 && c != '\n';) line += c;
    return line;
  }

private:
  test::pipe pipe_;
  sys::files::file_descriptor both_;
};

/// Kills a process at the end of this time, if it has not ended before. A process without that word in its
/// command line is left alone, because the number may belong to another process by now.
bool kill_within(pid_t id, std::chrono::milliseconds time, const std::string& word) {
  const sys::files::file_descriptor handle(static_cast<int>(::syscall(SYS_pidfd_open, id, 0)));
  const auto line = sys::files::read_file("/proc/" + std::to_string(id) + "/cmdline");
  if (handle.get() < 0 || !line || !e2e::contains(*line, word)) return false;
  pollfd ended{.fd = handle.get(), .events = POLLIN, .revents = 0};
  if (::poll(&ended, 1, static_cast<int>(time.count())) != 0) return false;
  return ::syscall(SYS_pidfd_send_signal, handle.get(), SIGKILL, nullptr, 0) == 0;
}

} // namespace

TEST_CASE("an operator that is killed again and again loses nothing" * doctest::skip(e2e::no_cluster())) {
  faults::bad_day day("killed");
  auto chance = faults::chance_of("killed");
  for (int life = faults::times(10, 3); life > 0; --life) {
    e2e::operator_run run(day.files(), {.space = day.space()});
    for (auto lines = chance.between(1, 25); lines > 0; --lines) {
      run.await_more(std::chrono::milliseconds(100));
      if (chance.percent(25)) day.change(chance);
    }
    run.signal(SIGKILL);
    run.await_exit();
  }
  e2e::operator_run run(day.files(), {.space = day.space()});
  run.await_converged();
  day.check_end(run);
  CHECK_EQ(run.stop().exit_code, 0);
}

TEST_CASE("helm that is killed again and again leaves releases as wanted in the end"
          * doctest::skip(e2e::no_cluster())) {
  faults::bad_day day("killed-helm");
  auto chance = faults::chance_of("killed-helm");
  const open_pipe begun(day.files().path("begun"));
  day.files().add_program("helm", "#!/bin/sh\ncase \"$1\" in upgrade | uninstall) echo $$ >" + begun.path()
                                    + " ;; esac\nexec " + e2e::given().helm + " \"$@\"\n");
  e2e::operator_run run(day.files(), {.space = day.space(), .helm = day.files().path("helm")});
  int killed = 0;
  const int rounds = faults::times(15, 5);
  for (int i = 0; i < rounds; ++i) {
    day.set_word("alpha", "w" + std::to_string(i));
    if (i % 5 == 3) day.disable("beta");
    if (i % 5 == 4) day.enable("beta");
    const std::chrono::milliseconds moment(chance.between(0, 150));
    const auto id = begun.next_line();
    if (!id.empty() && kill_within(std::stoi(id), moment, day.space())) ++killed;
  }
  CHECK_GT(killed, 0);
  day.check_end(run);
  CHECK_EQ(run.stop().exit_code, 0);
}
