#include "simulation/play_to_rest.hpp"

#include "core/values/names.hpp"
#include "simulation/used_rights.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace simulation {

namespace {

/// Longer than the grace of removals and the waits between two reloads. A program that fails is tried again
/// later, and its problem shows that the platform is not at rest.
constexpr std::chrono::seconds quiet_time{15};

template <class T>
void append(std::vector<T>& to, std::vector<T> more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

std::string words_of(const failed_program& x) {
  auto text = x.command + ": " + x.end + (x.errors.empty() ? "" : ": " + x.errors);
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

/// A play, and its findings up to now.
class rest_play {
public:
  rest_play(const day& place, day_stage stage, const rest_options& options)
    : options_(options), is_over_(stage.is_over), player_(place, std::move(stage)) {}

  base::result<rest_state> play() {
    if (auto begun = player_.begin(); !begun) return tl::unexpected(begun.error());
    day_step start{.name = "start", .within = options_.within};
    start.expected.push_back({0, expected_readiness{true, true}});
    take(player_.play(start));
    if (auto calm = await_calm(); !calm) return tl::unexpected(calm.error());
    if (!options_.config.empty()) {
      take(player_.play({.name = "edit", .config = options_.config}));
      if (auto calm = await_calm(); !calm) return tl::unexpected(calm.error());
    }
    const auto now = player_.describe();
    if (!now) return base::fail(base::error_code::process_failed, words_of_end());
    note_state(*now);
    return std::move(state_);
  }

private:
  void take(step_result x) {
    last_failures_ = std::move(x.failures);
    for (auto& program : x.failed_programs) failed_[program.command] = program;
    is_calm_ = x.ran.empty();
    append(state_.runs, std::move(x.ran));
    append(state_.events, std::move(x.events));
  }

  base::result<void> await_calm() {
    auto left = options_.within;
    do {
      if (is_over_()) return base::fail(base::error_code::cancelled, "the play was interrupted");
      if (!player_.describe()) return base::fail(base::error_code::process_failed, words_of_end());
      take(player_.play({.name = "quiet", .wait = quiet_time}));
      left -= quiet_time;
    } while (!is_calm_ && left.count() > 0);
    return {};
  }

  [[nodiscard]] std::string words_of_end() const {
    std::string text = "the operator does not run";
    for (const auto& failure : last_failures_) text += ": " + failure;
    return text;
  }

  void note_state(const actors::messages::operator_description& now) {
    state_.objects = player_.cluster().all_objects();
    state_.rights = used_rights(player_.cluster().api().requests(), player_.cluster().api().resources());
    state_.modules = player_.modules();
    state_.enabled_modules = now.enabled_modules;
    state_.stopped = now.problems;
    if (!now.first_reload_done)
      state_.stopped.push_back("the start is not over" + (now.running.empty() ? "" : ": " + now.running));
    if (!is_calm_) state_.stopped.emplace_back("hooks run again and again: see the runs");
    for (const auto& failure : last_failures_)
      if (state_.stopped.empty()) state_.stopped.push_back(failure);
    // A program that has failed once and not again is no news.
    if (!state_.stopped.empty())
      for (const auto& [command, program] : failed_) state_.stopped.push_back(words_of(program));
    note_sections();
  }

  void note_sections() {
    for (const auto& name : state_.modules) note_section("/module/" + name, core::values::to_camel(name));
    note_section("/global", "global");
  }

  void note_section(const std::string& page, const std::string& key) {
    auto shown = player_.debug_page(page + "/values.json");
    auto full = player_.debug_page(page + "/values.json?secrets=true");
    if (shown && full)
      state_.sections.emplace_back(text::json::object({{key, std::move(*full)}}),
                                   text::json::object({{key, std::move(*shown)}}));
  }

  const rest_options& options_;
  std::function<bool()> is_over_;
  day_player player_;
  rest_state state_;
  std::map<std::string, failed_program> failed_; ///< by command
  std::vector<std::string> last_failures_;
  bool is_calm_ = false;
};

} // namespace

base::result<rest_state> play_to_rest(const day& place, day_stage stage, const rest_options& options) {
  return rest_play(place, std::move(stage), options).play();
}

} // namespace simulation
