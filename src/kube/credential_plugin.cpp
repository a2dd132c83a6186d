#include "kube/credential_plugin.hpp"

#include "core/text/base64.hpp"
#include "core/text/json.hpp"
#include "kube/certificate.hpp"

#include <cstdio>
#include <ctime>
#include <utility>

namespace kube {

namespace {

using core::error_code;
using core::json;
using time_point = std::chrono::system_clock::time_point;

/// RFC 3339 as Go's encoding/json writes it: `2026-01-01T00:00:00Z`, perhaps with a fraction or an offset.
std::optional<time_point> time_of(const std::string& text) {
  std::tm time{};
  int read = 0;
  if (std::sscanf(text.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d%n", &time.tm_year, &time.tm_mon, &time.tm_mday, &time.tm_hour,
                  &time.tm_min, &time.tm_sec, &read)
        != 6
      || read == 0)
    return std::nullopt;
  time.tm_year -= 1900;
  time.tm_mon -= 1;
  auto rest = text.substr(static_cast<std::size_t>(read));
  if (rest.starts_with('.')) rest.erase(0, rest.find_first_not_of("0123456789", 1));
  int hours = 0;
  int minutes = 0;
  char sign = '+';
  if (rest != "Z" && std::sscanf(rest.c_str(), "%c%2d:%2d", &sign, &hours, &minutes) != 3) return std::nullopt;
  const std::chrono::seconds offset = std::chrono::hours(hours) + std::chrono::minutes(minutes);
  const auto local = std::chrono::system_clock::from_time_t(timegm(&time));
  return sign == '-' ? local + offset : local - offset;
}

json shown_cluster(const cluster& x) {
  json::object_type out{{"server", x.address}};
  if (!x.tls_server_name.empty()) out.emplace_back("tls-server-name", x.tls_server_name);
  if (x.skip_tls_verify) out.emplace_back("insecure-skip-tls-verify", true);
  if (!x.ca_pem.empty()) out.emplace_back("certificate-authority-data", core::encode_base64(x.ca_pem));
  if (auto config = core::parse_json(x.identity.plugin->cluster_config)) out.emplace_back("config", std::move(*config));
  return json::object(std::move(out));
}

core::error wrong_output(const std::string& why) {
  return {error_code::invalid_input, why};
}

core::result<plugin_credentials> read_exec_credential(const std::string& text, const std::string& api_version) {
  const auto document = core::parse_json(text);
  if (!document) return tl::unexpected(wrong_output("its output is no JSON"));
  if (document->string_at("kind") != "ExecCredential" || document->string_at("apiVersion") != api_version)
    return tl::unexpected(wrong_output("its output is no ExecCredential of " + api_version));
  const auto* status = document->find("status");
  if (status == nullptr || !status->is_object())
    return tl::unexpected(wrong_output("its ExecCredential has no status"));
  plugin_credentials out;
  out.identity.token = status->string_at("token").value_or("");
  out.identity.client_certificate_pem = status->string_at("clientCertificateData").value_or("");
  out.identity.client_key_pem = status->string_at("clientKeyData").value_or("");
  if (out.identity.client_certificate_pem.empty() != out.identity.client_key_pem.empty())
    return tl::unexpected(
      wrong_output("its ExecCredential must have clientCertificateData and clientKeyData together"));
  if (out.identity == credentials{})
    return tl::unexpected(wrong_output("its ExecCredential has neither a token nor a client certificate"));
  if (!out.identity.client_certificate_pem.empty())
    if (auto pair =
          check_client_certificate(out.identity.client_certificate_pem, out.identity.client_key_pem, time_point::min());
        !pair)
      return tl::unexpected(wrong_output(pair.error().message));
  const auto expires = status->string_at("expirationTimestamp").value_or("");
  if (expires.empty()) return out;
  out.expires = time_of(expires);
  if (!out.expires) return tl::unexpected(wrong_output("its expirationTimestamp is no time: '" + expires + "'"));
  return out;
}

} // namespace

plugin_call call_of_plugin(const cluster& x) {
  const auto& plugin = *x.identity.plugin;
  plugin_call call{.command = plugin.command, .arguments = plugin.arguments, .environment = {}};
  for (const auto& [name, value] : plugin.environment) call.environment.push_back(name + "=" + value);
  json::object_type spec{{"interactive", false}};
  if (plugin.provide_cluster) spec.emplace_back("cluster", shown_cluster(x));
  const auto info = json::object(
    {{"kind", "ExecCredential"}, {"apiVersion", plugin.api_version}, {"spec", json::object(std::move(spec))}});
  call.environment.push_back("KUBERNETES_EXEC_INFO=" + info.dump());
  return call;
}

core::result<plugin_credentials> run_plugin(const cluster& x, const plugin_runner& run) {
  const auto& plugin = *x.identity.plugin;
  const auto context = "credential plugin '" + plugin.command + "' of " + x.origin;
  const auto hint = plugin.install_hint.empty() ? std::string() : "; " + plugin.install_hint;
  const auto exit = run(call_of_plugin(x));
  if (!exit) return core::fail(error_code::unavailable, context + ": " + exit.error().message + hint);
  if (exit->code != 0)
    return core::fail(error_code::unavailable, context + " ended with exit code " + std::to_string(exit->code)
                                                 + (exit->last_error_line.empty() ? "" : ": " + exit->last_error_line));
  auto given = read_exec_credential(exit->output, plugin.api_version);
  if (!given) return core::fail(context, given.error());
  return given;
}

} // namespace kube
