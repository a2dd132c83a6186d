#include "sys/http/client_address.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>

namespace sys::http {

namespace {

std::string text_of(int family, const void* bytes) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  return ::inet_ntop(family, bytes, text.data(), text.size()) == nullptr ? "" : text.data();
}

} // namespace

std::string address_text(const sockaddr* address) {
  if (address == nullptr) return {};
  if (address->sa_family == AF_INET) return text_of(AF_INET, &reinterpret_cast<const sockaddr_in*>(address)->sin_addr);
  if (address->sa_family != AF_INET6) return {};
  const auto& bytes = reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr;
  constexpr std::size_t mapped_prefix = 12; // bytes (RFC 4291 §2.5.5.2)
  if (IN6_IS_ADDR_V4MAPPED(&bytes)) return text_of(AF_INET, &bytes.s6_addr[mapped_prefix]);
  return text_of(AF_INET6, &bytes);
}

} // namespace sys::http
