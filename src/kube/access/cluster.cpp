#include "kube/access/cluster.hpp"

namespace kube::access {

std::string host_of(const cluster& x) {
  const auto scheme = x.address.find("://");
  const auto begin = scheme == std::string::npos ? 0 : scheme + 3;
  return x.address.substr(begin, x.address.find('/', begin) - begin);
}

std::string way_to(const cluster& x) {
  return x.proxy ? x.address + " through the proxy " + shown(*x.proxy) + " (" + x.proxy->origin + ")" : x.address;
}

} // namespace kube::access
