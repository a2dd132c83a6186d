#pragma once

#include "base/error.hpp"

namespace core::webhooks {

/// Why a review has no decision, as metrics and traces name it.
enum class review_fault {
  hook,        ///< the hook has failed, or is not there any more
  answer,      ///< the hook has given no valid answer
  late,        ///< there was no answer in time
  unavailable, ///< objects that the hook needs are not known, or a part of the operator has ended
  crowded,     ///< too many reviews are on their way
  waits,       ///< the hook does not answer yet, or not any more
  off,         ///< no hook wants the webhook
  stopping,    ///< the operator stops
  no_path,     ///< no hooks convert objects between these versions
};

[[nodiscard]] constexpr const char* name(review_fault x) noexcept {
  switch (x) {
    case review_fault::hook: return "hook";
    case review_fault::answer: return "answer";
    case review_fault::late: return "late";
    case review_fault::unavailable: return "unavailable";
    case review_fault::crowded: return "crowded";
    case review_fault::waits: return "waits";
    case review_fault::off: return "off";
    case review_fault::stopping: return "stopping";
    case review_fault::no_path: return "no_path";
  }
  return "";
}

/// The fault behind the failed run of a hook.
[[nodiscard]] constexpr review_fault fault_of(base::error_code x) noexcept {
  if (x == base::error_code::timeout) return review_fault::late;
  if (x == base::error_code::unavailable) return review_fault::unavailable;
  if (x == base::error_code::cancelled) return review_fault::stopping;
  return x == base::error_code::invalid_input ? review_fault::answer : review_fault::hook;
}

/// The code of the answer to the API server (HTTP).
[[nodiscard]] constexpr int code_of(review_fault x) noexcept {
  constexpr int internal = 500;
  constexpr int unavailable = 503;
  constexpr int late = 504;
  switch (x) {
    case review_fault::hook:
    case review_fault::answer:
    case review_fault::no_path: return internal;
    case review_fault::late: return late;
    case review_fault::unavailable:
    case review_fault::crowded:
    case review_fault::waits:
    case review_fault::off:
    case review_fault::stopping: return unavailable;
  }
  return internal;
}

} // namespace core::webhooks
