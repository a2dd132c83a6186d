#include "core/releases/operator_instance.hpp"

#include "core/releases/lead_term.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace core::releases {

namespace {

bool is_letter_or_digit(char x) {
  return (x >= 'a' && x <= 'z') || (x >= 'A' && x <= 'Z') || (x >= '0' && x <= '9');
}

} // namespace

std::string operator_instance(std::string_view host, std::int64_t pid, std::int64_t start_us) {
  // A label has at most 63 characters; the numbers take at most 24 of them.
  constexpr std::size_t host_max = 38;
  std::string name(host.substr(0, host_max));
  std::replace_if(
    name.begin(), name.end(), [](char x) { return !is_letter_or_digit(x) && x != '.' && x != '-'; }, '-');
  const auto begin = std::find_if(name.begin(), name.end(), is_letter_or_digit);
  name.erase(name.begin(), begin);
  return fmt::format("{}.{}.{:x}", name.empty() ? "operator" : name, pid, start_us / 1000);
}

std::optional<std::string> other_operators::look_at(const release& latest, std::int64_t now_us) {
  const auto made_by = latest.label(module_operator_label);
  if (own_.empty() || !made_by || *made_by == own_ || is_made_by_others(latest)) return std::nullopt;
  if (expects_leaders_ && latest.label(module_term_label)) return std::nullopt;
  const auto start = at_start_.find(latest.name);
  if (start != at_start_.end() && latest.revision <= start->second) return std::nullopt;
  if (const auto seen = seen_.find(latest.name); seen != seen_.end() && seen->second == latest.revision)
    return std::nullopt;
  seen_[latest.name] = latest.revision;
  last_us_ = now_us;
  last_words_ = fmt::format("revision {} of '{}' was made by the operator {}", latest.revision, latest.name, *made_by);
  return last_words_;
}

std::string other_operators::line(std::int64_t now_us) const {
  if (!last_us_ || std::chrono::microseconds(now_us - *last_us_) >= shown_for) return {};
  return fmt::format("two operators of one platform work at the same time: {}, and this is {}; each undoes what the "
                     "other does: end one of them, or give it a platform (--platform) and a ConfigMap of its own",
                     last_words_, own_);
}

} // namespace core::releases
