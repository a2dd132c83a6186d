#include "trace/read/run_report.hpp"

#include "base/excerpt.hpp"
#include "base/utc_time.hpp"
#include "text/plain/wrapped_text.hpp"
#include "trace/read/cause_story.hpp"
#include "trace/read/event_identity.hpp"
#include "trace/read/event_text.hpp"
#include "trace/read/folded_blocks.hpp"
#include "trace/read/report_lines.hpp"
#include "trace/read/reviews.hpp"
#include "trace/read/run_blocks.hpp"
#include "trace/read/time_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace trace::read {

namespace {

constexpr std::size_t causes_shown = 8;
constexpr std::size_t refusals_shown = 5;
/// A line may have values or a failure of any length.
constexpr std::size_t rows_of_line = 8;

// Codes of a terminal (ECMA-48, SGR).
constexpr std::string_view plain = "";
constexpr std::string_view title_style = "1";
constexpr std::string_view cause_style = "2";
constexpr std::string_view failure_style = "31";

/// A line as it is shown: its begin stays whole, and its text may be broken.
struct shown_line {
  std::string begin;
  std::string text;
  std::string_view style;
};

/// A part of a block that may repeat itself: the work between two beginnings of a reload.
struct report_round {
  std::vector<shown_line> lines;
  std::string identity;
  std::int64_t time_us = 0;
  std::set<std::string> changes{}; ///< of values, each with its author
};

class report_writer {
public:
  report_writer(const recorded_run& run, const report_filter& part)
    : run_(run), part_(part), story_(run), times_(run), open_(open_programs_by_request(run)) {}

  [[nodiscard]] std::string write() {
    const auto blocks = blocks_of(run_);
    note_causes(blocks);
    folded_blocks reported(base::utc_date_text(run_.begin_us()));
    for (const auto& block : blocks) {
      begin_block(block);
      write_block(block, report_lines(run_, block, part_, open_));
      const auto time_us = first_of(block).time_us;
      reported.add({std::exchange(text_, {}), times_.both(time_us), base::utc_date_text(time_us)});
    }
    return reported.take();
  }

  [[nodiscard]] std::string write_news(report_news& news) {
    for (const auto& block : blocks_of(run_)) {
      const auto lines = report_lines(run_, block, part_, open_, &news.events);
      if (lines.empty()) continue;
      begin_block(block);
      const auto before = std::exchange(news.block, first_of(block).id);
      const bool goes_on = before == news.block;
      if (!goes_on && before != 0) text_ += '\n';
      if (!block.reviews.empty()) {
        write_reviews(lines);
        continue;
      }
      if (block.requests.empty()) {
        show({times_.both(lines.front().time_us) + "  ", lines.front().text, title_style});
        continue;
      }
      if (!goes_on) write_head(block);
      note_reported_causes(block, news);
      write_lines(lines);
    }
    return std::move(text_);
  }

private:
  [[nodiscard]] static const event& first_of(const run_block& block) {
    if (!block.reviews.empty()) return *block.reviews.front();
    return block.requests.empty() ? *block.parts.front() : *block.requests.front();
  }

  /// Times of a block have no date if they are of the day on which it begins.
  void begin_block(const run_block& block) {
    times_ = time_words(run_.begin_us(), first_of(block).time_us);
    reported_causes_.clear();
  }

  /// Notes the causes that earlier reports of this block have named, so that the next report does not repeat
  /// them.
  void note_reported_causes(const run_block& block, const report_news& news) {
    static_cast<void>(new_causes(asked_of(block)));
    for (const auto* request : block.requests)
      if (is_reload_step(*request) && !news.events.contains(request->id)) static_cast<void>(new_causes(*request));
  }

  /// Notes the events that the report of another event names as its cause: they need no report of their own.
  void note_causes(const std::vector<run_block>& blocks) {
    for (const auto& block : blocks)
      for (const auto* request : block.requests)
        for (const auto* cause : story_.nearest(*request)) written_as_cause_.insert(cause);
    // A commit is reported in place of the edit of the ConfigMap that has led to it.
    const auto edits = run_.nearest([](const event& x) { return x.type == "config_changed"; });
    for (const auto& x : run_.events())
      if (x.type == trace_span::values_commit)
        if (const auto* edit = edits[run_.index_of(x)]; edit != nullptr) written_as_cause_.insert(edit);
  }

  void show(const shown_line& x) {
    const auto indent = std::min(text::width_of(x.begin), part_.width / 2);
    const auto room = rows_of_line * (part_.width - indent);
    const bool fits = part_.width == 0 || x.text.size() <= room;
    const auto text = fits ? x.text : fmt::format("{}…", base::first_bytes(x.text, room));
    const bool is_coloured = part_.is_coloured && !x.style.empty();
    if (is_coloured) text_ += fmt::format("\033[{}m", x.style);
    text_ += x.begin;
    text_ += part_.width == 0 ? text
                              : text::wrapped(text, {.columns = part_.width,
                                                     .indent = x.style == title_style ? title_indent : indent,
                                                     .begin = text::width_of(x.begin)});
    if (is_coloured) text_ += "\033[0m";
    text_ += '\n';
  }

  void write_block(const run_block& block, const std::vector<report_line>& lines) {
    if (lines.empty()) return;
    if (!block.reviews.empty()) return write_reviews(lines);
    if (block.requests.empty()) return tell_commit(*block.parts.front());
    write_head(block);
    write_lines(lines);
  }

  /// Reviews by the same webhook share a title. Below it stand the last reviews without consent.
  void write_reviews(const std::vector<report_line>& lines) {
    std::vector<const event*> reviews;
    std::vector<const report_line*> refusals;
    for (const auto& x : lines) {
      reviews.push_back(x.event);
      if (x.is_failure) refusals.push_back(&x);
    }
    auto title = words_of_reviews(reviews);
    if (lines.size() > 1) title += fmt::format(", the last one at {}", times_.both(lines.back().time_us));
    show({times_.both(lines.front().time_us) + "  ", title, title_style});
    if (lines.size() == 1) return;
    const auto shown = std::min(refusals.size(), refusals_shown);
    if (shown < refusals.size()) show({"  ", fmt::format("… {} earlier, and", refusals.size() - shown), cause_style});
    for (auto at = refusals.end() - static_cast<std::ptrdiff_t>(shown); at != refusals.end(); ++at)
      show({begin_of(**at), (*at)->text, failure_style});
  }

  [[nodiscard]] static const event& asked_of(const run_block& block) {
    const auto reload =
      std::find_if(block.requests.begin(), block.requests.end(), [](const event* x) { return is_reload_step(*x); });
    return reload != block.requests.end() ? **reload : *block.requests.front();
  }

  /// The title of a block, and its causes.
  void write_head(const run_block& block) {
    const auto& asked = asked_of(block);
    show({times_.both(first_of(block).time_us) + "  ", subject_of(asked), title_style});
    for (const auto& [cause, identity] : new_causes(asked)) show({"  because ", cause, cause_style});
  }

  void write_lines(const std::vector<report_line>& lines) {
    std::vector<report_round> rounds(1);
    for (const auto& x : lines) {
      if (!is_reload_step(*x.event)) {
        rounds.back().lines.push_back({begin_of(x), x.text, x.is_failure ? failure_style : plain});
        rounds.back().identity += identity_of(*x.event) + (x.is_failure ? " failed\n" : "\n");
        if (x.event->type == trace_span::values_commit) rounds.back().changes.insert(words_of_changed_keys(*x.event));
        continue;
      }
      const auto causes = new_causes(*x.event);
      if (!causes.empty()) rounds.push_back({.lines = {}, .identity = "begins again\n", .time_us = x.time_us});
      for (const auto& [cause, identity] : causes) {
        rounds.back().lines.push_back(
          {fmt::format("  {}  it begins again, because ", times_.clock(x.time_us)), cause, cause_style});
        rounds.back().identity += identity + "\n";
      }
    }
    write_rounds(rounds);
  }

  /// Rounds that do the same as the round before are counted, if that takes less room than to report them.
  void write_rounds(const std::vector<report_round>& rounds) {
    for (std::size_t i = 0; i < rounds.size();) {
      auto end = i + 1;
      while (end < rounds.size() && rounds[end].identity == rounds[i].identity) ++end;
      const bool is_folded = end - i > 2;
      for (auto at = i; at < (is_folded ? i + 1 : end); ++at)
        for (const auto& line : rounds[at].lines) show(line);
      if (is_folded)
        show(
          {"  ",
           fmt::format(
             "… and {} more rounds like this, the last one at {}{}", end - i - 1, times_.both(rounds[end - 1].time_us),
             rounds[i].changes.empty() ? "" : fmt::format(", each because {}", fmt::join(rounds[i].changes, ", and "))),
           cause_style});
      i = end;
    }
  }

  /// A commit outside any task is listed only if no other report names it as a cause. A change of the lead is
  /// listed in any case.
  void tell_commit(const event& x) {
    if (x.type == "leadership_changed") return show({times_.both(x.time_us) + "  ", words_of(x), title_style});
    if (written_as_cause_.contains(&x)) return;
    show({times_.both(x.time_us) + "  ", x.type == "config_changed" ? words_of(x, nullptr) : words_of_part(x),
          title_style});
    show({"  ", "nothing followed", plain});
  }

  /// The nearest causes that were not reported before in this block, each with its identity.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> new_causes(const event& request) {
    std::vector<std::pair<std::string, std::string>> causes;
    std::size_t more = 0;
    for (const auto* cause : story_.nearest(request)) {
      auto words = is_request_of_queue(*cause) ? subject_of(*cause) : words_of(*cause, run_.writer_of(*cause));
      if (cause->fact("source") == "start")
        words = "the operator was started";
      else if (const auto changes = words_of_changes(*cause, 3); !changes.empty())
        words += fmt::format(": {}", fmt::join(changes, ", "));
      // Runs of the same task have the same words, but each of them is a separate cause.
      const auto which = is_request_of_queue(*cause) ? std::to_string(cause->id) : std::string();
      if (!reported_causes_.insert(words + which).second) continue;
      if (causes.size() < causes_shown)
        causes.emplace_back(std::move(words), identity_of(*cause));
      else
        ++more;
    }
    if (more > 0) causes.emplace_back(fmt::format("of {} more", more), "more");
    return causes;
  }

  [[nodiscard]] static std::string subject_of(const event& request) {
    return is_reload_step(request) ? words_of_run(request, nullptr)
                                   : words_of_task(request) + " in queue " + std::string(request.fact("queue"));
  }

  [[nodiscard]] std::string begin_of(const report_line& x) const {
    return fmt::format("  {}  {:>9}  {:>2}  {}", times_.clock(x.time_us),
                       x.duration_us > 0 ? words_of_duration(x.duration_us) : "",
                       x.step == 0 ? "" : std::to_string(x.step), std::string(2 * x.depth, ' '));
  }

  static constexpr std::size_t title_indent = 4;

  const recorded_run& run_;
  const report_filter& part_;
  cause_story story_;
  time_words times_;
  open_by_request open_;
  std::string text_; ///< of the block that is being reported
  std::set<std::string> reported_causes_;
  std::set<const event*> written_as_cause_;
};

} // namespace

std::string run_report(const recorded_run& run, const report_filter& part) {
  return report_writer(run, part).write();
}

std::string report_of_news(const recorded_run& run, const report_filter& part, report_news& news) {
  return report_writer(run, part).write_news(news);
}

} // namespace trace::read
