#include "trace/read/cause_story.hpp"

#include "base/contains.hpp"
#include "trace/read/event_identity.hpp"
#include "trace/read/event_text.hpp"
#include "trace/read/reviews.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

namespace trace::read {

namespace {

/// Events from outside the operator: a chain of causes ends here.
constexpr std::array<event_type, 6> outside{"object_changed", "config_changed",      "schedule_fired",
                                            "start_operator", "api_server_returned", "leadership_changed"};
constexpr std::size_t branches_shown = 8;
/// From this indent on, only the latest of several causes is shown: a screen has no room for more branches.
constexpr std::size_t indent_max = 15;
/// The maximal number of links in a story: a screen has no room for more.
constexpr std::size_t links_told = 100;
/// The least number of earlier rounds that are folded into a line with their number.
constexpr std::size_t rounds_folded = 2;
constexpr std::size_t changes_named = 3; ///< of folded rounds
/// The maximal number of messages before the next reported link: far more than any real path has.
constexpr std::size_t messages_climbed = 5'000;

bool is_outside(const event& x) {
  return base::contains(outside, x.type) || is_question_of_review(x);
}

} // namespace

cause_story::cause_story(const recorded_run& run) : run_(run) {
  const auto& events = run.events();
  forks_.resize(events.size());
  for (std::size_t i = 0; i < events.size(); ++i) {
    // Causes have smaller ids, so the fork of each cause is known already. A path of thousands of messages is
    // walked once for all stories.
    const auto causes = is_passed(events[i]) ? run.causes_of(events[i]) : std::vector<const event*>();
    forks_[i] = causes.size() == 1 ? forks_[run.index_of(*causes.front())] : &events[i];
  }
}

bool cause_story::is_passed(const event& x) const {
  return x.type != "values_changed" && x.type != "apply_configuration" && x.type != trace_span::values_commit
         && !is_reported(x);
}

bool cause_story::is_reported(const event& x) const {
  if (is_outside(x) || is_request_of_queue(x) || x.type == "resources_absent" || x.type == "run_wanted") return true;
  if (x.type == "run_hook") {
    // A hook that runs as a task of its own is reported as that task.
    const auto* request = run_.request_of(x);
    return request == nullptr || request->fact("hook") != x.fact("hook")
           || request->fact("binding") != x.fact("binding");
  }
  return x.cause == 0;
}

void cause_story::climb(const event& from, std::vector<const event*>& found,
                        std::unordered_set<std::uint64_t>& seen) const {
  for (const auto* direct : run_.causes_of(from)) {
    if (seen.size() >= messages_climbed) return;
    const auto* cause = forks_[run_.index_of(*direct)];
    if (!seen.insert(cause->id).second) continue;
    // The commit of values and the message that announces the change have the same cause.
    if (cause->type == "values_changed")
      if (const auto* message = run_.find(cause->cause); message != nullptr && run_.commit_of(*message) != nullptr) {
        const auto* commit = run_.commit_of(*message);
        if (!base::contains(found, commit)) found.push_back(commit);
        continue;
      }
    if (cause->type == "apply_configuration")
      if (const auto* commit = run_.commit_of(*cause); commit != nullptr && commit->id != from.id) {
        if (!base::contains(found, commit)) found.push_back(commit);
        continue;
      }
    if (is_reported(*cause)) {
      if (!base::contains(found, cause)) found.push_back(cause);
    } else {
      const auto before = found.size();
      climb(*cause, found, seen);
      // The trace does not go back any further.
      if (found.size() == before && run_.causes_of(*cause).empty()) found.push_back(cause);
    }
  }
}

void cause_story::forget_what_is_covered(const event& run, std::vector<const event*>& causes) const {
  if (covered_run_ == nullptr || run.fact("task") != "ConvergeModules") return;
  const auto is_covered = [this](const event* x) { return x->time_us < covered_run_->time_us; };
  if (std::all_of(causes.begin(), causes.end(), is_covered)) return;
  std::erase_if(causes, is_covered);
}

std::vector<const event*> cause_story::causes_of(const event& x) const {
  if (is_outside(x)) return {};
  std::vector<const event*> found;
  std::unordered_set<std::uint64_t> seen;
  climb(x, found, seen);
  forget_what_is_covered(x, found);
  return found;
}

std::vector<const event*> cause_story::nearest(const event& x) const {
  auto causes = causes_of(x);
  std::sort(causes.begin(), causes.end(), [](const auto* a, const auto* b) { return a->id < b->id; });
  return causes;
}

std::string cause_story::text_of(const event& x) const {
  return is_request_of_queue(x) ? words_of_run(x, run_.task_of(x)) : words_of(x, run_.writer_of(x));
}

std::vector<std::string> cause_story::details_of(const event& x) const {
  // At the start all values are new.
  if (x.type == trace_span::values_commit)
    return x.fact("source") == "start" ? std::vector<std::string>{} : words_of_changes(x);
  if (!is_request_of_queue(x)) return {};
  const auto* task = run_.task_of(x);
  if (task == nullptr || task->fact("reason").empty()) return {};
  return {std::string(task->fact("reason"))};
}

/// The earlier rounds of work that repeats itself, as a single link with the causes of the first round;
/// nullopt: the event does not belong to such work.
std::optional<cause_tree> cause_story::rounds_before(const event& x) {
  const auto identity = identity_of(x);
  if (is_outside(x) || !base::contains(path_, identity)) return std::nullopt;
  std::vector<const event*> seen{&x};
  std::unordered_set<std::uint64_t> ids{x.id};
  const auto* first = &x;
  std::size_t rounds = 0;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (identity_of(*seen[i]) == identity) {
      ++rounds;
      if (seen[i]->id < first->id) first = seen[i];
    }
    for (const auto* cause : causes_of(*seen[i]))
      if (ids.insert(cause->id).second) seen.push_back(cause);
  }
  if (rounds < rounds_folded) return std::nullopt;
  std::map<std::string, std::size_t> changes;
  for (const auto* event : seen) {
    if (event->id < first->id) continue;
    reported_.insert(event->id);
    if (event->type == trace_span::values_commit) ++changes[words_of_changed_keys(*event)];
  }
  // Keeps only the changes that were made in every round; the first or the last round may lack them.
  std::erase_if(changes, [&](const auto& change) { return change.second + 1 < rounds; });
  cause_tree tree{.event = first, .time_us = first->time_us, .text = {}, .rounds = rounds};
  for (const auto& [change, times] : changes)
    if (tree.details.size() < changes_named) tree.details.push_back(change);
  return tree;
}

cause_tree cause_story::tree_of(const event& x) {
  auto rounds = rounds_before(x);
  auto tree = rounds ? std::move(*rounds)
                     : cause_tree{.event = &x, .time_us = x.time_us, .text = text_of(x), .details = details_of(x)};
  const auto& last = *tree.event;
  // Several paths may lead to the same event. If each path repeated the causes of the event, a story could
  // double with each fork.
  tree.is_repeated = !rounds && reported_.contains(x.id) && !is_outside(x);
  if (tree.is_repeated) return tree;
  reported_.insert(x.id);
  // The previous run has seen all earlier values, so causes before the previous run do not explain why the
  // module ran again.
  if (is_request_of_queue(x) && x.fact("task") == "ModuleRun" && covered_run_ == nullptr)
    covered_run_ = run_.last([&x](const event& y) {
      return y.id < x.id && is_request_of_queue(y) && y.fact("task") == "ModuleRun"
             && y.fact("module") == x.fact("module");
    });
  auto causes = causes_of(last);
  // The latest cause comes first, because the work waited for it last.
  std::sort(causes.begin(), causes.end(), [](const auto* a, const auto* b) { return a->id > b->id; });
  path_.push_back(identity_of(last));
  if (path_.size() <= links_told)
    for (const auto* cause : causes) tree.causes.push_back(tree_of(*cause));
  else if (!causes.empty())
    tree.details.emplace_back("and further back: `trace order` has it");
  path_.pop_back();
  return tree;
}

namespace {

std::string earlier(const cause_tree& effect, const cause_tree& cause) {
  return words_of_duration(std::max<std::int64_t>(effect.time_us - cause.time_us, 0)) + " earlier";
}

/// The event itself, without its causes.
std::string text_of_link(const cause_tree& x, const time_words& times, const std::string& indent) {
  if (x.rounds == 0) {
    auto text = fmt::format("{}{}  {}\n", indent, times.both(x.time_us), x.text);
    for (const auto& line : x.details) text += indent + "    " + line + "\n";
    return text;
  }
  return fmt::format("{}… {} more rounds like this since {}{}\n", indent, x.rounds, times.both(x.time_us),
                     x.details.empty() ? "" : fmt::format(", each because {}", fmt::join(x.details, ", and ")));
}

void append(std::string& text, const cause_tree& x, const time_words& times, const std::string& indent) {
  text += text_of_link(x, times, indent);
  if (x.is_repeated) text += indent + "because of the causes above\n";
  if (x.causes.size() == 1) {
    const auto& cause = x.causes.front();
    if (cause.rounds == 0) text += fmt::format("{}because, {}:\n", indent, earlier(x, cause));
    return append(text, cause, times, indent);
  }
  if (x.causes.empty()) return;
  if (indent.size() >= indent_max) {
    text += fmt::format("{}because of {} causes, the latest of them {}:\n", indent, x.causes.size(),
                        earlier(x, x.causes.front()));
    return append(text, x.causes.front(), times, indent);
  }
  text += fmt::format("{}because of {} causes:\n", indent, x.causes.size());
  for (std::size_t i = 0; i < x.causes.size() && i < branches_shown; ++i) {
    text += fmt::format("{}  {}. {}:\n", indent, i + 1, earlier(x, x.causes[i]));
    append(text, x.causes[i], times, indent + "     ");
  }
  if (x.causes.size() > branches_shown)
    text += fmt::format("{}  and {} more, older ones\n", indent, x.causes.size() - branches_shown);
}

} // namespace

std::string text_of_story(const cause_tree& story, const time_words& times) {
  std::string text;
  append(text, story, times, "");
  return text;
}

} // namespace trace::read
