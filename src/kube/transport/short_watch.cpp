#include "kube/transport/short_watch.hpp"

#include <charconv>
#include <string_view>

namespace kube::transport {

std::string short_target(std::string target) {
  constexpr std::string_view name = "timeoutSeconds=";
  const auto at = target.find(name, target.find('?'));
  if (at == std::string::npos) return target;
  const auto begin = at + name.size();
  const auto* const first = target.data() + begin;
  long seconds = 0;
  const auto read = std::from_chars(first, target.data() + target.size(), seconds);
  if (seconds <= short_watch.count()) return target;
  return target.replace(begin, static_cast<std::size_t>(read.ptr - first), std::to_string(short_watch.count()));
}

} // namespace kube::transport
