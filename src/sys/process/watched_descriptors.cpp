#include "sys/process/watched_descriptors.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace sys::process {

namespace {

// An event carries a single number, which has the source in its last bits.
constexpr int source_bits = 3;

bool is_pipe(source from) {
  return from == source::out || from == source::err || from == source::in;
}

epoll_event interest_in(descriptor_event about) {
  epoll_event interest{};
  interest.events = about.from == source::in ? EPOLLOUT : EPOLLIN;
  if (is_pipe(about.from)) interest.events |= EPOLLONESHOT;
  interest.data.u64 = about.id << source_bits | static_cast<std::uint64_t>(about.from);
  return interest;
}

descriptor_event read_event(const epoll_event& x) {
  return {x.data.u64 >> source_bits, static_cast<source>(x.data.u64 & ((1 << source_bits) - 1))};
}

files::file_descriptor make_epoll() {
  files::file_descriptor made(::epoll_create1(EPOLL_CLOEXEC));
  if (made) return made;
  std::perror("epoll_create1");
  std::abort();
}

} // namespace

watched_descriptors::watched_descriptors() : epoll_(make_epoll()) {}

bool watched_descriptors::watch(int descriptor, descriptor_event about) {
  auto interest = interest_in(about);
  return ::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, descriptor, &interest) == 0;
}

void watched_descriptors::watch_again(int descriptor, descriptor_event about) {
  auto interest = interest_in(about);
  if (::epoll_ctl(epoll_.get(), EPOLL_CTL_MOD, descriptor, &interest) != 0) (void)watch(descriptor, about);
}

std::span<const descriptor_event> watched_descriptors::wait(int milliseconds) {
  const int count = ::epoll_wait(epoll_.get(), raw_.data(), static_cast<int>(raw_.size()), milliseconds);
  const auto size = static_cast<std::size_t>(std::max(count, 0));
  std::transform(raw_.begin(), raw_.begin() + static_cast<std::ptrdiff_t>(size), events_.begin(), read_event);
  return {events_.data(), size};
}

} // namespace sys::process
