#pragma once

#include "base/error.hpp"
#include "core/bindings/snapshot.hpp"
#include "text/json/json_text.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace core::webhooks {

/// The objects of a hook's kubernetes bindings, by binding name.
using review_snapshots = std::map<std::string, bindings::known_objects, std::less<>>;

/// Appends the member `snapshots` of a review's context, with the bindings of `names`; nothing without names.
/// Error: `unavailable` if the objects of a binding are not known. Above `bytes_max` further bindings are
/// left out, so that `context_within` refuses the text.
[[nodiscard]] base::result<void> append_snapshots(text::json_text& out, const std::vector<std::string>& names,
                                                  const review_snapshots& snapshots, std::size_t bytes_max);

/// The text of a context; `invalid_input` if it is longer than `bytes_max`.
[[nodiscard]] base::result<text::text_pieces> context_within(text::json_text out, std::size_t bytes_max);

} // namespace core::webhooks
