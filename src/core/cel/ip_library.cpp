// https://kubernetes.io/docs/reference/using-api/cel/#kubernetes-ip-address-library

#include "core/cel/ip_library.hpp"

#include "core/cel/functions.hpp"

#include <algorithm>
#include <charconv>
#include <memory>

#include <arpa/inet.h>

namespace core::cel {
namespace {

constexpr std::size_t groups = 8;

std::uint16_t group_of(const ip_address& x, std::size_t i) {
  return static_cast<std::uint16_t>(x.bytes[2 * i] << 8U | x.bytes[2 * i + 1]);
}

/// The groups that `::` stands for.
struct gap {
  std::size_t begin = groups;
  std::size_t size = 0;
};

/// The first of the longest runs of two zero groups or more.
gap gap_of(const ip_address& x) {
  gap longest;
  for (std::size_t i = 0; i < groups;) {
    auto end = i;
    while (end < groups && group_of(x, end) == 0) ++end;
    if (end - i > std::max<std::size_t>(longest.size, 1)) longest = {i, end - i};
    i = std::max(end, i + 1);
  }
  return longest;
}

std::string text_of_v6(const ip_address& x) {
  const auto hidden = gap_of(x);
  std::string text;
  for (std::size_t i = 0; i < groups; ++i) {
    if (i == hidden.begin) {
      text += "::";
      i += hidden.size - 1;
      continue;
    }
    if (!text.empty() && !text.ends_with(':')) text += ':';
    char digits[4];
    text.append(digits, std::to_chars(std::begin(digits), std::end(digits), group_of(x, i), 16).ptr);
  }
  return text;
}

bool is_mapped_v4(const ip_address& x) {
  const auto zeros_end = x.bytes.begin() + 10;
  return std::all_of(x.bytes.begin(), zeros_end, [](auto byte) { return byte == 0; }) && x.bytes[10] == 0xFF
         && x.bytes[11] == 0xFF;
}

ip_address unmapped(const ip_address& x) {
  ip_address v4{.is_v4 = true};
  std::copy_n(x.bytes.begin() + 12, 4, v4.bytes.begin());
  return v4;
}

bool is_unspecified(const ip_address& x) {
  return std::all_of(x.bytes.begin(), x.bytes.end(), [](auto byte) { return byte == 0; });
}

bool is_loopback(const ip_address& x) {
  if (x.is_v4) return x.bytes[0] == 127;
  return x.bytes[15] == 1 && std::all_of(x.bytes.begin(), x.bytes.end() - 1, [](auto byte) { return byte == 0; });
}

bool is_multicast(const ip_address& x) {
  return x.is_v4 ? (x.bytes[0] & 0xF0U) == 0xE0 : x.bytes[0] == 0xFF;
}

bool is_link_local_multicast(const ip_address& x) {
  if (x.is_v4) return x.bytes[0] == 224 && x.bytes[1] == 0 && x.bytes[2] == 0;
  return x.bytes[0] == 0xFF && (x.bytes[1] & 0x0FU) == 2;
}

bool is_link_local_unicast(const ip_address& x) {
  if (x.is_v4) return x.bytes[0] == 169 && x.bytes[1] == 254;
  return x.bytes[0] == 0xFE && (x.bytes[1] & 0xC0U) == 0x80;
}

bool is_global_unicast(const ip_address& x) {
  const bool is_broadcast =
    x.is_v4 && std::all_of(x.bytes.begin(), x.bytes.begin() + 4, [](auto byte) { return byte == 0xFF; });
  return !is_broadcast && !is_unspecified(x) && !is_loopback(x) && !is_multicast(x) && !is_link_local_unicast(x);
}

value to_ip(arguments given, const call_context&) {
  if (opaque_as<ip_value>(given[0])) return given[0];
  const auto* text = given[0].as<string_value>();
  if (!text) return no_overload("ip", given[0]);
  const auto address = read_ip(text->view());
  if (!address) return invalid("the text is no IP address");
  return opaque_ptr(std::make_shared<ip_value>(*address));
}

value is_ip(arguments given, const call_context&) {
  const auto* text = given[0].as<string_value>();
  return text ? value(read_ip(text->view()).has_value()) : value(no_overload("isIP", given[0]));
}

value is_canonical(arguments given, const call_context&) {
  const auto* text = given[0].as<string_value>();
  if (!text) return no_overload("ip.isCanonical", given[0]);
  const auto address = read_ip(text->view());
  if (!address) return invalid("the text is no IP address");
  return text_of(*address) == text->view();
}

value family(arguments given, const call_context&) {
  const auto* x = opaque_as<ip_value>(given[0]);
  if (!x) return no_overload("family", given[0]);
  return std::int64_t{x->address.is_v4 ? 4 : 6};
}

/// A question about an address.
template <bool (*Holds)(const ip_address&)>
value ask(arguments given, const call_context&) {
  const auto* x = opaque_as<ip_value>(given[0]);
  return x ? value(Holds(x->address)) : value(no_overload("a question about an IP address", given[0]));
}

constexpr function table[] = {
  {"ip", call_form::function, 1, to_ip},
  {"isIP", call_form::function, 1, is_ip},
  {"ip.isCanonical", call_form::function, 1, is_canonical},
  {"family", call_form::method, 1, family},
  {"isUnspecified", call_form::method, 1, ask<is_unspecified>},
  {"isLoopback", call_form::method, 1, ask<is_loopback>},
  {"isLinkLocalMulticast", call_form::method, 1, ask<is_link_local_multicast>},
  {"isLinkLocalUnicast", call_form::method, 1, ask<is_link_local_unicast>},
  {"isGlobalUnicast", call_form::method, 1, ask<is_global_unicast>},
};

} // namespace

std::optional<ip_address> read_ip(std::string_view text) {
  // No address is longer, and a zero byte would end the text early.
  if (text.size() >= INET6_ADDRSTRLEN || text.find('\0') != text.npos) return std::nullopt;
  const std::string address(text);
  ip_address x;
  x.is_v4 = ::inet_pton(AF_INET, address.c_str(), x.bytes.data()) == 1;
  if (x.is_v4) return x;
  x.bytes = {};
  if (::inet_pton(AF_INET6, address.c_str(), x.bytes.data()) != 1) return std::nullopt;
  if (!is_mapped_v4(x)) return x;
  if (text.find('.') != text.npos) return std::nullopt;
  return unmapped(x);
}

std::string text_of(const ip_address& x) {
  if (!x.is_v4) return text_of_v6(x);
  std::string text;
  for (std::size_t i = 0; i < 4; ++i) text += (i > 0 ? "." : "") + std::to_string(x.bytes[i]);
  return text;
}

bool ip_value::equals(const opaque& other, budget&) const {
  const auto* x = dynamic_cast<const ip_value*>(&other);
  return x && x->address == address;
}

std::span<const function> ip_library() {
  return table;
}

} // namespace core::cel
