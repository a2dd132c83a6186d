#include "support/real_cluster.hpp"

#include "kube/access/kubeconfig.hpp"
#include "sys/files/files.hpp"

#include <chrono>
#include <stdexcept>
#include <utility>

namespace test {

namespace {

base::result<std::string> read_file(const std::string& path) {
  return sys::files::read_file(path);
}

kube::access::cluster load(const std::string& kubeconfig) {
  auto cluster = kube::access::load_kubeconfig(
    {.paths = kube::access::split_path_list(kubeconfig), .context = {}, .now = std::chrono::system_clock::now()},
    read_file);
  if (!cluster) throw std::runtime_error(cluster.error().message);
  return std::move(*cluster);
}

} // namespace

kube::transport::curl_transport_options transport_to(const std::string& kubeconfig) {
  return {.cluster = load(kubeconfig), .read_file = read_file};
}

real_cluster::real_cluster(const std::string& kubeconfig) : real_cluster(transport_to(kubeconfig)) {}

real_cluster::real_cluster(kube::transport::curl_transport_options options)
  : api_client(transport_), address_(options.cluster.address), transport_(std::move(options)) {}

} // namespace test
