#pragma once

#include "base/fair_shares.hpp"
#include "core/webhooks/review_client.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <utility>

namespace core::webhooks {

/// The division of places, or of bytes, between the clients of reviews. Addresses share all of it
/// (`base::fair_shares`), and users share the part of their address: a user may take more as long as it has
/// less than three times what its address may still take. An API server asks for all its users from a
/// single address, so a user with many requests leaves a rest for other users. A stranger names users as it
/// likes, and shares the part of its own address with them.
class review_shares {
public:
  explicit review_shares(std::size_t all) : addresses_(all) {}

  [[nodiscard]] bool may_take(const review_client& x, std::size_t amount = 1) const {
    return addresses_.may_take(x.address, amount)
           && of_user(x) / base::fair_shares::times_rest < addresses_.room_of(x.address);
  }
  /// Takes without a look at the share.
  void take(const review_client& x, std::size_t amount = 1) {
    addresses_.take(x.address, amount);
    by_user_[{x.address, x.user}] += amount;
  }
  /// @pre the client has taken that much
  void give_back(const review_client& x, std::size_t amount = 1) {
    addresses_.give_back(x.address, amount);
    const auto at = by_user_.find({x.address, x.user});
    if ((at->second -= amount) == 0) by_user_.erase(at);
  }

  /// The amounts of the client's address, and of its user there. Of clients that wait, the client with the
  /// lowest order has the next turn.
  [[nodiscard]] std::pair<std::size_t, std::size_t> order_of(const review_client& x) const {
    return {addresses_.of(x.address), of_user(x)};
  }
  /// The address that has most; empty: no address has anything.
  [[nodiscard]] std::string busiest() const { return addresses_.busiest(); }
  [[nodiscard]] std::size_t taken() const noexcept { return addresses_.taken(); }

private:
  [[nodiscard]] std::size_t of_user(const review_client& x) const {
    const auto at = by_user_.find({x.address, x.user});
    return at == by_user_.end() ? 0 : at->second;
  }

  base::fair_shares addresses_;
  std::map<std::pair<std::string, std::string>, std::size_t> by_user_; ///< bound: what the clients have taken
};

} // namespace core::webhooks
