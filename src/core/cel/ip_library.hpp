#pragma once

#include "core/cel/value.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace core::cel {

/// An address of IPv4 or IPv6.
struct ip_address {
  bool is_v4 = false;
  std::array<std::uint8_t, 16> bytes{}; ///< of IPv4: the first four

  [[nodiscard]] int bits() const noexcept { return is_v4 ? 32 : 128; }
  friend bool operator==(const ip_address&, const ip_address&) = default;
};

/// Reads an address as the API server does: without a zone and without leading zeros in IPv4; nullopt for any
/// other text. An IPv4 address inside IPv6 is that IPv4 address if it is written in groups
/// (`::ffff:c0a8:1`), and refused with dots (`::ffff:192.168.0.1`).
[[nodiscard]] std::optional<ip_address> read_ip(std::string_view text);

/// RFC 5952
[[nodiscard]] std::string text_of(const ip_address& x);

class ip_value final : public opaque {
public:
  explicit ip_value(const ip_address& address) : address(address) {}

  [[nodiscard]] std::string_view type() const noexcept override { return "net.IP"; }
  [[nodiscard]] bool equals(const opaque& other, budget&) const override;
  [[nodiscard]] std::optional<std::string> text() const override { return text_of(address); }

  const ip_address address;
};

} // namespace core::cel
