#include "commands/simulate_command.hpp"

#include "base/contains.hpp"
#include "commands/command_directory.hpp"
#include "setup/absolute_path.hpp"
#include "setup/helm_binary.hpp"
#include "setup/modules_on_disk.hpp"
#include "simulation/day_player.hpp"
#include "simulation/day_reader.hpp"
#include "sys/files/append_file.hpp"
#include "sys/files/environment.hpp"
#include "sys/files/file_tree.hpp"
#include "sys/files/files.hpp"
#include "sys/files/temp_dir.hpp"
#include "sys/process/guard_process.hpp"
#include "sys/process/jq_limit.hpp"
#include "sys/process/orphans.hpp"
#include "sys/process/reactor.hpp"
#include "sys/process/signals.hpp"
#include "text/plain/printable.hpp"
#include "trace/read/lifecycle_listing.hpp"
#include "trace/read/trace_file.hpp"
#include "trace/redaction.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace commands {

namespace {

constexpr int cannot_be_used = 2;
/// The time limit of the command after a signal.
constexpr std::chrono::seconds stop_limit{10};
constexpr std::string_view day_ending = ".day.yaml";
/// Limits of the report about a failed step: lines of its order, and failed programs.
constexpr std::size_t lines_shown_max = 60;
constexpr std::size_t programs_shown_max = 5;

void print(const std::string& text) {
  std::fputs(text::printable_lines(text).c_str(), stdout);
  std::fflush(stdout);
}

int refuse(const std::string& reason) {
  std::fputs(text::printable_lines("addon-operator: " + reason + "\n").c_str(), stderr);
  return cannot_be_used;
}

base::result<std::vector<std::string>> find_days(const cli::simulate_options& options) {
  if (!options.days.empty()) return options.days;
  const auto tree = sys::files::list_tree(options.directory);
  if (!tree) return tl::unexpected(tree.error());
  std::vector<std::string> found;
  for (const auto& entry : *tree)
    if (!entry.is_directory && entry.path.ends_with(day_ending)) found.push_back(options.directory + "/" + entry.path);
  if (found.empty())
    return base::fail(base::error_code::not_found, options.directory + ": no file below it has a name that ends with "
                                                     + std::string(day_ending)
                                                     + ": docs/testing-modules.md shows how to write one");
  return found;
}

base::result<simulation::day> read_day_file(const std::string& path) {
  const auto text = sys::files::read_file(path);
  if (!text) return tl::unexpected(text.error());
  const auto directory = std::filesystem::path(path).parent_path();
  return simulation::read_day(path, *text,
                              [directory](const std::string& name) { return sys::files::read_file(directory / name); });
}

/// Reads all days before it plays the first day, so that a misspelt key in the last day is reported at once.
base::result<std::vector<simulation::day>> read_days(const cli::simulate_options& options) {
  const auto files = find_days(options);
  if (!files) return tl::unexpected(files.error());
  std::vector<simulation::day> days;
  for (const auto& file : *files) {
    auto day = read_day_file(file);
    if (!day) return tl::unexpected(day.error());
    days.push_back(std::move(*day));
  }
  return days;
}

std::vector<std::string> all_below(const std::string& directory, const std::vector<std::string>& names) {
  std::vector<std::string> paths;
  for (const auto& name : names)
    paths.push_back(std::filesystem::path(name).is_absolute() ? name : directory + "/" + name);
  return paths;
}

base::result<actors::supervision::operator_setup> make_setup(const std::string& directory, const simulation::day& day) {
  // Users of shell-operator have no directory of modules, and need not make an empty directory.
  const bool may_miss_modules = !day.are_modules_dirs_given && !day.is_place_named;
  auto platform = setup::read_modules_on_disk(all_below(directory, day.modules_dirs),
                                              all_below(directory, {day.global_hooks_dir}).front(),
                                              {.schema_dirs = all_below(directory, day.schema_dirs),
                                               .missing = may_miss_modules ? setup::missing_modules_dir::has_no_modules
                                                                           : setup::missing_modules_dir::is_an_error});
  if (!platform) return tl::unexpected(platform.error());
  setup::log_warnings(*platform);
  actors::supervision::operator_setup setup;
  setup.is_shell_operator = platform->modules.empty() && !day.is_place_named;
  setup.modules = std::move(platform->modules);
  setup.modules_dirs = std::move(platform->modules_dirs);
  setup.global_hooks = std::move(platform->global_hooks);
  setup.values = std::move(platform->values);
  setup.helm.binary = setup::find_helm_of_command_line(sys::files::environment_variable("HELM_BIN").value_or(""))
                        .path; // not the Helm worker: a day runs its programs singly
  setup.filter_limit = std::make_shared<sys::process::jq_limit>();
  return setup;
}

std::string as_remarks(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    out += "# " + text.substr(at, end - at) + "\n";
    at = end + 1;
  }
  return out;
}

/// The last lines of a text.
std::string tail_of(const std::string& text, std::size_t lines_max) {
  std::size_t begin = text.size();
  for (std::size_t lines = 0; begin > 0; --begin)
    if (text[begin - 1] == '\n' && begin < text.size() && ++lines == lines_max) break;
  return (begin > 0 ? "…\n" : "") + text.substr(begin);
}

/// Lists failed programs in the order of their failures, so that causes come before consequences. A program
/// that was tried again and failed in the same way is listed once.
std::string failures_text(const std::vector<simulation::failed_program>& all) {
  std::string text;
  std::vector<simulation::failed_program> told;
  for (const auto& x : all) {
    if (base::contains(told, x)) continue;
    if (told.size() == programs_shown_max) return text + "… and other programs have failed since\n";
    told.push_back(x);
    text += "failed: " + x.command + ": " + x.end + "\n";
    for (std::size_t at = 0; at < x.errors.size();) {
      const auto end = std::min(x.errors.find('\n', at), x.errors.size());
      text += "    " + x.errors.substr(at, end - at) + "\n";
      at = end + 1;
    }
  }
  return text;
}

std::string story_of(const simulation::step_result& x) {
  auto text = failures_text(x.failed_programs);
  for (const auto& failure : x.failures) text += failure + "\n";
  const auto order = trace::read::lifecycle_order(x.events, trace::read::trace_detail::lifecycle);
  text += order.empty() ? "Nothing has run since the step before.\n"
                        : "Since the step before:\n" + tail_of(order, lines_shown_max);
  for (const auto& line : x.warnings) text += "log: " + line + "\n";
  return as_remarks(text);
}

/// Plays days in their order, and counts passed and failed steps.
class simulated_days {
public:
  simulated_days(const cli::simulate_options& options, std::string directory, sys::files::temp_dir& tmp,
                 std::shared_ptr<sys::process::process_starter> processes, const std::atomic<int>& signal)
    : options_(options), directory_(std::move(directory)), tmp_(tmp), processes_(std::move(processes)),
      signal_(signal) {}

  base::result<void> begin_trace() {
    if (options_.trace_file.empty()) return {};
    auto file = sys::files::append_file::begin(options_.trace_file, trace::read::begins_trace);
    if (!file) return tl::unexpected(file.error());
    trace_ = std::move(*file);
    return trace_->append(trace::read::trace_header());
  }

  /// Plays a day. An error means that the day cannot be played at all.
  base::result<void> play(const simulation::day& day);
  [[nodiscard]] int finish() const {
    if (trace_ && !trace_->is_in_place())
      std::fputs(("addon-operator: " + options_.trace_file + " was deleted meanwhile: the trace is lost\n").c_str(),
                 stderr);
    print(std::to_string(passed_) + " passed, " + std::to_string(failed_) + " failed\n");
    return failed_ == 0 ? 0 : 1;
  }

private:
  [[nodiscard]] base::result<simulation::day_stage> make_stage(const simulation::day& day);

  const cli::simulate_options& options_;
  std::string directory_;
  sys::files::temp_dir& tmp_;
  std::shared_ptr<sys::process::process_starter> processes_;
  const std::atomic<int>& signal_; ///< the signal that has ended the days; 0: no signal
  std::optional<sys::files::append_file> trace_;
  std::uint64_t last_id_ = 0; ///< in the trace file
  std::size_t days_ = 0;
  std::size_t passed_ = 0;
  std::size_t failed_ = 0;
};

base::result<simulation::day_stage> simulated_days::make_stage(const simulation::day& day) {
  simulation::day_stage stage;
  stage.make_setup = [this, &day] { return make_setup(directory_, day); };
  stage.processes = processes_;
  stage.tmp_dir = tmp_.file("day-" + std::to_string(++days_));
  stage.environment = sys::files::environment();
  stage.program_limit = options_.program_limit;
  stage.is_over = [this] { return signal_ != 0; };
  if (trace_)
    // Each day counts its ids from 1, and a trace file has each id once.
    stage.record = [this, before = last_id_](trace::event event) {
      event.id += before;
      if (event.cause != 0) event.cause += before;
      for (auto& id : event.also) id += before;
      last_id_ = std::max(last_id_, event.id);
      trace::redact(event);
      std::string line;
      trace::read::append_trace_line(line, event);
      static_cast<void>(trace_->append(line));
    };
  if (options_.shows_log) stage.log = [](std::string_view line) { std::fwrite(line.data(), 1, line.size(), stderr); };
  if (auto made = sys::files::make_directories(stage.tmp_dir); !made) return tl::unexpected(made.error());
  return stage;
}

base::result<void> simulated_days::play(const simulation::day& day) {
  auto stage = make_stage(day);
  if (!stage) return tl::unexpected(stage.error());
  simulation::day_player player(day, std::move(*stage));
  if (auto begun = player.begin(); !begun) return begun;
  for (std::size_t i = 0; i < day.steps.size(); ++i) {
    const auto& step = day.steps[i];
    const auto done = player.play(step);
    if (signal_ != 0) return {};
    print((done.failures.empty() ? "ok - " : "not ok - ") + day.title + ": " + step.name + "\n");
    ++(done.failures.empty() ? passed_ : failed_);
    if (done.failures.empty()) continue;
    print(story_of(done));
    // Later steps would only show consequences of the failure.
    if (const auto rest = day.steps.size() - i - 1; rest > 0)
      print("# " + std::to_string(rest) + " more steps of this day were not played\n");
    break;
  }
  return {};
}

} // namespace

int run_simulate_command(const cli::simulate_options& options) {
  const auto directory = setup::absolute_path(options.directory);
  const auto days = read_days(options);
  if (!days) return refuse(days.error().message);
  // Started before there are threads: see `guard::start`.
  auto guard = sys::process::guard::start();
  if (!guard) return refuse("the guard of processes cannot be started");
  sys::process::block_stop_signals();
  sys::process::adopt_orphans();
  auto tmp = make_command_directory("simulate-");
  if (!tmp) return refuse(tmp.error().message);
  const auto processes = std::make_shared<sys::process::reactor>(sys::process::reactor_options{
    .ends_orphans = true, .guard = std::make_shared<sys::process::guard>(std::move(*guard))});
  std::atomic<int> signal = 0;
  const sys::process::stop_signal_watch signals([&](int came) {
    sys::process::end_process_after(stop_limit);
    signal = came;
    // Ends the programs, because the day waits for them.
    processes->end();
  });
  simulated_days all(options, directory, *tmp, processes, signal);
  if (auto begun = all.begin_trace(); !begun) return refuse(begun.error().message);
  for (const auto& day : *days) {
    const auto played = all.play(day);
    if (signal != 0) return 128 + signal;
    if (!played) return refuse(played.error().message);
  }
  return all.finish();
}

} // namespace commands
