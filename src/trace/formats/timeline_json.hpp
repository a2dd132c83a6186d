#pragma once

#include "trace/formats/timeline.hpp"

#include <string>

namespace trace::formats {

/// A timeline as JSON for the page of `trace html`. No `<` is in it, so it may stand within a script element.
///
/// `{"begin_us", "run_begin_us", "end_us", "lanes": [[group, name, rows]], "spans": [...], "texts": [...]}`.
/// A span is `[lane, row, time, duration, result, label, text, details, causes]`: times in microseconds, from
/// the begin; result as `timeline_result`; label and text as places in `texts`; lists of such places and of
/// places of spans, 0 for an absent text.
[[nodiscard]] std::string timeline_json(const timeline& x);

} // namespace trace::formats
