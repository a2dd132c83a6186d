// https://kubernetes.io/docs/reference/using-api/cel/#kubernetes-cidr-library

#include "core/cel/functions.hpp"
#include "core/cel/ip_library.hpp"

#include <charconv>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace core::cel {
namespace {

constexpr int bits_of_byte = 8;

struct ip_network {
  ip_address address;
  int prefix = 0; ///< bits

  friend bool operator==(const ip_network&, const ip_network&) = default;
};

class cidr_value final : public opaque {
public:
  explicit cidr_value(const ip_network& network) : network(network) {}

  [[nodiscard]] std::string_view type() const noexcept override { return "net.CIDR"; }
  [[nodiscard]] bool equals(const opaque& other, budget&) const override {
    const auto* x = dynamic_cast<const cidr_value*>(&other);
    return x && x->network == network;
  }
  [[nodiscard]] std::optional<std::string> text() const override {
    return text_of(network.address) + "/" + std::to_string(network.prefix);
  }

  const ip_network network;
};

std::optional<ip_network> read_network(std::string_view text) {
  const auto slash = text.find('/');
  if (slash == text.npos) return std::nullopt;
  const auto address = read_ip(text.substr(0, slash));
  const auto digits = text.substr(slash + 1);
  const bool has_leading_zero = digits.size() > 1 && digits.front() == '0';
  int prefix = -1;
  const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), prefix);
  const bool is_number = fault == std::errc() && end == digits.data() + digits.size() && !has_leading_zero;
  if (!address || !is_number || prefix < 0 || digits.front() == '-' || prefix > address->bits()) return std::nullopt;
  return ip_network{*address, prefix};
}

/// The address with zeros behind the prefix.
ip_address masked(const ip_network& x) {
  auto address = x.address;
  for (std::size_t i = 0; i < address.bytes.size(); ++i) {
    const int kept = x.prefix - static_cast<int>(i) * bits_of_byte;
    if (kept >= bits_of_byte) continue;
    const auto mask = kept <= 0 ? 0U : 0xFFU << static_cast<unsigned>(bits_of_byte - kept);
    address.bytes[i] = static_cast<std::uint8_t>(address.bytes[i] & mask);
  }
  return address;
}

bool has_address(const ip_network& x, const ip_address& address) {
  return x.address.is_v4 == address.is_v4 && masked({address, x.prefix}) == masked(x);
}

value to_cidr(arguments given, const call_context&) {
  if (opaque_as<cidr_value>(given[0])) return given[0];
  const auto* text = given[0].as<string_value>();
  if (!text) return no_overload("cidr", given[0]);
  const auto network = read_network(text->view());
  if (!network) return invalid("the text is no CIDR");
  return opaque_ptr(std::make_shared<cidr_value>(*network));
}

value is_cidr(arguments given, const call_context&) {
  const auto* text = given[0].as<string_value>();
  return text ? value(read_network(text->view()).has_value()) : value(no_overload("isCIDR", given[0]));
}

value contains_ip(arguments given, const call_context&) {
  const auto* x = opaque_as<cidr_value>(given[0]);
  const auto* address = opaque_as<ip_value>(given[1]);
  const auto* text = given[1].as<string_value>();
  if (!x || (!address && !text)) return wrong_types("containsIP", given);
  const auto wanted = address ? std::optional(address->address) : read_ip(text->view());
  return wanted ? value(has_address(x->network, *wanted)) : invalid("the text is no IP address");
}

value contains_cidr(arguments given, const call_context&) {
  const auto *x = opaque_as<cidr_value>(given[0]), *other = opaque_as<cidr_value>(given[1]);
  const auto* text = given[1].as<string_value>();
  if (!x || (!other && !text)) return wrong_types("containsCIDR", given);
  const auto wanted = other ? std::optional(other->network) : read_network(text->view());
  if (!wanted) return invalid("the text is no CIDR");
  return has_address(x->network, wanted->address) && x->network.prefix <= wanted->prefix;
}

value address_of(arguments given, const call_context&) {
  const auto* x = opaque_as<cidr_value>(given[0]);
  if (!x) return no_overload("ip", given[0]);
  return opaque_ptr(std::make_shared<ip_value>(x->network.address));
}

value masked_network(arguments given, const call_context&) {
  const auto* x = opaque_as<cidr_value>(given[0]);
  if (!x) return no_overload("masked", given[0]);
  return opaque_ptr(std::make_shared<cidr_value>(ip_network{masked(x->network), x->network.prefix}));
}

value prefix_length(arguments given, const call_context&) {
  const auto* x = opaque_as<cidr_value>(given[0]);
  return x ? value(std::int64_t{x->network.prefix}) : value(no_overload("prefixLength", given[0]));
}

constexpr function table[] = {
  {"cidr", call_form::function, 1, to_cidr},
  {"isCIDR", call_form::function, 1, is_cidr},
  {"containsIP", call_form::method, 2, contains_ip},
  {"containsCIDR", call_form::method, 2, contains_cidr},
  {"ip", call_form::method, 1, address_of},
  {"masked", call_form::method, 1, masked_network},
  {"prefixLength", call_form::method, 1, prefix_length},
};

} // namespace

std::span<const function> cidr_library() {
  return table;
}

} // namespace core::cel
