#pragma once

#include "actors/framework/actor.hpp"
#include "actors/messages/interfaces.hpp"
#include "base/error.hpp"
#include "core/webhooks/conversion_answer.hpp"
#include "core/webhooks/conversion_book.hpp"
#include "core/webhooks/conversion_review.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace actors::messages {

/// An owner has loaded its hooks, and names their conversions, in place of its earlier conversions. They
/// count until the operator ends, also while the owner is off.
struct claim_conversions {
  base::origin origin;
  std::string module; ///< empty: the global hooks
  hook_owner_actor owner;
  std::vector<core::webhooks::hook_conversion> conversions;
  supervisor_actor supervisor; ///< gets problems with the certificate
};
struct conversions_claimed {
  base::origin origin;
  std::string why_not; ///< conversions are not served, for people; empty: they are served
};

/// Asks a hook to convert objects. Answered before the deadline, or a moment after it.
struct conversion_asked {
  base::origin origin;
  std::string hook;
  core::bindings::conversion_ptr binding;
  core::bindings::conversion_step step;                                          ///< as in the hook's configuration
  std::shared_ptr<const core::webhooks::conversion_review> review;               ///< without its objects
  std::shared_ptr<const std::vector<core::webhooks::conversion_object>> objects; ///< of the version `step.from`
  std::int64_t deadline_us = 0;                                                  ///< of the steady clock
  bool is_repeated = false; ///< the same review was answered before, see `core::webhooks::seen_reviews`
};
struct conversion_answered {
  base::origin origin;
  base::result<std::shared_ptr<const core::webhooks::conversion_answer>> answer; ///< failure: there is no answer
};

/// INTERNAL: jq programs go on with their objects.
struct jq_conversions_due {
  base::origin origin;
};

/// Asks a MODULE to run its hooks with `--config`, and to claim their conversions. Objects of the module may
/// be in the cluster while the module is off, or before its first run.
struct offer_conversions {
  base::origin origin;
};
struct conversions_offered {
  base::origin origin;
};

inline std::string summary(const claim_conversions& x) {
  return std::to_string(x.conversions.size()) + " conversions of " + (x.module.empty() ? "global hooks" : x.module);
}
inline std::string summary(const conversions_claimed& x) {
  return x.why_not.empty() ? std::string("claimed") : x.why_not;
}
inline std::string summary(const conversion_asked& x) {
  return std::to_string(x.objects->size()) + " objects of " + x.binding->definition + " from " + x.step.from + " to "
         + x.step.to;
}
inline std::string summary(const conversion_answered& x) {
  if (!x.answer) return "no answer: " + x.answer.error().message;
  return (*x.answer)->failure.empty() ? "converted" : "refused";
}

} // namespace actors::messages

ACTORS_MESSAGE(actors::messages::claim_conversions)
ACTORS_MESSAGE(actors::messages::conversions_claimed)
ACTORS_MESSAGE(actors::messages::conversion_asked)
ACTORS_MESSAGE(actors::messages::conversion_answered)
ACTORS_MESSAGE(actors::messages::jq_conversions_due)
ACTORS_MESSAGE(actors::messages::offer_conversions)
ACTORS_MESSAGE(actors::messages::conversions_offered)
