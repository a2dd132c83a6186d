#include "setup/program_run.hpp"

#include "sys/process/reactor.hpp"

#include <csignal>
#include <future>
#include <string_view>
#include <utility>

namespace setup {

namespace {

/// Limit of kept stderr; further output is dropped.
constexpr std::size_t error_bytes_max = 1 << 20;

} // namespace

ended_program run_to_its_end(sys::process::process_spec spec, std::optional<std::chrono::seconds> limit) {
  std::promise<sys::process::process_exit> ended;
  std::string errors;
  spec.collect_stdout = true;
  sys::process::process_events events;
  events.on_line = [&errors](sys::process::stream from, std::string_view line) {
    if (from == sys::process::stream::err && errors.size() < error_bytes_max) errors.append(line).append("\n");
    return sys::process::flow::go_on;
  };
  events.on_exit = [&ended](sys::process::process_exit exit) { ended.set_value(std::move(exit)); };
  sys::process::reactor processes;
  auto end = ended.get_future();
  const auto id = processes.start(std::move(spec), std::move(events));
  if (limit && end.wait_for(*limit) == std::future_status::timeout) processes.signal_group(id, SIGKILL);
  auto exit = end.get();
  return {std::move(exit), std::move(errors)};
}

} // namespace setup
