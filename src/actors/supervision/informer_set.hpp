#pragma once

#include "actors/messages/interfaces.hpp"
#include "actors/messages/supervisor.hpp"
#include "core/modules/problem_ledger.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace actors::supervision {

/// The INFORMERs of an operator, an informer for each distinct watch.
///
/// After its last subscription has ended, an informer is removed from the set, and it ends with the last
/// reference to it. If an actor got this informer just before and subscribes now, its reference keeps the
/// informer working. Later callers get a new informer.
class informer_set {
public:
  /// The informer of a watch; if it has no informer, `spawn` creates it.
  [[nodiscard]] messages::informer_actor open(const messages::watch_spec& spec,
                                              const std::function<messages::informer_actor()>& spawn);

  /// Removes the informer with this id, because it has no subscriptions any more.
  void forget(const std::string& key, std::uint64_t informer);

  /// Ends all informers.
  void stop() const;

  [[nodiscard]] std::size_t size() const noexcept { return informers_.size(); }

private:
  std::map<std::string, messages::informer_actor> informers_; ///< by `watch_spec::key`
};

/// The loss that an informer reports; empty: its watch works or is not needed.
[[nodiscard]] std::optional<core::modules::lost_watch> loss_of(const messages::watch_state_changed& x);

} // namespace actors::supervision
