#pragma once

#include "trace/event.hpp"

#include <string>
#include <string_view>

namespace trace {

/// Makes a summary that a trace may hold: the first line of the text, of bounded length, with names in it but
/// no content.
///
/// Summaries of failures repeat messages of hooks, helm, jq and the API server, which may hold a piece of a
/// Secret or of values. A text has no kinds and no schemas, so every part that looks like content is replaced
/// by `<redacted>`:
///
/// - a JSON object or list, also if it is cut off, but not the rule for a missing right, which consists of
///   names;
/// - a value behind a key that names a secret (`password=…`, `"apiToken": …`), behind `got` and behind
///   `Invalid value:`, as in messages about wrong values;
/// - all words that a jq filter reports: an expression like `error(.data.token)` reports the value alone;
/// - the excerpts of a request that the API server's decoder puts between `...|` and `|...`.
[[nodiscard]] std::string redacted_summary(std::string_view text);

/// Removes content from an event that leaves the operator: from its summary and its facts. Values in
/// `changes` have no secrets.
void redact(event& x);

} // namespace trace
