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

/// The INFORMERs of an operator: an informer for each distinct watch.
///
/// An informer whose last subscription has gone is forgotten here and ends with the last reference to it. An
/// actor that got the informer just before and subscribes now keeps it alive and is served; a later caller
/// gets a new informer.
class informer_set {
public:
  /// The informer of that watch; `spawn` makes it if it does not exist.
  [[nodiscard]] messages::informer_actor open(const messages::watch_spec& spec,
                                              const std::function<messages::informer_actor()>& spawn);

  /// The informer with this id has no subscription any more.
  void forget(const std::string& key, std::uint64_t informer);

  /// Ends all informers.
  void stop() const;

  [[nodiscard]] std::size_t size() const noexcept { return informers_.size(); }

private:
  std::map<std::string, messages::informer_actor> informers_; ///< by `watch_spec::key`
};

/// The loss that an informer reports; empty if its watch works or is not wanted.
[[nodiscard]] std::optional<core::modules::lost_watch> loss_of(const messages::watch_state_changed& x);

} // namespace actors::supervision
