#pragma once

#include "base/error.hpp"
#include "core/bindings/binding.hpp"
#include "text/json/json.hpp"

#include <string>
#include <variant>

namespace hook_cases {

/// The hook runs at a point of the lifecycle.
struct at_lifecycle {
  core::bindings::lifecycle_point point = core::bindings::lifecycle_point::on_startup;
};

/// The hook runs because a schedule is due.
struct at_schedule {
  std::string binding; ///< empty: the only schedule of the hook
};

/// The hook sees the objects of its bindings for the first time.
struct at_synchronization {
  std::string binding; ///< empty: all bindings
};

/// The hook runs because an object has changed. Each binding that picks the object brings a context.
struct at_event {
  core::bindings::watch_event event = core::bindings::watch_event::added;
  std::string object;  ///< `NAMESPACE/NAME`, or `NAME`; one of the given objects, for a deletion its last state
  std::string binding; ///< empty: all bindings
};

/// The hook decides about a request to the API server.
struct at_review {
  std::string operation = "CREATE"; ///< CREATE, UPDATE or DELETE
  text::json object;                ///< of the request; for a DELETE the object that is deleted
  text::json old_object;            ///< of an UPDATE; null: the same as `object`
  std::string binding;              ///< name of the webhook; empty: the only webhook of the hook
};

/// Why a hook runs in a case.
using occasion = std::variant<at_lifecycle, at_schedule, at_synchronization, at_event, at_review>;

/// The occasion of a hook without another word: its Synchronization, else its first point of the lifecycle,
/// else its only schedule. An error lists what the hook runs for.
[[nodiscard]] base::result<occasion> usual_occasion(const core::bindings::hook_definition& hook);

/// The form in case files: `beforeHelm`; `{schedule: NAME}`; `synchronization`; `{event: added, object:
/// default/web}`; `{review: CREATE, object: {…}}`. A mapping may name a `binding`.
[[nodiscard]] text::json as_json(const occasion& x);
/// Reads this form; an error names the word that is wrong.
[[nodiscard]] base::result<occasion> read_occasion(const text::json& x);

/// For people: `event added of default/web`.
[[nodiscard]] std::string describe(const occasion& x);

/// The point of that name, as hooks see it (`beforeHelm`).
[[nodiscard]] base::result<core::bindings::lifecycle_point> lifecycle_point_of(std::string_view name);
/// The event of that name: `added`, `modified` or `deleted`.
[[nodiscard]] base::result<core::bindings::watch_event> watch_event_of(std::string_view name);

} // namespace hook_cases
