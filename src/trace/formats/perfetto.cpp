#include "trace/formats/perfetto.hpp"

#include "text/json/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trace::formats {

namespace {

/// The shortest shown duration: a flow ends inside of a slice, and a slice without duration has no inside.
constexpr std::int64_t least_duration_us = 1;

/// The position of a row: processes and threads have numbers.
struct row_numbers {
  std::size_t process = 0;
  std::size_t first_thread = 0;
};

class perfetto_text {
public:
  explicit perfetto_text(const timeline& x) : line_(x) {}

  [[nodiscard]] std::string text() {
    out_.open('{');
    out_.member("displayTimeUnit", "ms");
    out_.key("traceEvents");
    out_.open('[');
    name_rows();
    for (const auto& span : line_.spans) add_slice(span);
    std::size_t flow = 0;
    for (const auto& span : line_.spans)
      for (const auto cause : span.causes) add_flow(line_.spans[cause], span, ++flow);
    out_.close(']');
    out_.close('}');
    return out_.take() + "\n";
  }

private:
  void name_rows() {
    std::size_t thread = 0;
    for (std::size_t i = 0; i < line_.lanes.size(); ++i) {
      const auto& lane = line_.lanes[i];
      const bool is_new = i == 0 || lane.group != line_.lanes[i - 1].group;
      const auto process = i == 0 ? 1 : numbers_.back().process + (is_new ? 1 : 0);
      numbers_.push_back({process, thread + 1});
      if (is_new) name("process", lane.group, process, 0);
      for (std::size_t row = 0; row < lane.rows; ++row)
        name("thread", row == 0 ? lane.name : fmt::format("{} ({})", lane.name, row + 1), process, ++thread);
    }
  }

  /// Writes a name, and a number by which viewers sort instead of the name.
  void name(const char* what, const std::string& text, std::size_t process, std::size_t thread) {
    const auto number = thread == 0 ? process : thread;
    for (const bool is_name : {true, false}) {
      out_.open('{');
      out_.key("args");
      out_.open('{');
      if (is_name)
        out_.member("name", text);
      else
        integer("sort_index", static_cast<std::int64_t>(number));
      out_.close('}');
      out_.member("name", fmt::format("{}_{}", what, is_name ? "name" : "sort_index"));
      out_.member("ph", "M");
      place(process, thread);
      out_.close('}');
    }
  }

  void add_slice(const timeline_span& x) {
    out_.open('{');
    out_.key("args");
    out_.open('{');
    if (!x.details.empty()) {
      out_.key("details");
      out_.open('[');
      for (const auto& line : x.details) out_.string(line);
      out_.close(']');
    }
    integer("id", static_cast<std::int64_t>(x.id));
    out_.member("result", formats::name(x.result));
    out_.member("what", x.text);
    out_.close('}');
    out_.member("cat", line_.lanes[x.lane].group);
    integer("dur", std::max(x.duration_us, least_duration_us));
    out_.member("name", x.label);
    out_.member("ph", "X");
    place_of(x);
    integer("ts", x.time_us - line_.run_begin_us);
    out_.close('}');
  }

  void add_flow(const timeline_span& from, const timeline_span& to, std::size_t number) {
    for (const bool is_begin : {true, false}) {
      out_.open('{');
      // "bp": "e" ends the flow in the slice at this time; without it viewers choose the next slice.
      if (!is_begin) out_.member("bp", "e");
      out_.member("cat", "cause");
      integer("id", static_cast<std::int64_t>(number));
      out_.member("name", "cause");
      out_.member("ph", is_begin ? "s" : "f");
      place_of(is_begin ? from : to);
      integer("ts", (is_begin ? from : to).time_us - line_.run_begin_us);
      out_.close('}');
    }
  }

  void place_of(const timeline_span& x) { place(numbers_[x.lane].process, numbers_[x.lane].first_thread + x.row); }
  void place(std::size_t process, std::size_t thread) {
    integer("pid", static_cast<std::int64_t>(process));
    integer("tid", static_cast<std::int64_t>(thread));
  }
  void integer(std::string_view key, std::int64_t value) {
    out_.key(key);
    out_.raw(std::to_string(value));
  }

  const timeline& line_;
  text::json_text out_;
  std::vector<row_numbers> numbers_; ///< of each lane
};

} // namespace

std::string perfetto_trace(const timeline& x) {
  return perfetto_text(x).text();
}

} // namespace trace::formats
