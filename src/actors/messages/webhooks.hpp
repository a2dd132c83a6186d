#pragma once

#include "actors/framework/actor.hpp"
#include "actors/messages/interfaces.hpp"
#include "base/error.hpp"
#include "core/webhooks/admission_answer.hpp"
#include "core/webhooks/admission_review.hpp"
#include "core/webhooks/known_owners.hpp"
#include "core/webhooks/webhook_book.hpp"
#include "core/webhooks/webhook_wish.hpp"
#include "text/plain/text_pieces.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace actors::messages {

/// An owner has loaded its hooks, and claims the names of their webhooks, in place of its earlier claims. No
/// review is answered until `open_webhooks`.
struct claim_webhooks {
  base::origin origin;
  std::string module; ///< empty: the global hooks
  hook_owner_actor owner;
  std::vector<core::webhooks::hook_webhook> webhooks;
  supervisor_actor supervisor; ///< gets problems with the certificate
  bool are_all_known = true;   ///< false: some hooks of the owner are left out, and may have further webhooks
  /// The hook files that have answered `--config` without a doubt; empty: the owner is off, or is deleted.
  std::optional<core::webhooks::asked_files> asked{};
};
struct webhooks_claimed {
  base::origin origin;
  /// By hook: webhooks are not served, or a name belongs to another hook. Such a hook has no claim.
  std::map<std::string, base::error> refused;
};

/// The owner answers reviews from now on.
struct open_webhooks {
  base::origin origin;
  std::string module;
  std::string hook;      ///< empty: all hooks of the owner
  std::string webhook{}; ///< its name; empty: all webhooks of the hook
};
/// The owner answers no reviews any more, because its hooks are about to end.
struct close_webhooks {
  base::origin origin;
  std::string module;
};

/// Asks a hook for its decision about a request. Answered before the deadline, or a moment after it.
struct review_asked {
  base::origin origin;
  std::string hook;
  core::bindings::webhook_ptr binding;
  std::shared_ptr<const core::webhooks::admission_review> review;
  std::int64_t deadline_us = 0; ///< of the steady clock
  bool is_repeated = false;     ///< the same review was answered before, see `core::webhooks::seen_reviews`
};
struct review_answered {
  base::origin origin;
  base::result<core::webhooks::admission_answer> answer; ///< failure: there is no decision
};

/// INTERNAL: a review that waits for objects may have reached its deadline.
struct review_wait_over {
  base::origin origin;
};

/// The certificate of the HTTPS listener has become usable or unusable.
struct certificate_changed {
  base::origin origin;
  std::string why_not; ///< empty: it can be used
};

/// The operator stops: for some seconds reviews still come, because the endpoints of a Service follow the end
/// of a Pod late. Answered at once if no hook has webhooks or conversions; else after half of `time_max`, if
/// no review is under way then; else after the last review, within `time_max`.
struct drain_reviews {
  base::origin origin;
  std::chrono::milliseconds time_max{10000}; ///< until the answer
};
struct reviews_drained {
  base::origin origin;
};

/// The WEBHOOK REGISTRAR gets `webhooks_wanted`, now and after each change. Sent again after each discovery.
struct know_registrar {
  base::origin origin;
  webhook_registrar_actor registrar;
  std::set<std::string> owners; ///< all modules, and the empty name for the global hooks; later none
  /// See `core::webhooks::known_owners`; empty: no discovery has ended yet.
  std::optional<std::set<std::string>> switched_off{};
};
struct webhooks_wanted {
  base::origin origin;
  std::shared_ptr<const core::webhooks::webhook_wish> wish;
};

/// INTERNAL: the WEBHOOK REGISTRAR looks at its objects again. Ignored unless `number` is the last number.
struct registration_due {
  base::origin origin;
  std::uint64_t number = 0;
};

/// INTERNAL: the next part of the drain is due.
struct drain_step_due {
  base::origin origin;
};

/// INTERNAL: the deadline of a review is over.
struct review_late {
  base::origin origin;
  std::uint64_t review = 0;
};

/// The review for which a hook runs.
struct review_run {
  core::bindings::webhook_ptr binding; ///< null: the hook converts objects
  std::string operation;               ///< of the request: CREATE
  bool is_dry_run = false;             ///< the hook's operations on objects are left out
  std::int64_t deadline_us = 0;
  core::webhooks::review_client client{};
  hook_owner_actor owner{}; ///< makes the binding context when the run begins, see `make_review_context`
  std::uint64_t number = 0; ///< of the run, for its owner
  bool is_repeated = false; ///< the hook's operations on objects are left out, because an earlier run had the same
};

/// Asks the owner of a hook for the binding context of a review that begins to run now. A review that waits
/// for its turn holds its own object alone, because contexts have whole snapshots.
struct make_review_context {
  base::origin origin;
  std::uint64_t number = 0; ///< of the run, as in `review_run`
};
struct review_context_made {
  base::origin origin;
  base::result<std::shared_ptr<const text::text_pieces>> context; ///< failure: the hook cannot run
};

/// INTERNAL: failures of reviews without a line in the log are due to be counted in one.
struct failures_due {
  base::origin origin;
};

/// INTERNAL: the time of a review is over in which its input files may wait for room.
struct review_room_due {
  base::origin origin;
  std::uint64_t run = 0; ///< of the HOOK RUNNER
};

inline std::string summary(const claim_webhooks& x) {
  return std::to_string(x.webhooks.size()) + " webhooks of " + (x.module.empty() ? "global hooks" : x.module);
}
inline std::string summary(const webhooks_wanted& x) {
  return std::to_string(x.wish->webhooks.size()) + (x.wish->is_complete ? " webhooks" : " webhooks, and more to come");
}
inline std::string summary(const webhooks_claimed& x) {
  return x.refused.empty() ? std::string("claimed") : x.refused.begin()->second.message;
}
inline std::string summary(const certificate_changed& x) {
  return x.why_not.empty() ? std::string("usable") : x.why_not;
}
inline std::string summary(const review_context_made& x) {
  return x.context ? "made" : x.context.error().message;
}
inline std::string summary(const review_asked& x) {
  return x.review->subject;
}
inline std::string summary(const review_answered& x) {
  if (!x.answer) return "no decision: " + x.answer.error().message;
  return x.answer->allowed ? "allowed" : "refused";
}

} // namespace actors::messages

ACTORS_MESSAGE(actors::messages::claim_webhooks)
ACTORS_MESSAGE(actors::messages::webhooks_claimed)
ACTORS_MESSAGE(actors::messages::open_webhooks)
ACTORS_MESSAGE(actors::messages::close_webhooks)
ACTORS_MESSAGE(actors::messages::certificate_changed)
ACTORS_MESSAGE(actors::messages::drain_reviews)
ACTORS_MESSAGE(actors::messages::reviews_drained)
ACTORS_MESSAGE(actors::messages::drain_step_due)
ACTORS_MESSAGE(actors::messages::know_registrar)
ACTORS_MESSAGE(actors::messages::webhooks_wanted)
ACTORS_MESSAGE(actors::messages::registration_due)
ACTORS_MESSAGE(actors::messages::review_asked)
ACTORS_MESSAGE(actors::messages::review_answered)
ACTORS_MESSAGE(actors::messages::review_wait_over)
ACTORS_MESSAGE(actors::messages::review_late)
ACTORS_MESSAGE(actors::messages::make_review_context)
ACTORS_MESSAGE(actors::messages::review_context_made)
ACTORS_MESSAGE(actors::messages::review_room_due)
ACTORS_MESSAGE(actors::messages::failures_due)
