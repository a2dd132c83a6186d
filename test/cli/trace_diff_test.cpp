#include "cli/trace_diff.hpp"

#include "sys/files/files.hpp"
#include "sys/files/temp_dir.hpp"
#include "trace/read/trace_file.hpp"

#include <doctest/doctest.h>

namespace {

struct two_files {
  sys::files::temp_dir folder = *sys::files::temp_dir::create("/tmp", "trace-diff");

  std::string file(const std::string& name, const std::string& text) {
    const auto path = folder.file(name);
    REQUIRE(sys::files::write_file_private(path, text));
    return path;
  }
};

std::string run_of(const std::string& module) {
  return trace::read::trace_header()
         + R"({"id":1,"time_us":1,"type":"execute_task","sender":"queue main","about":{"task":"ModuleRun","queue":"main","module":")"
         + module + "\"}}\n";
}

} // namespace

TEST_CASE_FIXTURE(two_files, "two trace files are compared by name") {
  const auto a = file("a.jsonl", run_of("web"));
  const auto b = file("b.jsonl", run_of("db"));
  const auto shown = cli::run(cli::trace_diff_command{a, b});
  CHECK(shown.code == 0);
  CHECK(shown.text
        == "A is " + a + ": times are UTC; the run began on 1970-01-01 at 00:00:00.000\nB is " + b
             + ": times are UTC; the run began on 1970-01-01 at 00:00:00.000\n"
               "\nonly in A:\n  00:00:00.000 (+0.000 s)              run of module 'web': not ended\n"
               "\nonly in B:\n  00:00:00.000 (+0.000 s)              run of module 'db': not ended\n");
  CHECK(cli::run(cli::trace_diff_command{a, a}).text == "no difference\n");
}

TEST_CASE_FIXTURE(two_files, "a file that cannot be compared is an error that names it") {
  const auto a = file("a.jsonl", run_of("web"));
  const auto old = file("old.jsonl", "{\"id\":1,\"time_us\":1,\"type\":\"task_run\"}\n");
  const auto missing = folder.file("missing.jsonl");
  const auto shown = cli::run(cli::trace_diff_command{a, old});
  CHECK(shown.code == 1);
  CHECK(shown.text
        == "addon-operator: " + old + " was written by an older version, which did not record what is compared\n");
  CHECK(cli::run(cli::trace_diff_command{missing, a}).text.find(missing) != std::string::npos);
}
