#include "trace/read/run_diff.hpp"

#include "trace/read/done_work.hpp"
#include "trace/read/event_text.hpp"
#include "trace/read/time_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

namespace trace::read {

namespace {

constexpr std::size_t lines_shown = 50;
/// The smallest difference that is reported: two equal runs may differ by less.
constexpr std::int64_t least_difference_us = 10'000;
constexpr int least_percent = 20;

/// All pieces of work of a run with the same name.
struct repeated_work {
  std::string line;
  std::int64_t first_us = 0;
  std::vector<std::pair<std::string, int>> results; ///< each with its number, in order of the first
  std::map<std::string, std::size_t> places{};      ///< of results
  int times = 0;
  int timed = 0; ///< pieces that have a duration
  std::int64_t duration_us = 0;

  [[nodiscard]] std::int64_t average_us() const { return timed == 0 ? -1 : duration_us / timed; }

  void add(const done_work& x) {
    if (times++ == 0) {
      line = x.line;
      first_us = x.time_us;
    }
    const auto [place, is_new] = places.emplace(x.result, results.size());
    if (is_new) results.emplace_back(x.result, 0);
    ++results[place->second].second;
    if (x.duration_us < 0) return;
    ++timed;
    duration_us += x.duration_us;
  }
};

/// The work of a run by its name, and the names in the order of their first times.
struct side {
  std::map<std::string, repeated_work> works;
  std::vector<std::string> names;
  std::int64_t begin_us = 0;

  explicit side(const recorded_run& run) : begin_us(run.begin_us()) {
    for (const auto& x : done_work_of(run)) {
      auto& work = works[x.name];
      if (work.times == 0) names.push_back(x.name);
      work.add(x);
    }
  }
  [[nodiscard]] const repeated_work* find(const std::string& name) const {
    const auto found = works.find(name);
    return found == works.end() ? nullptr : &found->second;
  }
};

std::string times_text(int times) {
  return times == 1 ? "once" : fmt::format("{} times", times);
}

std::string results_text(const repeated_work& x) {
  std::vector<std::string> texts;
  for (const auto& [result, times] : x.results)
    texts.push_back(times == 1 ? result : fmt::format("{} (x{})", result, times));
  return fmt::format("{}", fmt::join(texts, ", "));
}

/// Marks the elements of a longest increasing subsequence of `x`, which has each number once.
std::vector<bool> in_longest_rise(const std::vector<std::size_t>& x) {
  // Patience sorting, in n log n. The elements outside the subsequence are the smallest set of pieces that
  // can have moved, so a single late task is not reported as a new order of all later tasks. `ends` has, for
  // each length, the end of the increasing subsequence with the smallest last number.
  std::vector<std::size_t> ends;
  std::vector<std::size_t> before(x.size(), x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const auto at = std::lower_bound(ends.begin(), ends.end(), i, [&](auto a, auto b) { return x[a] < x[b]; });
    if (at != ends.begin()) before[i] = *std::prev(at);
    if (at == ends.end())
      ends.push_back(i);
    else
      *at = i;
  }
  std::vector<bool> in(x.size());
  for (auto i = ends.empty() ? x.size() : ends.back(); i < x.size(); i = before[i]) in[i] = true;
  return in;
}

class comparison {
public:
  comparison(const recorded_run& a, const recorded_run& b) : a_(a), b_(b) {}

  [[nodiscard]] std::string text() {
    section("only in A", only_in(a_, b_));
    section("only in B", only_in(b_, a_));
    section("more often in one of them", other_times());
    section("other results", other_results());
    section("other order", other_order());
    section("slower in B", other_durations(true));
    section("faster in B", other_durations(false));
    return std::move(text_);
  }

private:
  void section(const char* title, const std::vector<std::string>& lines) {
    if (lines.empty()) return;
    if (!text_.empty()) text_ += '\n';
    text_ += fmt::format("{}:\n", title);
    for (std::size_t i = 0; i < lines.size() && i < lines_shown; ++i) text_ += "  " + lines[i] + "\n";
    if (lines.size() > lines_shown) text_ += fmt::format("  and {} more\n", lines.size() - lines_shown);
  }

  [[nodiscard]] static std::vector<std::string> only_in(const side& here, const side& there) {
    std::vector<std::string> lines;
    const time_words times(here.begin_us, here.begin_us);
    for (const auto& name : here.names) {
      if (there.find(name) != nullptr) continue;
      const auto& x = *here.find(name);
      lines.push_back(fmt::format("{:<24}  {:>9}  {}: {}", times.both(x.first_us),
                                  x.average_us() > 0 ? words_of_duration(x.average_us()) : "", name, results_text(x)));
    }
    return lines;
  }

  [[nodiscard]] std::vector<std::string> other_times() const {
    std::vector<std::string> lines;
    each_in_both([&](const std::string& name, const repeated_work& a, const repeated_work& b) {
      // If the results differ as well, the work is listed under "other results", with the number of each
      // result.
      if (a.times != b.times && has_same_results(a, b))
        lines.push_back(fmt::format("{}: {} in A, {} in B", name, times_text(a.times), times_text(b.times)));
    });
    return lines;
  }

  [[nodiscard]] std::vector<std::string> other_results() const {
    std::vector<std::string> lines;
    each_in_both([&](const std::string& name, const repeated_work& a, const repeated_work& b) {
      if (has_same_results(a, b) && (a.times != b.times || has_same_numbers(a, b))) return;
      lines.push_back(fmt::format("{}\n      A: {}\n      B: {}", name, results_text(a), results_text(b)));
    });
    return lines;
  }

  [[nodiscard]] static int times_of(const repeated_work& x, const std::string& result) {
    const auto found = x.places.find(result);
    return found == x.places.end() ? 0 : x.results[found->second].second;
  }
  [[nodiscard]] static bool has_same_results(const repeated_work& a, const repeated_work& b) {
    return a.results.size() == b.results.size()
           && std::all_of(a.results.begin(), a.results.end(), [&](const auto& x) { return times_of(b, x.first) > 0; });
  }
  [[nodiscard]] static bool has_same_numbers(const repeated_work& a, const repeated_work& b) {
    return std::all_of(a.results.begin(), a.results.end(),
                       [&](const auto& x) { return times_of(b, x.first) == x.second; });
  }

  /// The work that both runs have done, by line, in the order of run `x`.
  [[nodiscard]] std::map<std::string, std::vector<std::string>> common_lines(const side& x) const {
    std::map<std::string, std::vector<std::string>> lines;
    for (const auto& name : x.names) {
      const auto* a = a_.find(name);
      const auto* b = b_.find(name);
      if (a != nullptr && b != nullptr && !a->line.empty() && a->line == b->line) lines[a->line].push_back(name);
    }
    return lines;
  }

  /// The smallest set of pieces whose positions explain the other order.
  [[nodiscard]] std::vector<std::string> other_order() const {
    std::vector<std::string> found;
    const auto lines_of_b = common_lines(b_);
    for (const auto& [line, in_a] : common_lines(a_)) {
      const auto& in_b = lines_of_b.at(line);
      std::map<std::string, std::size_t> place_in_b;
      for (std::size_t i = 0; i < in_b.size(); ++i) place_in_b[in_b[i]] = i;
      std::vector<std::size_t> places;
      places.reserve(in_a.size());
      for (const auto& name : in_a) places.push_back(place_in_b.at(name));
      const auto stays = in_longest_rise(places);
      for (std::size_t i = 0; i < in_a.size(); ++i)
        if (!stays[i])
          found.push_back(
            fmt::format("{}\n      A: {}\n      B: {}", in_a[i], place_text(in_a, i), place_text(in_b, places[i])));
    }
    return found;
  }

  [[nodiscard]] static std::string place_text(const std::vector<std::string>& names, std::size_t i) {
    return i == 0 ? fmt::format("before {}", names[1]) : fmt::format("after {}", names[i - 1]);
  }

  [[nodiscard]] std::vector<std::string> other_durations(bool slower) const {
    std::vector<std::pair<std::int64_t, std::string>> found;
    each_in_both([&](const std::string& name, const repeated_work& a, const repeated_work& b) {
      if (a.timed == 0 || b.timed == 0) return;
      const auto more = b.average_us() - a.average_us();
      const auto difference = std::abs(more);
      if (more > 0 != slower || difference < least_difference_us
          || difference * 100 < std::min(a.average_us(), b.average_us()) * least_percent)
        return;
      found.emplace_back(-difference,
                         fmt::format("{:>+10.3f} s  {}: {} in A, {} in B{}", static_cast<double>(more) / 1e6, name,
                                     words_of_duration(a.average_us()), words_of_duration(b.average_us()),
                                     a.timed + b.timed > 2 ? " on average" : ""));
    });
    std::stable_sort(found.begin(), found.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
    std::vector<std::string> lines;
    for (auto& x : found) lines.push_back(std::move(x.second));
    return lines;
  }

  template <class Visit>
  void each_in_both(Visit visit) const {
    for (const auto& name : a_.names)
      if (const auto* b = b_.find(name); b != nullptr) visit(name, *a_.find(name), *b);
  }

  side a_;
  side b_;
  std::string text_;
};

} // namespace

std::string run_diff(const recorded_run& a, const recorded_run& b) {
  return comparison(a, b).text();
}

} // namespace trace::read
