#include "cli/trace_diff.hpp"

#include "cli/read_trace.hpp"
#include "trace/read/recorded_run.hpp"
#include "trace/read/run_diff.hpp"
#include "trace/read/time_words.hpp"

#include <utility>

namespace cli {

namespace {

base::result<trace::read::trace_file> read_comparable(const std::string& path) {
  auto file = read_trace({.file = path, .socket = {}}, {.is_whole = true});
  if (file && file->version < 2)
    return base::fail(base::error_code::invalid_input,
                      path + " was written by an older version, which did not record what is compared");
  return file;
}

} // namespace

exit_with run(const trace_diff_command& x) {
  auto a = read_comparable(x.a);
  if (!a) return {1, "addon-operator: " + a.error().message + "\n"};
  auto b = read_comparable(x.b);
  if (!b) return {1, "addon-operator: " + b.error().message + "\n"};
  const trace::read::recorded_run run_a(std::move(a->events), a->began_us);
  const trace::read::recorded_run run_b(std::move(b->events), b->began_us);
  const auto text = trace::read::run_diff(run_a, run_b);
  if (text.empty()) return {0, "no difference\n"};
  const auto head = [](const char* name, const std::string& path, const trace::read::recorded_run& run) {
    return std::string(name) + " is " + path + ": " + trace::read::time_words(run).head_of_report();
  };
  return {0, head("A", x.a, run_a) + head("B", x.b, run_b) + "\n" + text};
}

} // namespace cli
