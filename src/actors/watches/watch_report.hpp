#pragma once

#include "actors/messages/interfaces.hpp"
#include "actors/messages/supervisor.hpp"
#include "base/error.hpp"
#include "kube/api/resource_table.hpp"
#include "kube/watch/reachability.hpp"
#include "kube/watch/watch_machine.hpp"
#include "sys/log/log.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace actors::watches {

/// The reason why a watch is lost.
enum class loss_cause {
  refused,  ///< the API server refuses the watch, or cannot serve it
  in_doubt, ///< no response, which may be an outage
  alone,    ///< no response, although the API server answers other requests
};

/// The users of a watch, for messages.
struct watch_users {
  std::string bindings; ///< the first few subscriptions, for logs
  std::string hooks;    ///< `hook 'hooks/a.sh' of module 'web'`; empty: the operator itself
};

/// The reason why the watch has no objects, for messages.
[[nodiscard]] std::string words_of_absence(const kube::api::kind_absent& as);
/// The reason why an existing kind cannot be watched, for messages.
/// @param served_as see `kube::api::kind_in_other_version`
[[nodiscard]] std::string words_of_other_version(const std::string& served_as);

/// Reports the state of an INFORMER's watch: to the log, and to the SUPERVISOR for readiness. A part of the
/// informer.
///
/// A refusal is logged once, until it changes or ends. A failure that may be an outage is not logged here,
/// because the KUBE CLIENT reports an outage once for all watches, and a broken connection does not matter if
/// the next try succeeds.
class watch_report {
public:
  watch_report(framework::actor_base<messages::informer_actor>* self, const messages::watch_spec& spec,
               messages::supervisor_actor supervisor);

  /// Reports that the watch does not work and is tried again.
  /// @param retry_in empty: as soon as it can work.
  void failed(const base::error& reason, std::optional<std::chrono::milliseconds> retry_in, const watch_users& users);
  /// Notes the KUBE CLIENT's decision whether there is an outage. If only this watch fails, it is logged from
  /// the second failure on.
  void judged(kube::watch::outage_verdict verdict, const std::string& bindings);
  /// Reports that the API server does not serve the kind, which is not a failure. If the user may have meant
  /// a similar kind, or the kind of another group, it is reported like a lost watch, because no other message
  /// would show the mistake. So is a kind that was served to this watch: its objects have gone with it, and
  /// hooks have seen their deletion. Any other absence is reported as `watch_unserved`, a remark for people.
  void absent(const kube::api::kind_absent& as, const watch_users& users);
  /// Reports that the kind is now watched in another version.
  void moved(const kube::api::resource& to, const std::string& bindings) const;
  /// Reports that the API server has lost a part of its history.
  void went_back(const kube::watch::watch_effect::went_back& x, const std::string& bindings) const;
  /// Reports that the watch works (again).
  void works();
  /// Reports that the last subscription has ended.
  void unused();

  /// The reason why the watch does not work; empty: it works.
  [[nodiscard]] std::optional<loss_cause> loss() const;

private:
  struct lost_watch {
    base::error reason;
    loss_cause cause = loss_cause::in_doubt;
    std::optional<std::chrono::milliseconds> retry_in{};
    std::int64_t since_us = 0; ///< wall clock
    unsigned failures = 0;     ///< consecutive failures
  };

  /// @param retry_in empty: as soon as it can work.
  void warn_once(sys::log::event_name event, const sys::log::log_field& why,
                 std::optional<std::chrono::milliseconds> retry_in, const std::string& bindings);
  void report(decltype(messages::watch_state_changed::state) state, const std::string& hooks = {});

  framework::actor_base<messages::informer_actor>* self_;
  messages::watch_spec spec_;
  messages::supervisor_actor supervisor_;
  std::optional<lost_watch> lost_; ///< empty: it works, or the first try is running
  /// The last report about a kind that is not served.
  enum class absence { none, fault, unserved };
  absence absence_ = absence::none; ///< `fault`: it was reported as possibly misspelt, or as gone
  bool has_worked_ = false;         ///< the kind was served to this watch
  std::string warned_;              ///< the last logged reason; empty: no reason, or it has ended
};

} // namespace actors::watches
