#pragma once

#include "base/fair_shares.hpp"

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace core::webhooks {

/// The runs of reviews that begin, and the runs that wait for their turn, because only a few may run at a
/// time. Runs are named by numbers. The addresses of clients share the places (`base::fair_shares`), so that
/// a client with many reviews does not delay the reviews of other clients. Of the runs that may begin, the
/// run of the address with the fewest running reviews has the next turn; then the order of arrival counts.
class review_line {
public:
  /// @param places 1 or more
  explicit review_line(std::size_t places) : shares_(places) {}

  /// @param peer the address of the client that asks
  /// @returns true if the run may begin now; else it waits until `leave` returns it.
  [[nodiscard]] bool enter(std::uint64_t run, const std::string& peer) {
    if (shares_.may_take(peer)) return begin(run, peer), true;
    waiting_.emplace_back(run, peer);
    return false;
  }

  /// A run that has begun is over. @returns the runs that begin now
  [[nodiscard]] std::vector<std::uint64_t> leave(std::uint64_t run) {
    auto node = running_.extract(run);
    shares_.give_back(node.mapped());
    std::vector<std::uint64_t> next;
    for (auto at = first(); at != waiting_.end(); at = first()) {
      begin(at->first, at->second);
      next.push_back(at->first);
      waiting_.erase(at);
    }
    return next;
  }

private:
  using queue = std::list<std::pair<std::uint64_t, std::string>>;

  void begin(std::uint64_t run, const std::string& peer) {
    shares_.take(peer);
    running_.emplace(run, peer);
  }

  [[nodiscard]] queue::iterator first() {
    auto found = waiting_.end();
    for (auto at = waiting_.begin(); at != waiting_.end(); ++at)
      if (shares_.may_take(at->second)
          && (found == waiting_.end() || shares_.of(at->second) < shares_.of(found->second)))
        found = at;
    return found;
  }

  base::fair_shares shares_;
  std::map<std::uint64_t, std::string> running_; ///< with their peers; bound: the places
  queue waiting_;                                ///< bound: the reviews that the WEBHOOK SERVER lets in
};

} // namespace core::webhooks
