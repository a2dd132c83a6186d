#include "trace/read/trace_window.hpp"

#include "base/contains.hpp"
#include "trace/event.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <utility>

namespace trace::read {

namespace {

// Lines are searched and not parsed, because there may be millions. The search is exact: quotation marks
// inside a text are escaped, so `"NAME":` stands only before the value of a member. The values of facts are
// never numbers.

template <class Integer>
std::optional<Integer> number_at(std::string_view text) {
  Integer number{};
  const auto first = std::min(text.find_first_not_of(' '), text.size());
  const auto end = std::from_chars(text.data() + first, text.data() + text.size(), number);
  return end.ec == std::errc() ? std::optional(number) : std::nullopt;
}

/// The text after the name of a member; empty: there is no such member.
std::string_view behind(std::string_view line, std::string_view name) {
  const auto at = line.find(name);
  return at == line.npos ? std::string_view() : line.substr(at + name.size());
}

std::string_view text_at(std::string_view line, std::string_view name) {
  auto text = behind(line, name);
  text.remove_prefix(std::min(text.find('"') + 1, text.size()));
  return text.substr(0, text.find('"'));
}

std::uint32_t hash_of(std::uint64_t x) {
  return static_cast<std::uint32_t>(x ^ x >> 32U);
}

std::uint32_t hash_of(std::string_view x) {
  return hash_of(std::uint64_t{std::hash<std::string_view>{}(x)});
}

/// The distance; 0 if it does not fit into the field: the chain of causes ends there.
std::uint32_t distance(std::uint64_t id, std::uint64_t cause) {
  const auto away = cause < id ? id - cause : 0;
  return away > std::numeric_limits<std::uint32_t>::max() ? 0 : static_cast<std::uint32_t>(away);
}

constexpr std::size_t lines_of_milestone = 256;

/// These events describe the event that has caused them.
constexpr std::array parts{trace_span::reasons, trace_span::values_commit, trace_span::task,
                           event_type("task_outcome")};

auto range_of(const auto& pairs, std::uint32_t key) {
  return std::equal_range(pairs.begin(), pairs.end(), std::pair<std::uint32_t, std::uint32_t>(key, 0),
                          [](const auto& a, const auto& b) { return a.first < b.first; });
}

} // namespace

bool trace_window::is_in_time(std::string_view line) {
  const auto time_us = number_at<std::int64_t>(behind(line, R"("time_us":)")).value_or(0);
  const auto lasted_us = number_at<std::int64_t>(behind(line, R"("duration_us":)")).value_or(0);
  if (!begin_us_) begin_us_ = time_us;
  return (!limits_.since || time_us + lasted_us >= limits_.since->at(*begin_us_))
         && (!limits_.until || time_us <= limits_.until->at(*begin_us_));
}

void trace_window::see(std::string_view line) {
  const auto number = static_cast<line_number>(ids_.size());
  // An offset for each line would take as much memory as all ids.
  if (number % lines_of_milestone == 0) milestones_.push_back(offset_);
  offset_ += line.size() + 1;
  const auto id = number_at<std::uint64_t>(behind(line, R"("id":)")).value_or(0);
  ids_.push_back(id);
  cause_away_.push_back(distance(id, number_at<std::uint64_t>(behind(line, R"("cause":)")).value_or(0)));
  // Heads and broken lines are no events, and are read elsewhere. Times of the run count from the time in the
  // head, or from the first event.
  if (number == 0 && id == 0) begin_us_ = number_at<std::int64_t>(behind(line, R"("began_us":)"));
  const bool is_first = id != 0 && !std::exchange(has_events_, true);
  chosen_.push_back(id == 0 || is_in_time(line) || is_first);
  if (id != 0) see_links(line, number, id);
}

void trace_window::choose_last_piece() {
  const auto last = std::find(chosen_.rbegin(), chosen_.rend(), true);
  const auto end = static_cast<std::size_t>(chosen_.rend() - last) / lines_of_milestone;
  if (end >= milestones_.size()) return;
  auto from = end;
  while (from > 0 && milestones_[end] - milestones_[from - 1] < limits_.bytes_max) --from;
  bool is_first = true;
  for (std::size_t number = 0; number < from * lines_of_milestone; ++number) {
    if (ids_[number] == 0) continue;
    chosen_[number] = std::exchange(is_first, false);
  }
}

/// The first line of the requested part. The first event of the trace is left out here, because it is always
/// chosen.
std::size_t trace_window::first_asked_for() const {
  bool is_first = true;
  for (std::size_t number = 0; number < ids_.size(); ++number)
    if (ids_[number] != 0 && !std::exchange(is_first, false) && chosen_[number]) return number;
  return ids_.size();
}

void trace_window::see_links(std::string_view line, line_number number, std::uint64_t id) {
  auto further = behind(line, R"("also":)");
  further.remove_prefix(std::min(further.find('[') + 1, further.size()));
  for (auto cause = number_at<std::uint64_t>(further); cause; cause = number_at<std::uint64_t>(further)) {
    also_.emplace_back(number, distance(id, *cause));
    const auto end = further.find_first_of(",]");
    further = end == further.npos || further[end] == ']' ? std::string_view() : further.substr(end + 1);
  }
  // `type` is the last member of a line, so only the end of the line is searched.
  const auto type = recorded_type::read(
    std::string(text_at(line.substr(line.size() - std::min<std::size_t>(line.size(), 80)), R"("type":)")));
  if (base::contains(parts, type)) parts_.emplace_back(hash_of(id - cause_away_.back()), number);
  const bool is_write = type == trace_span::object_operation;
  if (!is_write && type != "object_changed") return;
  const auto version = text_at(line, R"("version":)");
  if (version.empty()) return;
  if (is_write)
    writes_.emplace_back(hash_of(version), number);
  else
    objects_.emplace_back(number, hash_of(version));
}

void trace_window::choose(line_number number) {
  if (chosen_[number]) return;
  chosen_[number] = true;
  to_follow_.push_back(number);
}

void trace_window::choose_event(std::uint64_t id) {
  const auto found =
    std::lower_bound(by_id_.begin(), by_id_.end(), id, [this](line_number a, std::uint64_t b) { return ids_[a] < b; });
  if (found != by_id_.end() && ids_[*found] == id) choose(*found);
}

void trace_window::follow(line_number number) {
  const auto id = ids_[number];
  if (cause_away_[number] != 0) choose_event(id - cause_away_[number]);
  for (auto [i, end] = range_of(also_, number); i != end; ++i)
    if (i->second != 0) choose_event(id - i->second);
  // Hashes stand for ids and versions, to save memory. Two equal hashes choose an unneeded line, but a needed
  // line is never missed.
  for (auto [i, end] = range_of(parts_, hash_of(id)); i != end; ++i) choose(i->second);
  for (auto [i, end] = range_of(objects_, number); i != end; ++i)
    for (auto [write, writes_end] = range_of(writes_, i->second); write != writes_end; ++write) choose(write->second);
}

void trace_window::follow_causes() {
  if (!limits_.since && offset_ > limits_.bytes_max) choose_last_piece();
  const auto asked = first_asked_for();
  by_id_.reserve(ids_.size());
  for (std::size_t number = 0; number < ids_.size(); ++number)
    if (ids_[number] != 0) by_id_.push_back(static_cast<line_number>(number));
  std::stable_sort(by_id_.begin(), by_id_.end(), [this](auto a, auto b) { return ids_[a] < ids_[b]; });
  std::sort(parts_.begin(), parts_.end());
  std::sort(writes_.begin(), writes_.end());
  for (std::size_t number = 0; number < ids_.size(); ++number)
    if (chosen_[number]) to_follow_.push_back(static_cast<line_number>(number));
  while (!to_follow_.empty()) {
    const auto number = to_follow_.back();
    to_follow_.pop_back();
    if (ids_[number] != 0) follow(number);
  }
  const auto left_out = static_cast<std::size_t>(std::find(chosen_.begin(), chosen_.end(), false) - chosen_.begin());
  leaves_out_ = left_out < chosen_.size();
  if (left_out < asked && asked < chosen_.size()) begins_at_ = asked;
}

} // namespace trace::read
