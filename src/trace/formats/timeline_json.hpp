#pragma once

#include "trace/formats/timeline.hpp"

#include <string>

namespace trace::formats {

/// A timeline as JSON for the page of `trace html`. It contains no `<`, so it may stand within a script
/// element.
///
/// `{"begin_us", "run_begin_us", "end_us", "lanes": [[group, name, rows]], "spans": [...], "texts": [...]}`.
/// A span is `[lane, row, time, duration, result, label, text, details, causes]`. `partial_from_us`,
/// `program` and `cluster` come before `lanes` if the timeline has them. Times of spans are microseconds
/// since `begin_us`; the result is a number of `timeline_result`. Label, text and details are positions in
/// `texts`, causes are positions in `spans`; an empty list is written as 0.
[[nodiscard]] std::string timeline_json(const timeline& x);

} // namespace trace::formats
