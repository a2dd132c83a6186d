#pragma once

#include "core/webhooks/review_shares.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <vector>

namespace core::webhooks {

/// The runs of reviews that have a part of a bounded good (the places of runs, or bytes of `--tmp-dir`), and
/// the runs that wait for a part. Runs are named by numbers. Clients share it (`review_shares`), so that a
/// client, or a user, with many reviews does not delay the reviews of others. Of the runs that may begin, the
/// run of the address with the smallest part has the next turn, then of the user with the smallest part; then
/// the order of arrival counts.
class review_line {
public:
  /// @param all 1 or more
  explicit review_line(std::size_t all) : all_(all), shares_(all) {}

  /// @param amount at most `all`, else it waits for ever
  /// @returns true if the run may begin now; else it waits until `leave` returns it.
  [[nodiscard]] bool enter(std::uint64_t run, const review_client& client, std::size_t amount = 1) {
    const part wanted{client, amount};
    if (shares_.may_take(client, amount)) return begin(run, wanted), true;
    waiting_.push_back({run, wanted});
    return false;
  }

  /// A run is over, or does not wait any more. @returns the runs that begin now
  [[nodiscard]] std::vector<std::uint64_t> leave(std::uint64_t run) {
    std::erase_if(waiting_, [run](const waiting& x) { return x.run == run; });
    if (const auto node = running_.extract(run); !node.empty())
      shares_.give_back(node.mapped().client, node.mapped().amount);
    std::vector<std::uint64_t> next;
    for (auto at = first(); at != waiting_.end(); at = first()) {
      begin(at->run, at->wanted);
      next.push_back(at->run);
      waiting_.erase(at);
    }
    return next;
  }

  /// Whether the run waits.
  [[nodiscard]] bool waits(std::uint64_t run) const {
    return std::any_of(waiting_.begin(), waiting_.end(), [run](const waiting& x) { return x.run == run; });
  }
  [[nodiscard]] std::size_t all() const noexcept { return all_; }
  [[nodiscard]] std::size_t taken() const noexcept { return shares_.taken(); }

private:
  struct part {
    review_client client;
    std::size_t amount;
  };
  struct waiting {
    std::uint64_t run;
    part wanted;
  };

  void begin(std::uint64_t run, const part& x) {
    shares_.take(x.client, x.amount);
    running_.emplace(run, x);
  }

  [[nodiscard]] std::list<waiting>::iterator first() {
    auto found = waiting_.end();
    for (auto at = waiting_.begin(); at != waiting_.end(); ++at)
      if (shares_.may_take(at->wanted.client, at->wanted.amount)
          && (found == waiting_.end() || shares_.order_of(at->wanted.client) < shares_.order_of(found->wanted.client)))
        found = at;
    return found;
  }

  std::size_t all_;
  review_shares shares_;
  std::map<std::uint64_t, part> running_; ///< bound: what is shared
  std::list<waiting> waiting_;            ///< bound: the reviews that the WEBHOOK SERVER lets in
};

} // namespace core::webhooks
