#pragma once

#include "core/hooks/metric_batch.hpp"
#include "core/hooks/object_patch.hpp"
#include "core/webhooks/admission_answer.hpp"
#include "text/json/json.hpp"

namespace hook_cases {

/// An operation on an object: `operation`, `kind`, `name` and, where the hook gives them, `apiVersion`,
/// `namespace`, `subresource`, `object`, `patch`, `jqFilter`, `ignoreMissingObject`.
[[nodiscard]] text::json as_json(const core::hooks::object_operation& x);

/// An operation on a metric: `action`, `name`, `value`, `labels`, `group`, `buckets`, without empty members.
[[nodiscard]] text::json as_json(const core::hooks::metric_operation& x);

/// An answer to a review: `allowed`, `message`, `warnings`, and `patch` as a list of operations (RFC 6902).
[[nodiscard]] text::json as_json(const core::webhooks::admission_answer& x);

} // namespace hook_cases
