#pragma once

#include "core/bindings/selector.hpp"
#include "core/hooks/document_reader.hpp"

namespace core::hooks {

/// Reads a label selector: `matchLabels`, and `matchExpressions` with `key`, `operator`, `values`. Keys and
/// values are checked by the rules of Kubernetes, so that the API server accepts the query.
[[nodiscard]] bindings::label_selector read_label_selector(document_reader reader);

/// Reads a label selector of v0, where `operator` may also be spelled `operation`.
[[nodiscard]] bindings::label_selector read_label_selector_v0(document_reader reader);

/// Reads `matchExpressions` of a field selector: `field`, `operator`, `value`.
[[nodiscard]] bindings::field_selector read_field_selector(document_reader reader);

} // namespace core::hooks
