#include "core/status/failure_advice.hpp"

#include "core/status/advice_rule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace core::status {

namespace {

constexpr auto none = std::string_view::npos;
/// The limit of names in Kubernetes. Longer names come from other programs.
constexpr std::size_t name_bytes_max = 253;

bool is_name_character(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
}

/// The name that begins there, behind quotes.
std::string_view name_at(std::string_view text, std::size_t begin) {
  begin = std::min(text.find_first_not_of("\\\"'", begin), text.size());
  auto end = begin;
  while (end < text.size() && is_name_character(text[end])) ++end;
  // A point at the end belongs to the sentence, not to the name.
  while (end > begin && text[end - 1] == '.') --end;
  return end - begin > name_bytes_max ? std::string_view() : text.substr(begin, end - begin);
}

/// The first rule that fits counts, so the words of a cause stand before the words of its effects.
std::array<advice_rules, 6> all_rules() {
  return {admission_rules(), workload_rules(), object_rules(), chart_rules(), access_rules(), machine_rules()};
}

using rule_and_step = std::pair<const advice_rule*, std::string>;

std::optional<rule_and_step> fitting_rule(std::string_view failure, const failure_place& place) {
  for (const auto& rules : all_rules())
    for (const auto& x : rules) {
      const auto at = failure.find(x.words);
      if (at == none) continue;
      // A rule may find that the rest of the words does not fit; then a later rule has its turn.
      if (auto step = x.step({failure, at, at + x.words.size(), place}); !step.empty())
        return std::pair(&x, std::move(step));
    }
  return std::nullopt;
}

/// The text between the mark and the end mark, if it is short and has no space; else empty.
std::string_view word_between(std::string_view text, std::string_view mark, std::string_view end_mark) {
  constexpr std::size_t word_bytes_max = 200;
  const auto at = text.find(mark);
  if (at == none) return {};
  const auto word = text.substr(at + mark.size());
  const auto end = word.find(end_mark);
  return end == none || end > word_bytes_max || word.substr(0, end).find(' ') != none ? std::string_view()
                                                                                      : word.substr(0, end);
}

} // namespace

std::string_view known_failure::name() const {
  return name_at(text, end);
}

std::string_view known_failure::name_after(std::string_view mark) const {
  const auto found = text.find(mark, at);
  return found == none ? std::string_view() : name_at(text, found + mark.size());
}

std::string_view known_failure::name_before(std::string_view mark) const {
  const auto found = text.substr(0, at).rfind(mark);
  return found == none ? std::string_view() : name_at(text, found + mark.size());
}

std::string_view known_failure::last_name() const {
  auto before = text.substr(0, at);
  while (!before.empty() && !is_name_character(before.back())) before.remove_suffix(1);
  auto begin = before.size();
  while (begin > 0 && is_name_character(before[begin - 1])) --begin;
  return before.size() - begin > name_bytes_max ? std::string_view() : before.substr(begin);
}

std::optional<text::json> known_failure::object(const std::string& kind, std::string_view name) const {
  if (place.seen == nullptr || name.empty()) return std::nullopt;
  auto found = seen_object(*place.seen, kind, place.namespace_name, std::string(name));
  return found ? found : seen_object(*place.seen, kind, {}, std::string(name));
}

std::string known_failure::namespace_name() const {
  return name_or(place.namespace_name, "NAMESPACE");
}

std::string name_or(std::string_view name, std::string_view placeholder) {
  return std::string(name.empty() ? placeholder : name);
}

std::string failure_advice(std::string_view failure, const failure_place& place) {
  const auto found = fitting_rule(failure, place);
  return found ? found->second : std::string();
}

std::string failure_cause(std::string_view failure, const failure_place& place) {
  const auto found = fitting_rule(failure, place);
  if (!found || found->first->cause == nullptr) return {};
  const auto at = failure.find(found->first->words);
  return found->first->cause({failure, at, at + found->first->words.size(), place});
}

namespace {

/// True if the program has written no words before its end: `hook 'a.sh': exit status 1`.
bool is_silent(std::string_view failure) {
  constexpr std::string_view mark = "exit status ";
  const auto at = failure.rfind(mark);
  return at != failure.npos && failure.find_first_not_of("0123456789", at + mark.size()) == failure.npos;
}

std::string step_for_silent_hook(std::string_view hook, const failure_place& place) {
  auto step =
    fmt::format("hook '{}' has ended without a word, so it stops at a command that fails: `set -x` in it shows "
                "which",
                hook);
  // Without words, an empty list is the best guess.
  if (place.reads != nullptr && !place.reads->empty.empty())
    step += fmt::format("; look first at {}, which it may need", place.reads->empty.front());
  return step;
}

} // namespace

std::string place_of_repair(std::string_view failure, const failure_place& place) {
  const auto hook = word_between(failure, "hook '", "'");
  const auto changed = place.reads == nullptr ? std::string() : step_after_reads(*place.reads, place.succeeded_us);
  if (!changed.empty()) return changed;
  if (!hook.empty() && is_silent(failure)) return step_for_silent_hook(hook, place);
  if (failure.find("cannot be started: ") != failure.npos)
    return "the operator could not start the program, for the reason that its words name";
  if (!hook.empty()) return fmt::format("repair hook '{}', or the thing that it reads: the words are its own", hook);
  const auto at = template_place(failure);
  if (!at.empty())
    return fmt::format(
      "give the chart what it asks for at {}, by the ConfigMap, a values file or a hook, or correct it "
      "there{}",
      at,
      place.module.empty() ? std::string()
                           : fmt::format(" (`addon-operator module values {}` shows all values)", place.module));
  return "repair the thing that these words name";
}

} // namespace core::status
