#include "cli/trace_tail.hpp"

#include "cli/read_trace.hpp"
#include "sys/log/screen.hpp"
#include "trace/read/lifecycle_listing.hpp"
#include "trace/read/recorded_run.hpp"
#include "trace/read/run_report.hpp"
#include "trace/read/time_words.hpp"
#include "trace/read/trace_file.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cli {

namespace {

constexpr int interrupted = 130;
/// The number of events that are kept to name the causes of new events. A cause that is older than these
/// events is not named. All kept events are read again for each answer.
constexpr std::size_t known_max = 20'000;

/// The events of a run that have come so far.
class seen_run {
public:
  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }

  /// Adds new lines. @returns the number of new events
  std::size_t add(trace::read::trace_file part) {
    // A smaller count than before shows that another operator answers, which counts anew.
    if (part.before < count_) events_.clear();
    missed_ = part.before > count_ ? part.before - count_ : 0;
    began_us_ = part.began_us;
    count_ = part.before + part.events.size();
    if (events_.size() > known_max)
      events_.erase(events_.begin(), events_.end() - static_cast<std::ptrdiff_t>(known_max / 2));
    for (auto& event : part.events) events_.push_back(std::move(event));
    return part.events.size();
  }
  [[nodiscard]] const std::vector<trace::event>& events() const noexcept { return events_; }
  /// The number of events that the operator's memory has lost between the last two answers.
  [[nodiscard]] std::uint64_t missed() const noexcept { return missed_; }
  [[nodiscard]] std::optional<std::int64_t> began_us() const noexcept { return began_us_; }

private:
  std::vector<trace::event> events_;
  std::uint64_t count_ = 0; ///< of the run, from its start
  std::uint64_t missed_ = 0;
  std::optional<std::int64_t> began_us_;
};

std::string remark_on(std::uint64_t missed) {
  if (missed == 0) return {};
  return fmt::format("... {} events are missing: they came faster than they were asked for, and have gone from the "
                     "operator's memory (--trace-memory)\n",
                     missed);
}

/// Shows new events in the form that was asked for.
class news_writer {
public:
  explicit news_writer(const trace_tail_command& x) : command_(x) {
    part_.width = x.width;
    part_.is_coloured = x.is_coloured;
  }

  [[nodiscard]] std::string text_of(const seen_run& seen, std::size_t added) {
    const auto& events = seen.events();
    const auto known = events.size() - added;
    if (command_.detail != trace_order_detail::told)
      return trace::read::lifecycle_lines(events, known,
                                          command_.detail == trace_order_detail::everything
                                            ? trace::read::trace_detail::everything
                                            : trace::read::trace_detail::lifecycle,
                                          seen.began_us());
    if (added == 0) return {};
    news_.events.clear();
    for (auto i = known; i < events.size(); ++i) news_.events.insert(events[i].id);
    const trace::read::recorded_run run(events, seen.began_us());
    auto text = trace::read::report_of_news(run, part_, news_);
    if (text.empty() || std::exchange(has_head_, true)) return text;
    return trace::read::time_words(run).head() + "\n" + text;
  }

private:
  trace_tail_command command_;
  trace::read::report_filter part_{};
  trace::read::report_news news_{};
  bool has_head_ = false;
};

} // namespace

exit_with tail(const trace_tail_command& x,
               const std::function<base::result<std::string>(const std::string& query)>& fetch,
               const std::function<bool(const std::string& lines)>& show) {
  seen_run seen;
  news_writer writer(x);
  // The first answer has earlier events. They are used to name causes, and are not shown.
  for (bool is_first = true;; is_first = false) {
    const auto text = fetch(is_first ? std::string() : "after=" + std::to_string(seen.count()) + "&wait=true");
    if (!text) return {1, "addon-operator: " + text.error().message + "\n"};
    const auto added = seen.add(trace::read::parse_trace(*text));
    if (is_first) continue;
    // An empty text is written, too, because only a failed write shows that the reader has gone.
    if (!show(remark_on(seen.missed()) + writer.text_of(seen, added))) return {};
  }
}

exit_with tail_on_stdout(const trace_tail_command& x) {
  sys::log::exit_on_interrupt(interrupted);
  auto shown = x;
  shown.width = sys::log::columns_of_stdout().value_or(0);
  shown.is_coloured = sys::log::stdout_shows_colours();
  return tail(
    shown, [&](const std::string& query) { return fetch_trace(x.source.socket, query); },
    [](const std::string& lines) {
      return std::fputs(lines.c_str(), stdout) >= 0 && std::fflush(stdout) == 0
             && sys::log::wait_while_stdout_is_read(std::chrono::milliseconds(0));
    });
}

} // namespace cli
