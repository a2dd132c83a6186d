#pragma once

#include "actors/messages/observation.hpp"
#include "core/webhooks/admission_review.hpp"
#include "core/webhooks/conversion_review.hpp"
#include "core/webhooks/review_fault.hpp"
#include "core/webhooks/webhook_book.hpp"
#include "trace/event.hpp"

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

/// The span of an answered review, for traces. It has kind and name of the object, and no content.
[[nodiscard]] trace::event span_of(const core::webhooks::webhook_book::entry& of,
                                   const core::webhooks::admission_review& review, const review_end& end);

/// The span of an answered conversion, with the number of its objects.
[[nodiscard]] trace::event span_of(const std::string& definition, const core::webhooks::conversion_review& review,
                                   const review_end& end);

} // namespace actors::webhooks
