#include "kube/access/ip_address.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>

namespace kube::access {

namespace {

/// The prefix of an IPv4 address that is written as IPv6 (RFC 4291 §2.5.5.2).
constexpr std::array<std::uint8_t, 12> mapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
constexpr std::size_t mapped_bits = mapped.size() * 8;

} // namespace

std::optional<ip_address> ip_address::parse(const std::string& text) {
  ip_address out;
  if (inet_pton(AF_INET, text.c_str(), out.bytes_.data()) == 1) {
    out.size_ = 4;
    return out;
  }
  if (inet_pton(AF_INET6, text.c_str(), out.bytes_.data()) != 1) return std::nullopt;
  if (!std::equal(mapped.begin(), mapped.end(), out.bytes_.begin())) return out;
  ip_address short_form;
  std::copy(out.bytes_.begin() + mapped.size(), out.bytes_.end(), short_form.bytes_.begin());
  short_form.size_ = 4;
  return short_form;
}

bool ip_address::is_loopback() const noexcept {
  if (size_ == 4) return bytes_.front() == 127;
  return bytes_.back() == 1 && std::all_of(bytes_.begin(), bytes_.end() - 1, [](auto x) { return x == 0; });
}

bool ip_address::shares_bits(const ip_address& other, std::size_t count) const noexcept {
  if (size_ != other.size_) return false;
  const auto whole = count / 8;
  if (!std::equal(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(whole), other.bytes_.begin()))
    return false;
  const auto rest = count % 8;
  return rest == 0 || ((bytes_[whole] ^ other.bytes_[whole]) >> (8 - rest)) == 0;
}

std::optional<ip_network> ip_network::parse(std::string_view text) {
  const auto slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const std::string address(text.substr(0, slash));
  const auto length = text.substr(slash + 1);
  ip_network out;
  const auto base = ip_address::parse(address);
  const auto [end, failure] = std::from_chars(length.data(), length.data() + length.size(), out.bits_);
  if (!base || failure != std::errc() || end != length.data() + length.size()) return std::nullopt;
  const bool is_written_long = address.find(':') != std::string::npos;
  if (out.bits_ > (is_written_long ? 128 : 32)) return std::nullopt;
  if (is_written_long && base->is_ipv4()) {
    // A shorter prefix cuts the mark of IPv4 in two, so the network is neither IPv4 nor IPv6.
    if (out.bits_ < mapped_bits) return std::nullopt;
    out.bits_ -= mapped_bits;
  }
  out.base_ = *base;
  return out;
}

} // namespace kube::access
