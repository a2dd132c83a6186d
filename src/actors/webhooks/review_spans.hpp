#pragma once

#include "actors/messages/observation.hpp"
#include "core/webhooks/admission_review.hpp"
#include "core/webhooks/conversion_review.hpp"
#include "core/webhooks/review_fault.hpp"
#include "core/webhooks/webhook_book.hpp"
#include "trace/event.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace actors::webhooks {

/// The end of a review.
struct review_end {
  const char* outcome;                                 ///< `allowed`, `refused`, `converted` or `failed`
  std::string reason{};                                ///< in the words of the hook, or of the operator; may be empty
  std::optional<core::webhooks::review_fault> fault{}; ///< of a review that has failed
};

/// Adds the end to the counters of reviews. @param labels without the outcome
void count_end(messages::update_metrics& to, core::metrics::metric_labels labels, const review_end& end);

/// Objects that a conversion has converted, by the source of their results.
struct converted_objects {
  std::size_t hook = 0; ///< a run of a hook, perhaps beside jq programs
  std::size_t jq = 0;   ///< jq programs alone
  std::size_t kept = 0; ///< a result that was kept
};

/// Adds the objects to the counter of converted objects. @param labels without the source
void count_objects(messages::update_metrics& to, const core::metrics::metric_labels& labels,
                   const converted_objects& objects);

/// The span of an answered review, for traces. It has kind and name of the object, and no content.
[[nodiscard]] trace::event span_of(const core::webhooks::webhook_book::entry& of,
                                   const core::webhooks::admission_review& review, const review_end& end);

/// The span of an answered conversion.
/// @param objects their number, because `review` may have given its objects away
[[nodiscard]] trace::event span_of(const std::string& definition, const core::webhooks::conversion_review& review,
                                   std::size_t objects, const review_end& end);

} // namespace actors::webhooks
