#include "commands/webhook_listener.hpp"

#include "kube/access/token_subject.hpp"
#include "setup/memory_shares.hpp"
#include "sys/files/files.hpp"
#include "sys/http/https_identity.hpp"
#include "sys/process/memory_limit.hpp"

#include <chrono>
#include <sstream>
#include <string>
#include <utility>

namespace commands {

namespace {

/// Longer than the 90 s for which the API server keeps a connection, because the API server does not repeat a
/// review if the connection ends (k8s.io/apiserver, transport defaults of Go).
constexpr std::chrono::minutes webhook_idle_time{10};

/// A mount may bring the files later, so named files count also while they are missing.
bool has_certificate_files(const cli::start_options& options) {
  const cli::start_options defaults;
  const bool are_named =
    options.webhook_certificate != defaults.webhook_certificate || options.webhook_key != defaults.webhook_key;
  return are_named || !options.webhook_inject_ca_from.empty()
         || sys::files::read_file(options.webhook_certificate).has_value();
}

core::webhooks::authority_source authority_of(const cli::start_options& options) {
  using core::webhooks::authority_source;
  if (!options.webhook_inject_ca_from.empty()) return authority_source::injected;
  return has_certificate_files(options) ? authority_source::file : authority_source::own;
}

} // namespace

void add_webhook_listener(const cli::start_options& options, actors::supervision::running_operator_options& run) {
  sys::http::https_identity_files files;
  if (has_certificate_files(options)) files = {options.webhook_certificate, options.webhook_key};
  std::istringstream clients(options.webhook_client_ca);
  for (std::string file; std::getline(clients, file, ',');)
    if (!file.empty()) files.clients.push_back(file);
  auto identity = sys::http::https_identity::load(std::move(files));
  if (!identity) {
    run.why_no_webhooks = "the certificate of an authority cannot be used (" + identity.error().message
                          + "): correct --validating-webhook-client-ca, and restart the operator";
    return;
  }
  const auto bodies = core::webhooks::body_limits_of(options.webhook_body_bytes_max,
                                                     setup::memory_shares_of(sys::process::memory_limit()).reviews);
  run.review_bodies = bodies;
  run.webhooks = sys::http::listener_options{
    .address = sys::http::tcp_address{options.webhook_listen_address, options.webhook_listen_port},
    .body_bytes_max = bodies.conversion,
    .bodies_bytes_max = bodies.all,
    .idle_time = webhook_idle_time,
    .identity = std::move(*identity),
    // Answers to conversions are as long as their questions. A reader that stops would make other readers of
    // long answers lose their connections.
    .answers_bytes_max = bodies.all};
}

void add_webhook_registration(const cli::start_options& options,
                              const actors::supervision::running_operator_options& run,
                              const kube::access::cluster& cluster, actors::supervision::operator_setup& setup) {
  actors::webhooks::registrar_options registrar;
  auto& place = registrar.registration;
  place.configuration = options.webhook_configuration;
  place.url = options.webhook_url;
  place.namespace_name = options.namespace_name;
  place.service = options.webhook_service;
  place.config_map = setup.is_shell_operator ? std::string() : options.config_map;
  place.owner = options.namespace_name + "/" + setup.helm.platform.name;
  place.inject_ca_from = options.webhook_inject_ca_from;
  place.authority = authority_of(options);
  if (place.authority == core::webhooks::authority_source::own) place.secret = options.webhook_secret;
  registrar.read_authority = [file = options.webhook_ca] { return sys::files::read_file(file); };
  registrar.user_of_token = [identity = cluster.identity] {
    const auto file = sys::files::read_file(identity.token_file);
    return kube::access::subject_of_token(file ? *file : identity.token);
  };
  if (run.webhooks)
    registrar.serve = [identity = run.webhooks->identity](const std::string& certificate, const std::string& key) {
      return identity->offer(certificate, key);
    };
  setup.registration = std::move(registrar);
}

} // namespace commands
