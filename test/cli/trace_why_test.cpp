#include "cli/trace_why.hpp"

#include "sys/files/files.hpp"
#include "sys/files/temp_dir.hpp"
#include "trace/read/trace_file.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>

namespace {

struct file_fixture {
  sys::files::temp_dir folder = *sys::files::temp_dir::create("/tmp", "trace-why");
  std::string path;
  int files = 0;

  cli::exit_with why(const std::string& text, const std::string& module,
                     std::optional<trace::read::trace_moment> at = {}) {
    path = folder.file(std::to_string(++files) + ".jsonl");
    REQUIRE(sys::files::write_file_private(path, text));
    return cli::run(cli::trace_why_command{{trace::read::why_question::about::run, module, {}, {}}, {path, {}}, at});
  }
};

constexpr auto run_of_web =
  R"({"about":{"module":"web","queue":"main","task":"ModuleRun"},"id":1,"sender":"queue main","time_us":5,"type":"execute_task"})"
  "\n";

} // namespace

TEST_CASE_FIXTURE(file_fixture, "an answer goes to stdout, and none is an error with the way to one") {
  const auto answer = why(trace::read::trace_header() + run_of_web, "web");
  CHECK(answer.code == 0);
  CHECK(answer.text
        == "times are UTC of 1970-01-01; the run began at 00:00:00.000\n"
           "00:00:00.000 (+0.000 s)  run of module 'web' in queue main: not ended in this trace\n");
  const auto none = why(trace::read::trace_header() + run_of_web, "db");
  CHECK(none.code == 1);
  CHECK(none.text == "addon-operator: " + path + ": this trace has no run of a module or hook 'db'; it has web\n");
}

TEST_CASE_FIXTURE(file_fixture, "a file of an older version, which has no answers, is named as such") {
  const auto answer = why("{\"id\":1,\"time_us\":5,\"type\":\"task_run\"}\n", "web");
  CHECK(answer.code == 1);
  CHECK(answer.text.find("older version") != std::string::npos);
}

TEST_CASE_FIXTURE(file_fixture, "an answer as of a time does not know what came later") {
  const std::string later = R"({"about":{"module":"web","queue":"main","task":"ModuleRun"},"id":9,)"
                            R"("sender":"queue main","time_us":2000005,"type":"execute_task"})";
  const auto text = trace::read::trace_header() + run_of_web + later + "\n";
  CHECK(why(text, "web").text.find("00:00:02.000 (+2.000 s)") != std::string::npos);
  for (const std::string at : {"+1", "1970-01-01T00:00:01Z", "00:00:01", "1s", "-1.5s"}) {
    const auto moment = *trace::read::parse_trace_moment(at);
    CHECK_MESSAGE(why(text, "web", moment).text.find("(+0.000 s)") != std::string::npos, at);
  }
  CHECK(why(text, "web", *trace::read::parse_trace_moment("now")).text.find("(+2.000 s)") != std::string::npos);
}

TEST_CASE_FIXTURE(file_fixture, "work that ended after that time had not ended") {
  const std::string ended =
    R"({"cause":1,"id":2,"sender":"module web","time_us":900000,"type":"task_outcome"})"
    "\n"
    R"({"about":{"outcome":"done"},"cause":2,"duration_us":899995,"id":3,"time_us":5,"type":"task_run"})"
    "\n";
  const auto text = trace::read::trace_header() + run_of_web + ended;
  CHECK(why(text, "web", trace::read::trace_moment{.us = 950'000}).text.find("done in 0.900 s") != std::string::npos);
  CHECK(why(text, "web", trace::read::trace_moment{.us = 500'000}).text.find("not ended") != std::string::npos);
}

TEST_CASE_FIXTURE(file_fixture, "times count from the beginning of the run, if the file says when that was") {
  CHECK(why(trace::read::trace_header(7, -2'000'000) + run_of_web, "web").text.find("(+2.000 s)") != std::string::npos);
}

TEST_CASE_FIXTURE(file_fixture, "the last line of an operator that was killed may be cut off") {
  CHECK(why(trace::read::trace_header() + run_of_web + "{\"id\":2,\"ti", "web").code == 0);
}

TEST_CASE("without a file and without an operator the next step is named") {
  cli::trace_why_command command;
  command.source.socket = "/nowhere/debug.socket";
  const auto answer = cli::run(command);
  CHECK(answer.code == 1);
  CHECK_MESSAGE(answer.text.find("--debug-unix-socket") != std::string::npos, answer.text);
}
