#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace sys::http {

/// Whether an answer makes the address of its client known. Each client can get pages and errors. An answer
/// with 200 to a POST needs the path of a webhook, and a body that is read, which strangers do not have at
/// once.
enum class credit : std::uint8_t { none, known };

/// The first `peers_max` addresses with an answer that makes them known (`credit`). A client that has come
/// for a long time, such as an API server, is among them. Strangers that come later are not, however many
/// they are. Pure.
class known_peers {
public:
  using clock = std::chrono::steady_clock;

  static constexpr std::size_t peers_max = 64; ///< beyond it, an address stays a stranger
  /// After this time without such an answer another address may take the place of an address: else the first
  /// strangers would keep all places. While there are places, no address loses its own.
  static constexpr std::chrono::minutes forgotten_after{1};

  /// A client at this address has had an answer that makes it known.
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
