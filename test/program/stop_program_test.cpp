// Ways in which the world may hold up the built program on its way out.
#include "support/files.hpp"
#include "support/held_pipe.hpp"
#include "support/process_environment.hpp"
#include "support/process_run.hpp"
#include "sys/files/files.hpp"
#include "sys/files/temp_dir.hpp"
#include "sys/process/reactor.hpp"

#include <doctest/doctest.h>

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <future>
#include <string>
#include <vector>

namespace {

/// A shell-operator with a hook, whose API server has not been started. Its log goes into a pipe that the
/// test reads.
class stopped_program {
public:
  explicit stopped_program(const std::string& server = "http://127.0.0.1:1") {
    const auto hook = dir_.file("hooks/pods.sh");
    test::put_file(hook, "#!/bin/sh\necho '{configVersion: v1, kubernetes: [{name: pods, kind: Pod}]}'\n");
    std::filesystem::permissions(hook, std::filesystem::perms::owner_all);
    test::put_file(dir_.file("kubeconfig"), "clusters: [{name: c, cluster: {server: '" + server
                                              + "'}}]\ncontexts: [{name: c, context: {cluster: c, user: u}}]\n"
                                                "users: [{name: u}]\ncurrent-context: c\n");
  }

  /// @param prepare words of a shell before the program begins
  void start(const std::string& prepare = {}, const std::vector<std::string>& more = {}) {
    sys::process::process_spec spec;
    spec.argv = {"/bin/sh",
                 "-c",
                 prepare + R"( exec 2>"$0"; exec "$@")",
                 log_.path(),
                 "/usr/bin/setpriv",
                 "--pdeathsig",
                 "KILL",
                 OPERATOR,
                 "start",
                 "--kube-config",
                 dir_.file("kubeconfig"),
                 "--hooks-dir",
                 dir_.file("hooks"),
                 "--tmp-dir",
                 dir_.file("tmp"),
                 "--prometheus-listen-address",
                 "127.0.0.1",
                 "--prometheus-listen-port",
                 "0",
                 "--debug-unix-socket",
                 dir_.file("debug.socket"),
                 "--stop-grace-period",
                 "20s"};
    spec.argv.insert(spec.argv.end(), more.begin(), more.end());
    spec.environment = test::environment_with(environment);
    sys::process::process_events events;
    events.on_exit = [this](sys::process::process_exit exit) { end_.set_value(std::move(exit)); };
    id_ = reactor_.start(std::move(spec), std::move(events));
  }

  /// Reads the log until it has this text.
  void await(const std::string& text) {
    std::array<char, 4096> buffer{};
    while (read_.find(text) == std::string::npos) {
      REQUIRE_MESSAGE((log_.await() & POLLIN) != 0, "the log ends without " << text << ":\n" << read_);
      const auto got = ::read(reader_.get(), buffer.data(), buffer.size());
      if (got > 0) read_.append(buffer.data(), static_cast<std::size_t>(got));
    }
  }

  /// Later calls of `await` pass over the present log.
  void forget_log() { read_.clear(); }

  /// The log has no reader any more, and it is full.
  void fill_log() {
    const sys::files::file_descriptor writer(::open(log_.path().c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC));
    const std::string some(4096, 'x');
    while (::write(writer.get(), some.data(), some.size()) > 0 || ::write(writer.get(), "x", 1) > 0) {
    }
  }

  void signal(int number) { reactor_.signal_group(id_, number); }
  sys::process::process_exit await_exit() { return test::await(ended_); }

  [[nodiscard]] std::string file(const std::string& name) const { return dir_.file(name); }

  std::vector<std::string> environment;

private:
  sys::files::temp_dir dir_ = sys::files::temp_dir::create("/tmp", "stop-program-").value();
  test::held_pipe log_{dir_.file("log")};
  sys::files::file_descriptor reader_{::open(log_.path().c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)};
  std::string read_;
  std::promise<sys::process::process_exit> end_;
  std::future<sys::process::process_exit> ended_ = end_.get_future();
  sys::process::process_id id_ = 0;
  sys::process::reactor reactor_; ///< last: its thread writes the members above
};

} // namespace

TEST_CASE("a log that nobody reads holds up no stop") {
  stopped_program program;
  program.start();
  program.await("api_server_unreachable");
  program.fill_log();
  program.signal(SIGTERM);
  CHECK(program.await_exit().exit_code == 0);
}

TEST_CASE("a log that nobody reads holds up no second signal, either") {
  stopped_program program;
  program.start();
  program.await("api_server_unreachable");
  program.fill_log();
  program.signal(SIGTERM);
  program.signal(SIGINT);
  const auto exit = program.await_exit();
  // The program may read either signal first, and may stop in order before it reads the second. The code 1
  // would come from the last resort, which ends a stop that hangs.
  REQUIRE(exit.exit_code);
  CHECK((exit.exit_code == 0 || exit.exit_code == 128 + SIGINT || exit.exit_code == 128 + SIGTERM));
}

TEST_CASE("a name server that never answers holds up no stop") {
  stopped_program program("https://api.silent:6443");
  program.environment = {"LD_PRELOAD=" SILENT_RESOLVER, "ASAN_OPTIONS=verify_asan_link_order=0"};
  program.start();
  program.await("api.silent is looked up");
  program.signal(SIGTERM);
  CHECK(program.await_exit().exit_code == 0);
}

TEST_CASE("the end of a terminal is an orderly stop") {
  stopped_program program;
  program.start();
  program.await("http_listening");
  program.signal(SIGHUP);
  CHECK(program.await_exit().exit_code == 0);
}

TEST_CASE("an operator that shall outlive its terminal does so") {
  stopped_program program;
  program.start("trap '' HUP;");
  program.await("http_listening");
  program.signal(SIGHUP);
  program.await("api_server_unreachable");
  program.signal(SIGTERM);
  program.await("terminated");
  CHECK(program.await_exit().exit_code == 0);
}

TEST_CASE("a file that must not grow is an error of who writes, and not the end of the operator") {
  stopped_program program;
  program.start("ulimit -f 8;", {"--trace-file", program.file("trace")});
  program.await("trace_file_off");
  program.await("File too large");
  program.signal(SIGTERM);
  CHECK(program.await_exit().exit_code == 0);
}

TEST_CASE("a changed file makes the operator run again, in the same process, and a signal still ends it") {
  stopped_program program;
  const auto hook = program.file("hooks/pods.sh");
  test::put_file(hook, "#!/bin/sh\ncat /proc/$PPID/task/$PPID/children >>" + program.file("adopted")
                         + "\necho '{configVersion: v1, kubernetes: [{name: pods, kind: Pod}]}'\n");
  std::filesystem::permissions(hook, std::filesystem::perms::owner_all);
  program.start("", {"--watch-files"});
  program.await("api_server_unreachable");
  program.forget_log();
  test::put_file(program.file("hooks/new.txt"), "x");
  program.await("files have changed: " + program.file("hooks/new.txt"));
  program.await("operator_starting");
  program.await("api_server_unreachable");
  CHECK(sys::files::read_file(program.file("adopted")) == "");
  program.signal(SIGTERM);
  program.await("terminated");
  CHECK(program.await_exit().exit_code == 0);
}

TEST_CASE("an operator goes on while its files cannot be used, and runs again when they are mended") {
  stopped_program program;
  program.start("", {"--watch-files"});
  program.await("http_listening");
  program.forget_log();
  std::filesystem::rename(program.file("hooks"), program.file("away"));
  program.await("goes on with the files that it has read");
  std::filesystem::rename(program.file("away"), program.file("hooks"));
  program.await("files have changed");
  program.await("operator_starting");
  program.await("http_listening");
  program.signal(SIGTERM);
  CHECK(program.await_exit().exit_code == 0);
}
