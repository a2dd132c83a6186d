#include "core/status/problem_links.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace core::status {

namespace {

constexpr auto none = std::string_view::npos;

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != none;
}

bool is_lost_watch(std::string_view cause) {
  return cause.starts_with("watch of ");
}

/// Whether the request was the operator's own. A hook that is refused may have another login.
bool is_own_refusal(std::string_view cause) {
  return (is_lost_watch(cause) && cause.ends_with(": Unauthorized"))
         || contains(cause, "reading the API server's version: Unauthorized");
}

/// A problem that the refused login explains.
bool comes_from_refusal(std::string_view cause) {
  return is_own_refusal(cause) || (cause.ends_with(": Unauthorized") && !contains(cause, "exit status"));
}

/// The name of a problem, without its details: `module 'a' has failed 3 times`.
std::string name_of(const status_problem& x) {
  const auto& cause = x.cause;
  return cause.substr(0, is_lost_watch(cause) ? cause.find(" is lost since") : cause.find(": "));
}

/// The names of hooks in a text: `hook 'hooks/a.sh'`
std::vector<std::string> hooks_in(std::string_view text) {
  constexpr std::string_view mark = "hook '";
  std::vector<std::string> names;
  for (auto at = text.find(mark); at != none; at = text.find(mark, at + 1)) {
    const auto begin = at + mark.size();
    const auto end = text.find('\'', begin);
    if (end != none) names.emplace_back(text.substr(begin, end - begin));
  }
  return names;
}

/// The command by which a person agrees to the loss that a hold names: `kubectl … moduleGivesUp=3`; empty:
/// the hold has no command.
std::string consent_in(std::string_view hold) {
  const auto label = hold.find("moduleGivesUp=");
  const auto begin = hold.substr(0, label).rfind("kubectl ");
  if (label == none || begin == none) return {};
  auto end = label;
  while (end < hold.size() && hold[end] != ' ' && hold[end] != ';') ++end;
  return std::string(hold.substr(begin, end - begin));
}

} // namespace

bool is_hold(const status_problem& x) {
  return x.cause.starts_with("release of module '") && contains(x.cause, "' is held: ");
}

void fold_refused_login(std::vector<status_problem>& problems, const login_facts& login) {
  constexpr std::size_t named_max = 2;
  if (std::none_of(problems.begin(), problems.end(), [](const auto& x) { return is_own_refusal(x.cause); })) return;
  std::vector<status_problem> others;
  std::optional<std::int64_t> since;
  std::string names;
  std::size_t folded = 0;
  for (auto& x : problems) {
    if (!comes_from_refusal(x.cause)) {
      others.push_back(std::move(x));
      continue;
    }
    if (folded++ < named_max) names += (names.empty() ? "" : ", ") + name_of(x);
    if (x.since_us && (!since || *x.since_us < *since)) since = x.since_us;
  }
  // The folded problem is as old as the oldest problem that comes from the refusal.
  auto cause = "the API server refuses the operator's login (401 Unauthorized)";
  auto text = login.words.empty() ? std::string(cause) : fmt::format("{}: {}", cause, login.words);
  text += fmt::format("; {} problem{} of it: {}", folded, folded == 1 ? " comes" : "s come", names);
  if (folded > named_max) text += fmt::format(", and {} more because of it", folded - named_max);
  others.insert(others.begin(), {std::move(text),
                                 login.next_step.empty() ? "look at the login in the kubeconfig, or at the "
                                                           "token of the service account: it is read anew "
                                                           "for each request, without a restart"
                                                         : login.next_step,
                                 since});
  problems = std::move(others);
}

std::string step_before_hold(const std::string& hold, const std::vector<status_problem>& problems) {
  const auto hooks = hooks_in(hold);
  for (const auto& hook : hooks)
    for (std::size_t i = 0; i < problems.size(); ++i)
      // A hold names the hook as well, and no hold is the cause of another hold.
      if (!is_hold(problems[i]) && contains(problems[i].cause, "'" + hook + "'"))
        return fmt::format(
          "solve problem {} first: it keeps hook '{}' from its end, and the release is decided again by "
          "itself after that",
          i + 1, hook);
  if (contains(hold, "hook that is executable and configures was found"))
    return "bring the directory of the hooks back (a line COPY of the image, a mount, x bits), and restart the "
           "operator";
  if (const auto consent = consent_in(hold); !consent.empty())
    return fmt::format("{}, and the release is decided again by itself; or, if the loss is meant: `{}`",
                       hooks.empty() ? std::string("bring back what the message names")
                                     : fmt::format("have hook '{}' set the value again: look at the objects that it "
                                                   "reads, and at its output",
                                                   hooks.front()),
                       consent);
  return hooks.empty()
           ? std::string()
           : fmt::format("`addon-operator trace why run {}` shows why the hook has not ended well; repair that "
                         "first, and the release is decided again by itself",
                         hooks.front());
}

std::string with_cause(const std::string& cause, const std::string& failure) {
  return cause.empty() ? failure : fmt::format("{}; in full: {}", cause, failure);
}

std::string cause_first(const std::string& text, const std::string& cause, const std::vector<status_problem>& earlier) {
  const auto end = text.find(": ");
  if (cause.empty() || end == text.npos) return text;
  const auto name = text.substr(0, end + 2);
  for (std::size_t i = 0; i < earlier.size(); ++i)
    // A broken webhook stops many watches and runs, and each of them has the same cause.
    if (contains(earlier[i].cause, cause)) return fmt::format("{}the cause is that of problem {}", name, i + 1);
  return name + with_cause(cause, text.substr(end + 2));
}

void tie_hooks(std::vector<status_problem>& problems) {
  constexpr std::string_view mark = " has not run yet";
  for (std::size_t i = 0; i < problems.size(); ++i)
    for (std::size_t j = 0; j < problems.size(); ++j) {
      if (i == j) continue;
      const auto hook = problems[j].cause.substr(0, problems[j].cause.find(": "));
      if (!contains(hook, "hook '")) continue;
      const auto at = problems[i].cause.find(hook + std::string(mark));
      if (at != std::string::npos)
        problems[i].cause.insert(at + hook.size() + mark.size(), fmt::format(" (see problem {})", j + 1));
    }
}

std::string advice_once(const std::string& advice, const std::vector<status_problem>& problems) {
  for (std::size_t i = 0; i < problems.size(); ++i)
    if (!advice.empty() && problems[i].next_step.starts_with(advice))
      return fmt::format("the step of problem {} is for this, too", i + 1);
  return advice;
}

} // namespace core::status
