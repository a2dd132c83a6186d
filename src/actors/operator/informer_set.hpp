#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/supervisor.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace actors {

/// The INFORMERs of one operator: one for each distinct watch that is wanted, and which of them have lost theirs. A part
/// of the SUPERVISOR.
///
/// An informer whose last subscription has gone is forgotten here and ends as soon as nobody refers to it. Somebody who
/// was given it just before and subscribes now keeps it alive and is served; who asks later gets a new one.
class informer_set {
public:
  /// The informer of that watch; `spawn` makes it if there is none.
  [[nodiscard]] informer_actor open(const watch_spec& spec, const std::function<informer_actor()>& spawn);

  void note(const watch_state_changed& x);

  /// Watches that are lost, longest first, one line each: `watch of Pod in namespace x is lost since 2026-…: reason`.
  /// At most a few, and how many more there are.
  [[nodiscard]] std::vector<std::string> problems() const;

  /// Ends all informers.
  void stop() const;

  [[nodiscard]] std::size_t size() const noexcept { return informers_.size(); }

private:
  struct lost_watch {
    std::string what;
    watch_lost loss;
  };
  std::map<std::string, informer_actor> informers_; ///< by `watch_spec::key`
  std::map<std::uint64_t, lost_watch> lost_;        ///< by id of the informer
};

} // namespace actors
