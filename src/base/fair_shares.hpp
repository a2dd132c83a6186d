#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>

namespace base {

/// The division of places, or of bytes, between peers of which some may be hostile. A peer may take more as
/// long as it has less than three times the rest. So a peer alone gets three quarters, two peers get three
/// sevenths each, and a peer that comes later finds a rest, however much the peers before it ask for.
class fair_shares {
public:
  explicit fair_shares(std::size_t all) : all_(all) {}

  [[nodiscard]] bool may_take(const std::string& peer, std::size_t amount = 1) const {
    return amount <= rest() && of(peer) / times_rest < rest();
  }
  /// The amount that the peer may still take, piece by piece, if no other peer takes anything. 0 only if it
  /// may take nothing.
  [[nodiscard]] std::size_t room_of(const std::string& peer) const {
    if (!may_take(peer)) return 0;
    const auto bound = times_rest * rest();
    return std::max<std::size_t>(bound > of(peer) ? (bound - of(peer)) / (times_rest + 1) : 0, 1);
  }
  /// Takes without a look at the share, which the caller may exceed.
  void take(const std::string& peer, std::size_t amount = 1) {
    taken_ += amount;
    by_peer_[peer] += amount;
  }
  /// @pre the peer has taken that much
  void give_back(const std::string& peer, std::size_t amount = 1) {
    taken_ -= amount;
    const auto at = by_peer_.find(peer);
    if ((at->second -= amount) == 0) by_peer_.erase(at);
  }

  [[nodiscard]] std::size_t of(const std::string& peer) const {
    const auto at = by_peer_.find(peer);
    return at == by_peer_.end() ? 0 : at->second;
  }
  /// The peer that has most; empty: no peer has anything.
  [[nodiscard]] std::string busiest() const {
    const auto at = std::max_element(by_peer_.begin(), by_peer_.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
    return at == by_peer_.end() ? std::string() : at->first;
  }
  [[nodiscard]] std::size_t taken() const noexcept { return taken_; }

  /// Less than this times the rest is a share.
  static constexpr std::size_t times_rest = 3;

private:
  [[nodiscard]] std::size_t rest() const noexcept { return all_ > taken_ ? all_ - taken_ : 0; }

  std::size_t all_;
  std::size_t taken_ = 0;
  std::map<std::string, std::size_t> by_peer_; ///< bound: what the peers have taken
};

} // namespace base
