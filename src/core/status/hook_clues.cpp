#include "core/status/hook_clues.hpp"

#include "base/duration.hpp"
#include "base/utc_time.hpp"
#include "base/word_list.hpp"
#include "core/values/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <string_view>

namespace core::status {

namespace {

/// More hooks than this are no clue: the reader would have to look at each of them.
constexpr std::size_t hooks_max = 2;
constexpr std::string_view main_queue = "main";

std::string with_slashes(const std::string& place) {
  auto path = "/" + place;
  std::replace(path.begin(), path.end(), '.', '/');
  return path;
}

const std::string* text_of_file(const hook_status& x, const hook_texts& texts) {
  const auto found = texts.find(x.path);
  return found == texts.end() ? nullptr : &found->second;
}

/// True if the place is in the section of the hook's module, or in `global`.
bool may_set(const hook_status& x, const std::string& place) {
  const auto section = place.substr(0, place.find('.'));
  return section == values::global_key || (!x.module.empty() && values::to_camel(x.module) == section);
}

/// `global hook 'a.sh' has not run yet: it runs at onStartup; its file names it`
std::string state_of(const hook_status& x, const char* naming, std::int64_t now_us) {
  if (x.last_run)
    return fmt::format("{}, whose file names it, has ended {} at {} UTC without it", name_of(x),
                       x.last_run->has_failed ? "with a failure" : "well", base::utc_text(x.last_run->ended_us));
  auto text = fmt::format("{} has not run yet", name_of(x));
  if (!x.never_due.empty())
    text += fmt::format(": its crontab '{}' never fires", x.never_due.front());
  else if (x.next_us)
    text += fmt::format(": its next time is {} UTC, in {}", base::utc_text(*x.next_us),
                        base::duration_text(std::chrono::microseconds(*x.next_us - now_us)));
  else if (!x.occasions.empty())
    text += fmt::format(": it runs at {}", x.occasions);
  return text + naming;
}

std::string setter_of(const std::string& place, const std::vector<hook_status>& hooks, const hook_texts& texts,
                      std::int64_t now_us) {
  std::vector<const hook_status*> naming;
  std::vector<const hook_status*> waiting;
  for (const auto& x : hooks) {
    if (!may_set(x, place)) continue;
    if (const auto* text = text_of_file(x, texts); text != nullptr && names_value(*text, place)) naming.push_back(&x);
    if (!x.last_run && !x.occasions.empty()) waiting.push_back(&x);
  }
  // A hook that has not run is a weaker clue than a name in a file, so it counts only without such a hook.
  const bool is_guess = naming.empty();
  auto& found = is_guess ? waiting : naming;
  if (found.empty() || found.size() > hooks_max) return {};
  // A hook that has not run yet explains the missing value best.
  std::stable_partition(found.begin(), found.end(), [](const auto* x) { return !x->last_run; });
  std::vector<std::string> words;
  for (const auto* x : found)
    words.push_back(state_of(*x, is_guess ? "; it may be the hook that is to set it" : "; its file names it", now_us));
  return fmt::format("{}", fmt::join(words, "; "));
}

/// The words of a name before its first digit, if they are long enough to be no accident: `usage-`.
std::string stem_of(const std::string& file) {
  constexpr std::size_t letters_min = 4;
  auto stem = file.substr(0, file.find_first_of("0123456789"));
  return stem.size() < letters_min ? std::string() : stem;
}

/// The hook that has set the value, by the words on its source: `set by global hook 'a.sh'`.
const hook_status* hook_in(const std::string& source, const std::vector<hook_status>& hooks) {
  const auto found =
    std::find_if(hooks.begin(), hooks.end(), [&](const auto& x) { return source.ends_with("set by " + name_of(x)); });
  return found == hooks.end() ? nullptr : &*found;
}

/// `, last written by kubectl-label at TIME (metadata.labels.environment)`; empty: not known.
std::string writer_of(const std::string& object, const cluster_sights& seen) {
  const auto one = sight_named(object);
  const auto found = one ? seen.find(*one) : seen.end();
  if (found == seen.end() || found->second.empty()) return {};
  const auto write = last_write_of(found->second.front());
  return write ? ", last written by " + describe(*write) : std::string();
}

} // namespace

bool names_value(const std::string& text, const std::string& place) {
  return text.find(place) != text.npos || text.find(with_slashes(place)) != text.npos;
}

std::vector<sight> sights_of_values(const value_places& places, const std::vector<hook_status>& hooks) {
  std::vector<sight> all;
  for (const auto& [place, x] : places) {
    const auto* hook = hook_in(x.source, hooks);
    if (hook == nullptr || !hook->last_run) continue;
    if (auto one = sight_named(hook->last_run->woken_by)) all.push_back(std::move(*one));
  }
  return all;
}

void add_hook_clues(value_places& places, const std::vector<hook_status>& hooks, const hook_texts& texts,
                    const cluster_sights& seen, std::int64_t now_us) {
  for (auto& [place, x] : places) {
    if (x.type.empty()) {
      x.guess = setter_of(place, hooks, texts, now_us);
      continue;
    }
    // The value is there, so the question is why the hook has set it, and whether the hook can run again.
    const auto* hook = hook_in(x.source, hooks);
    if (hook == nullptr) continue;
    x.is_set_in_main = std::find(hook->queues.begin(), hook->queues.end(), main_queue) != hook->queues.end();
    if (hook->last_run && !hook->last_run->woken_by.empty())
      x.guess =
        fmt::format("(its last run, at {} UTC, came of an event of {}{})", base::utc_text(hook->last_run->ended_us),
                    hook->last_run->woken_by, writer_of(hook->last_run->woken_by, seen));
  }
}

std::string writer_of_files(const std::vector<std::string>& names, const std::vector<hook_status>& hooks,
                            const hook_texts& texts) {
  for (const auto& name : names) {
    const auto stem = stem_of(name);
    if (stem.empty()) continue;
    std::vector<const hook_status*> found;
    for (const auto& x : hooks)
      if (const auto* text = text_of_file(x, texts); text != nullptr && text->find(stem) != text->npos)
        found.push_back(&x);
    // A word in many files is an accident; the next name may have a rarer word.
    if (found.empty() || found.size() > hooks_max) continue;
    std::vector<std::string> words;
    for (const auto* x : found)
      words.push_back(x->module.empty()
                        ? name_of(*x)
                        : fmt::format("{} (`addon-operator module pause {}` stops it)", name_of(*x), x->module));
    return fmt::format("{} may write them, because the file of the hook has the word '{}'", base::word_list(words),
                       stem);
  }
  return {};
}

} // namespace core::status
