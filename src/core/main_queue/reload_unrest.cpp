#include "core/main_queue/reload_unrest.hpp"

#include "base/duration.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

namespace core::main_queue {

namespace {

constexpr std::size_t restless_reloads = 3;
constexpr std::size_t authors_max = 20;
constexpr std::size_t authors_named = 3;
constexpr const char* further_authors = "others";

std::string times(std::size_t count) {
  return count == 1 ? "once" : fmt::format("{} times", count);
}

} // namespace

void reload_unrest::note_reason(const std::string& by) {
  const bool is_known = reasons_.contains(by);
  ++reasons_[is_known || reasons_.size() < authors_max ? by : further_authors];
}

bool reload_unrest::ended_with_reason(std::int64_t now_us) {
  if (in_a_row_++ == 0) since_us_ = now_us;
  return in_a_row_ == restless_reloads;
}

void reload_unrest::came_to_rest() {
  reasons_.clear();
  in_a_row_ = 0;
}

std::optional<std::string> reload_unrest::describe(std::int64_t now_us) const {
  if (in_a_row_ < restless_reloads) return std::nullopt;
  std::vector<std::pair<std::size_t, std::string>> authors;
  for (const auto& [by, count] : reasons_) authors.emplace_back(count, by);
  std::sort(authors.begin(), authors.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  if (authors.size() > authors_named) authors.resize(authors_named);
  std::vector<std::string> words;
  for (const auto& [count, by] : authors) words.push_back(fmt::format("{} ({})", by, times(count)));
  return fmt::format("it began {} in {}, each time for a change during the reload before: {}", times(in_a_row_),
                     base::duration_text(std::chrono::microseconds(now_us - since_us_)), fmt::join(words, ", "));
}

} // namespace core::main_queue
