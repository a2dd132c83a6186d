#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace sys::http {

/// The part of a listener's room that a client did not get.
enum class refused_room : std::uint8_t { connection, body, review };

/// `connection`, as the label of a metric.
[[nodiscard]] std::string_view name(refused_room x);

/// The clients that a listener has refused, or whose connections it has ended for a newcomer, because an
/// address had more than its share of the room: for `/readyz` and a metric. Thread-safe.
class refused_clients {
public:
  using clock = std::chrono::steady_clock;
  static constexpr std::size_t rooms = 3;
  /// By `refused_room`.
  using counts = std::array<std::uint64_t, rooms>;

  /// @param busiest the address that has most of the room
  void note(refused_room what, const std::string& busiest, clock::time_point now = clock::now());
  /// The busiest address of the last refusal, if it was in the last minute.
  [[nodiscard]] std::optional<std::string> recent(clock::time_point now = clock::now()) const;
  /// The refusals since the last call.
  [[nodiscard]] counts take();

private:
  mutable std::mutex guard_;
  counts counts_{};
  std::string busiest_;
  std::optional<clock::time_point> last_;
};

} // namespace sys::http
