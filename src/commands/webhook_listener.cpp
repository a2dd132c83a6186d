#include "commands/webhook_listener.hpp"

#include "sys/http/https_identity.hpp"

#include <chrono>
#include <sstream>
#include <string>
#include <utility>

namespace commands {

namespace {

/// A request may have an object and its earlier state, and an API server may be set up for large objects.
constexpr std::size_t webhook_body_bytes_max = std::size_t{128} << 20;
/// Longer than the 90 s for which the API server keeps a connection, because the API server does not repeat a
/// review if the connection ends (k8s.io/apiserver, transport defaults of Go).
constexpr std::chrono::minutes webhook_idle_time{10};

} // namespace

void add_webhook_listener(const cli::start_options& options, actors::supervision::running_operator_options& run) {
  sys::http::https_identity_files files{options.webhook_certificate, options.webhook_key};
  std::istringstream clients(options.webhook_client_ca);
  for (std::string file; std::getline(clients, file, ',');)
    if (!file.empty()) files.clients.push_back(file);
  auto identity = sys::http::https_identity::load(std::move(files));
  if (!identity) {
    run.why_no_webhooks = "the certificate of an authority cannot be used (" + identity.error().message
                          + "): correct --validating-webhook-client-ca, and restart the operator";
    return;
  }
  run.webhooks = sys::http::listener_options{
    .address = sys::http::tcp_address{options.webhook_listen_address, options.webhook_listen_port},
    .body_bytes_max = webhook_body_bytes_max,
    .idle_time = webhook_idle_time,
    .identity = std::move(*identity)};
}

} // namespace commands
