#include "sys/http/listen_socket.hpp"

#include "sys/files/files.hpp"
#include "sys/files/system_error.hpp"

#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cerrno>
#include <memory>

namespace sys::http {

namespace {

constexpr int waiting_connections_max = 128;

struct free_addresses {
  void operator()(addrinfo* list) const noexcept { ::freeaddrinfo(list); }
};

using address_list = std::unique_ptr<addrinfo, free_addresses>;

std::string describe(const tcp_address& address) {
  const bool is_ipv6 = address.host.find(':') != std::string::npos;
  return is_ipv6 ? fmt::format("[{}]:{}", address.host, address.port)
                 : fmt::format("{}:{}", address.host, address.port);
}

base::result<address_list> look_up(const tcp_address& address) {
  addrinfo wanted{};
  wanted.ai_family = AF_UNSPEC;
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const int failed = ::getaddrinfo(address.host.c_str(), std::to_string(address.port).c_str(), &wanted, &found);
  if (failed != 0)
    return base::fail(base::error_code::invalid_input,
                      fmt::format("{}: is no address of this machine: {}", describe(address), ::gai_strerror(failed)));
  return address_list(found);
}

std::uint16_t port_of(const files::file_descriptor& descriptor) {
  sockaddr_storage bound{};
  socklen_t size = sizeof bound;
  if (::getsockname(descriptor.get(), reinterpret_cast<sockaddr*>(&bound), &size) != 0) return 0;
  // Both families have the port at the same place.
  return ntohs(reinterpret_cast<const sockaddr_in*>(&bound)->sin_port);
}

base::result<listen_socket> listen_at_one(const addrinfo& one, const std::string& name) {
  listen_socket made;
  made.descriptor = files::file_descriptor(::socket(one.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const int fd = made.descriptor.get();
  if (!made.descriptor) return files::system_failure(name, "cannot make a socket", errno);
  const int yes = 1;
  const int no = 0;
  // Closed connections of the process before (TIME_WAIT) would keep the port from a restart.
  ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  // "All addresses" means the addresses of both families.
  if (one.ai_family == AF_INET6) ::setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no);
  if (::bind(fd, one.ai_addr, one.ai_addrlen) != 0 || ::listen(fd, waiting_connections_max) != 0)
    return files::system_failure(name, "cannot listen", errno);
  made.port = port_of(made.descriptor);
  return made;
}

base::result<listen_socket> listen_at_any_of(const tcp_address& address) {
  auto found = look_up(address);
  if (!found) return tl::unexpected(found.error());
  base::result<listen_socket> listening = base::fail(base::error_code::invalid_input, describe(address));
  for (const auto* one = found->get(); one != nullptr && !listening; one = one->ai_next)
    listening = listen_at_one(*one, describe(address));
  return listening;
}

bool ipv6_is_missing() {
  const files::file_descriptor probe(::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0));
  return !probe;
}

sockaddr_un socket_address(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  return address;
}

/// Removes a socket that a process has left behind; any other kind of file stays.
base::result<void> make_room(const std::string& path) {
  struct stat about {};
  if (::lstat(path.c_str(), &about) != 0) return {};
  if (!S_ISSOCK(about.st_mode))
    return base::fail(base::error_code::already_exists, path + ": cannot listen: there is a file that is no socket");
  const files::file_descriptor probe(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const auto address = socket_address(path);
  // A refused connection shows that the listener has gone. EAGAIN is the full queue of a listener that lives.
  if (::connect(probe.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 || errno == EAGAIN)
    return base::fail(base::error_code::already_exists, path + ": cannot listen: another process listens there");
  if (errno != ECONNREFUSED) return files::system_failure(path, "cannot be examined", errno);
  if (::unlink(path.c_str()) != 0) return files::system_failure(path, "cannot be replaced", errno);
  return {};
}

base::result<void> prepare_path(const std::string& path) {
  constexpr auto bytes_max = sizeof(sockaddr_un::sun_path) - 1;
  if (path.empty() || path.size() > bytes_max)
    return base::fail(base::error_code::invalid_input,
                      fmt::format("'{}': the path of a socket has 1 to {} bytes", path, bytes_max));
  const auto slash = path.rfind('/');
  if (slash != std::string::npos && slash > 0) {
    if (auto made = files::make_directories(path.substr(0, slash)); !made) return made;
  }
  return make_room(path);
}

} // namespace

base::result<listen_socket> listen_at(const tcp_address& address) {
  if (!address.host.empty()) return listen_at_any_of(address);
  // `::` means both families, but a kernel without IPv6 does not know it.
  return listen_at_any_of({ipv6_is_missing() ? "0.0.0.0" : "::", address.port});
}

base::result<listen_socket> listen_at(const unix_address& address) {
  const auto& path = address.path;
  if (auto prepared = prepare_path(path); !prepared) return tl::unexpected(prepared.error());
  listen_socket made;
  made.descriptor = files::file_descriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const int fd = made.descriptor.get();
  if (!made.descriptor) return files::system_failure(path, "cannot make a socket", errno);
  const auto name = socket_address(path);
  // Before bind, so that there is no moment at which other users may connect.
  if (::fchmod(fd, 0600) != 0 || ::bind(fd, reinterpret_cast<const sockaddr*>(&name), sizeof name) != 0
      || ::listen(fd, waiting_connections_max) != 0)
    return files::system_failure(path, "cannot listen", errno);
  return made;
}

} // namespace sys::http
