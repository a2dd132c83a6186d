#pragma once

#include <string_view>

namespace cli {

/// The page of `trace html`, made of the files in `trace_page/`: the text before the data of a run, and the
/// text after it.
/// Why so: docs/decisions/a-trace-page-beside-perfetto.md
extern const std::string_view trace_page_before_data;
extern const std::string_view trace_page_behind_data;

} // namespace cli
