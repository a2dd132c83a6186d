#include "support/real_cluster.hpp"

#include "kube/kubeconfig.hpp"
#include "sys/files.hpp"

#include <chrono>
#include <stdexcept>
#include <utility>

namespace test {

namespace {

core::result<std::string> read_file(const std::string& path) {
  return sys::read_file(path);
}

kube::cluster load(const std::string& kubeconfig) {
  auto cluster = kube::load_kubeconfig(
    {.paths = kube::split_path_list(kubeconfig), .context = {}, .now = std::chrono::system_clock::now()}, read_file);
  if (!cluster) throw std::runtime_error(cluster.error().message);
  return std::move(*cluster);
}

} // namespace

real_cluster::real_cluster(const std::string& kubeconfig) : real_cluster(load(kubeconfig)) {}

real_cluster::real_cluster(kube::cluster cluster)
  : api_client(transport_), address_(cluster.address),
    transport_({.cluster = std::move(cluster), .read_file = read_file}) {}

} // namespace test
