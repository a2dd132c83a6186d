#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kube::access {

/// An address of IPv4 or IPv6. IPv4 has a single form: `::ffff:10.0.0.1` is `10.0.0.1`.
class ip_address {
public:
  /// Reads `10.0.0.1` or `fd00::1`, without brackets and without a zone.
  [[nodiscard]] static std::optional<ip_address> parse(const std::string& text);

  [[nodiscard]] bool is_loopback() const noexcept;
  [[nodiscard]] bool is_ipv4() const noexcept { return size_ == 4; }
  /// True if both addresses are of the same kind and their first `count` bits are equal.
  [[nodiscard]] bool shares_bits(const ip_address& other, std::size_t count) const noexcept;

  friend bool operator==(const ip_address&, const ip_address&) = default;

private:
  std::array<std::uint8_t, 16> bytes_{};
  std::size_t size_ = 16; ///< 4 or 16
};

/// A network in the notation of CIDR (RFC 4632 §3.1), such as `10.0.0.0/8`.
class ip_network {
public:
  [[nodiscard]] static std::optional<ip_network> parse(std::string_view text);

  [[nodiscard]] bool contains(const ip_address& x) const noexcept { return base_.shares_bits(x, bits_); }

private:
  ip_address base_;
  std::size_t bits_ = 0;
};

} // namespace kube::access
