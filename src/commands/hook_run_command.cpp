#include "commands/hook_run_command.hpp"

#include "commands/hook_player.hpp"
#include "setup/absolute_path.hpp"
#include "sys/files/user_files.hpp"
#include "text/plain/printable.hpp"

#include <cstdio>
#include <filesystem>
#include <string>
#include <utility>

namespace commands {

namespace {

constexpr int has_failed = 1;
constexpr int cannot_be_used = 2;

void say(const std::string& text) {
  std::fputs(text::printable_lines("addon-operator: " + text + "\n").c_str(), stderr);
}

int refuse(const std::string& reason) {
  say(reason);
  return cannot_be_used;
}

/// A file with a single object.
base::result<text::json> read_one(const std::string& path) {
  auto all = read_objects({path});
  if (!all) return tl::unexpected(all.error());
  if (all->size() != 1) return base::fail(base::error_code::invalid_input, path + ": expected a single object");
  return std::move(all->front());
}

base::result<hook_cases::occasion> review_of(const cli::hook_run_options& x) {
  auto object = read_one(x.review_file);
  if (!object) return tl::unexpected(object.error());
  hook_cases::at_review review{x.operation, std::move(*object), {}, x.binding};
  if (x.old_object_file.empty()) return review;
  auto old = read_one(x.old_object_file);
  if (!old) return tl::unexpected(old.error());
  review.old_object = std::move(*old);
  return review;
}

/// The occasion of the command line; nullopt: none is given.
base::result<std::optional<hook_cases::occasion>> occasion_of(const cli::hook_run_options& x) {
  using found = std::optional<hook_cases::occasion>;
  const auto given = [](auto made) { return found(std::move(made)); };
  if (!x.lifecycle.empty())
    return hook_cases::lifecycle_point_of(x.lifecycle).map([&](auto point) {
      return given(hook_cases::at_lifecycle{point});
    });
  if (x.schedule) return given(hook_cases::at_schedule{x.schedule->empty() ? x.binding : *x.schedule});
  if (!x.event.empty())
    return hook_cases::watch_event_of(x.event).map([&](auto event) {
      return given(hook_cases::at_event{event, x.event_object, x.binding});
    });
  if (!x.review_file.empty()) return review_of(x).map(given);
  if (x.is_synchronization || !x.binding.empty()) return given(hook_cases::at_synchronization{x.binding});
  return found();
}

base::result<hook_cases::hook_case> case_of(const cli::hook_run_options& x) {
  hook_cases::hook_case made;
  made.hook = setup::absolute_path(x.file);
  made.name = x.name;
  auto why = occasion_of(x);
  if (!why) return tl::unexpected(why.error());
  made.why = std::move(*why);
  auto objects = read_objects(x.objects);
  if (!objects) return tl::unexpected(objects.error());
  made.objects = std::move(*objects);
  auto values = read_map(x.values_file);
  if (!values) return tl::unexpected(values.error());
  made.values = std::move(*values);
  auto config = read_map(x.config_values_file);
  if (!config) return tl::unexpected(config.error());
  made.config = std::move(*config);
  return made;
}

/// Writes the case. The path of the hook is relative to the case, so that both can move together.
base::result<void> save(hook_cases::hook_case x, const hook_played& played, const std::string& file) {
  const auto path = setup::absolute_path(file);
  if (!path.ends_with(".case.yaml"))
    return base::fail(base::error_code::invalid_input, file + ": the name of a case ends with .case.yaml");
  const auto directory = std::filesystem::path(path).parent_path();
  x.hook = std::filesystem::path(x.hook).lexically_relative(directory).string();
  x.why = played.why;
  x.expected = hook_cases::as_json(played.outcome);
  return sys::files::make_user_file(path, hook_cases::write_case(x), sys::files::file_use::read);
}

} // namespace

int run_hook_run_command(const cli::hook_run_options& x) {
  const auto wanted = case_of(x);
  if (!wanted) return refuse(wanted.error().message);
  auto player = hook_player::begin(x.program_limit);
  if (!player) return refuse(player.error().message);
  auto played = (*player)->play(*wanted, {});
  if (const auto signal = (*player)->signal(); signal != 0) return 128 + signal;
  if (!played) return refuse(played.error().message);
  auto run = played->run;
  if (!x.shows_context) run.context.clear();
  const auto text = x.is_json ? hook_cases::as_json(run, played->outcome).dump() + "\n"
                              : text::printable_lines(hook_cases::as_text(run, played->outcome));
  if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0)
    return refuse("the outcome could not be written");
  if (!x.case_file.empty()) {
    if (const auto saved = save(*wanted, *played, x.case_file); !saved) return refuse(saved.error().message);
    say("wrote " + x.case_file + ": `hook test` plays it");
  }
  return played->outcome.failure.empty() ? 0 : has_failed;
}

} // namespace commands
