#pragma once

#include "core/webhooks/review_client.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace core::webhooks {

/// The long bodies of requests that wait to be read. Reading takes the time of the WEBHOOK SERVER, 10 ms for
/// each MiB in a debug build, so long bodies are read one at a time, and in a fair order: clients that an
/// authority vouches for come first; then the next body is the body that would end first if all addresses
/// were read at the same speed. So an address with many bodies waits for its own bodies, and among the first
/// bodies of several addresses the smallest is read first. Bodies are named by numbers.
class body_line {
public:
  /// A body with up to this number of bytes is read at once.
  static constexpr std::size_t short_max = std::size_t{64} << 10;

  [[nodiscard]] static constexpr bool is_long(std::size_t bytes) noexcept { return bytes > short_max; }

  /// @param number greater than all numbers before
  void enter(std::uint64_t number, const review_client& client, std::size_t bytes);
  /// Takes out the body that is to be read next, because the previous body has been read. Empty: no body
  /// waits.
  [[nodiscard]] std::optional<std::uint64_t> next();

  [[nodiscard]] std::size_t size() const noexcept { return waiting_.size(); }

private:
  struct waiting {
    bool is_vouched;
    std::uint64_t begin; ///< the bytes that are read before it, as if each address had the same speed
    std::uint64_t end;   ///< `begin`, and the bytes of the body itself
    std::uint64_t number;
  };

  std::vector<waiting> waiting_; ///< bound: the connections of the listener
  /// Address and `is_vouched` -> the end of its last body. Bound: the addresses of `waiting_`, and those of
  /// the bodies since the line was empty.
  std::map<std::pair<std::string, bool>, std::uint64_t> ends_;
  std::uint64_t now_ = 0; ///< the latest `begin` of all bodies that were taken since the line was empty
};

} // namespace core::webhooks
