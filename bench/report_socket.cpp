#include "report_socket.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <sstream>
#include <stdexcept>

namespace bench {

moment now() {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

report_socket::report_socket(const std::string& path) : socket_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  const timeval patience{.tv_sec = 30, .tv_usec = 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  if (path.size() >= sizeof address.sun_path
      || ::bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    throw std::runtime_error("cannot receive reports at " + path);
}

report_socket::~report_socket() {
  ::close(socket_);
}

hook_report report_socket::receive() {
  char bytes[65536];
  ssize_t size = 0;
  do {
    size = ::recv(socket_, bytes, sizeof bytes, 0);
  } while (size < 0 && errno == EINTR);
  if (size < 0) throw std::runtime_error(std::string("no hook has reported: ") + std::strerror(errno));
  std::istringstream text(std::string(bytes, static_cast<std::size_t>(size)));
  hook_report report;
  std::int64_t nanoseconds = 0;
  text >> nanoseconds;
  report.began = moment(nanoseconds);
  for (std::string name; text >> name;) report.objects.push_back(name);
  return report;
}

} // namespace bench
