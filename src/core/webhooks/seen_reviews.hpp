#pragma once

#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace core::webhooks {

/// The reviews that have come lately. An API server gives each review a uid of its own, and repeats a
/// review only if its connection has ended before the answer. A review that comes again while the first is
/// under way gets the answer of the first. If the first was answered within the last minute, the hook is
/// asked again, but its operations on objects are not carried out a second time.
class seen_reviews {
public:
  /// Equal for the same review of the same client.
  struct mark {
    std::string path;
    std::string uid;
    std::string address;  ///< of the client, so that no stranger repeats the review of an API server
    std::size_t body = 0; ///< a hash

    friend auto operator<=>(const mark&, const mark&) = default;
  };
  enum class outcome { answered, failed };

  /// The time in which a review that was answered is known.
  static constexpr std::chrono::minutes time{1};
  static constexpr std::size_t answered_max = 1024; ///< beyond it, the oldest are forgotten

  [[nodiscard]] static mark mark_of(const std::string& path, const std::string& uid, const std::string& address,
                                    std::string_view body) {
    return {path, uid, address, std::hash<std::string_view>()(body)};
  }

  /// The number of the review that is under way with this mark.
  [[nodiscard]] std::optional<std::uint64_t> under_way(const mark& x) const;
  /// @param now_us of the steady clock
  [[nodiscard]] bool was_answered(const mark& x, std::int64_t now_us) const;
  /// @pre no review with this mark is under way
  void begin(const mark& x, std::uint64_t number) { under_way_.emplace(x, number); }
  /// @param how `failed` forgets the review, because it has had no effect
  void end(const mark& x, outcome how, std::int64_t now_us);

private:
  std::map<mark, std::uint64_t> under_way_;         ///< bound: the reviews that the WEBHOOK SERVER lets in
  std::map<mark, std::int64_t> answered_;           ///< the end of its time; bound: `answered_max`
  std::deque<std::pair<mark, std::int64_t>> order_; ///< of `answered_`, the oldest first
};

} // namespace core::webhooks
