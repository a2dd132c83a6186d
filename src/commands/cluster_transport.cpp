#include "commands/cluster_transport.hpp"

#include "kube/transport/credential_plugin_transport.hpp"
#include "kube/transport/curl_transport.hpp"
#include "setup/cluster_access.hpp"
#include "setup/credential_plugin_runner.hpp"
#include "setup/memory_shares.hpp"
#include "sys/process/memory_limit.hpp"
#include "sys/time/clock.hpp"

#include <algorithm>
#include <utility>

namespace commands {

namespace {

/// Bounds the memory of answers of the API server. A page of a list may have `list_bytes_max`; if that is 0,
/// the default of the transport, but at most its share of the memory limit. All answers together may have
/// their share of the limit, or the bound of a page if this bound is larger.
void bound_answers(kube::transport::curl_transport_options& options, std::uint64_t list_bytes_max) {
  const auto shares = setup::memory_shares_of(sys::process::memory_limit());
  const auto by_memory = std::min<std::uint64_t>(shares.list_page, options.list_bytes_max);
  options.list_bytes_max = static_cast<std::size_t>(list_bytes_max > 0 ? list_bytes_max : by_memory);
  options.list_bytes_option = "--kube-list-size";
  options.answers_bytes_max = std::max(shares.incoming_answers, options.list_bytes_max);
}

} // namespace

std::shared_ptr<kube::api::transport> transport_to(const kube::access::cluster& cluster, std::uint64_t list_bytes_max,
                                                   const std::shared_ptr<sys::process::process_starter>& processes,
                                                   base::lead_permit_ptr permit) {
  kube::transport::curl_transport_options options;
  options.permit = std::move(permit);
  options.cluster = cluster;
  options.read_file = setup::read_credential_file;
  bound_answers(options, list_bytes_max);
  auto transport = std::make_shared<kube::transport::curl_transport>(std::move(options));
  if (!cluster.identity.plugin) return transport;
  const auto program = std::make_shared<setup::credential_plugin_runner>(processes);
  kube::transport::credential_plugin_transport_options plugin;
  plugin.inner = std::move(transport);
  const auto trust =
    std::make_shared<kube::access::trust_reader>(cluster.ca_pem, cluster.ca_file, setup::read_credential_file);
  plugin.obtain = [cluster, trust, program](kube::transport::credential_plugin_transport_options::on_obtained done) {
    program->begin([cluster, trust, done = std::move(done)](const kube::access::plugin_runner& run) {
      done(kube::access::run_plugin(cluster, *trust, run));
    });
  };
  plugin.end = [program] { program->end(); };
  plugin.now = sys::time::now;
  return std::make_shared<kube::transport::credential_plugin_transport>(std::move(plugin));
}

} // namespace commands
