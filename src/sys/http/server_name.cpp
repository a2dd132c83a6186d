#include "sys/http/server_name.hpp"

#include <arpa/inet.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace sys::http {

namespace {

constexpr std::size_t name_max = 253; // RFC 1035 §2.3.4
constexpr std::size_t label_max = 63;

std::string address_of(int family, const std::string& host) {
  std::array<unsigned char, 16> bytes{};
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (::inet_pton(family, host.c_str(), bytes.data()) != 1) return {};
  return ::inet_ntop(family, bytes.data(), text.data(), text.size()) == nullptr ? "" : text.data();
}

bool is_digit(char x) {
  return x >= '0' && x <= '9';
}

bool is_label(std::string_view x) {
  const auto is_allowed = [](char c) { return (c >= 'a' && c <= 'z') || is_digit(c) || c == '-' || c == '_'; };
  return !x.empty() && x.size() <= label_max && x.front() != '-' && x.back() != '-'
         && std::all_of(x.begin(), x.end(), is_allowed);
}

bool is_dns_name(std::string_view name) {
  if (name.size() > name_max) return false;
  while (true) {
    const auto dot = name.find('.');
    const auto label = name.substr(0, dot);
    if (!is_label(label)) return false;
    // A last label of digits makes the name an IP address, which it is not (WHATWG URL, "ends in a number").
    if (dot == std::string_view::npos) return !std::all_of(label.begin(), label.end(), is_digit);
    name.remove_prefix(dot + 1);
  }
}

} // namespace

base::result<std::string> server_name(const std::string& host) {
  for (const int family : {AF_INET, AF_INET6})
    if (auto address = address_of(family, host); !address.empty()) return address;
  auto name = host;
  std::transform(name.begin(), name.end(), name.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  if (name.ends_with('.')) name.pop_back();
  if (is_dns_name(name)) return name;
  return base::fail(base::error_code::invalid_input,
                    "'" + host
                      + "' is neither an IP address nor a DNS name, so no certificate can have it: give the name of "
                        "the server, with letters outside ASCII in the form xn--…");
}

} // namespace sys::http
