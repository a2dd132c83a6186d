#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <map>
#include <string>

namespace sys::http {

/// The addresses of clients that have had answers, the first of them. A client that has come for a long time,
/// as an API server does, so differs from strangers that come later, however many they are. Pure.
class known_peers {
public:
  using clock = std::chrono::steady_clock;

  static constexpr std::size_t peers_max = 64; ///< beyond it, an address stays a stranger
  /// After this time without an answer another address may take the place of an address. API servers ask
  /// again and again, and a policy may be asked seldom.
  static constexpr std::chrono::hours forgotten_after{1};

  /// A client at this address has had an answer.
  void note(const std::string& peer, clock::time_point now) {
    if (const auto known = answered_.find(peer); known != answered_.end()) {
      known->second = now;
      return;
    }
    if (answered_.size() >= peers_max) {
      const auto oldest = std::min_element(answered_.begin(), answered_.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
      if (now - oldest->second < forgotten_after) return;
      answered_.erase(oldest);
    }
    answered_.emplace(peer, now);
  }
  [[nodiscard]] bool contains(const std::string& peer) const { return answered_.contains(peer); }

private:
  std::map<std::string, clock::time_point> answered_; ///< address -> its last answer; bound: `peers_max`
};

} // namespace sys::http
