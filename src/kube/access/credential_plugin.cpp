#include "kube/access/credential_plugin.hpp"

#include "kube/access/certificate.hpp"
#include "kube/access/token_syntax.hpp"
#include "text/json/json.hpp"
#include "text/plain/base64.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

namespace kube::access {

namespace {

using base::error_code;
using text::json;
using time_point = std::chrono::system_clock::time_point;

/// Takes a number with exactly this many digits from the beginning of a text; nullopt: the text does not
/// begin with such a number.
std::optional<int> take_number(std::string_view& text, std::size_t digits) {
  int number = 0;
  const auto part = text.substr(0, digits);
  const auto [end, failure] = std::from_chars(part.data(), part.data() + part.size(), number);
  // `from_chars` reads a sign as a part of the number, which RFC 3339 does not allow.
  if (failure != std::errc() || part.size() != digits || end != part.data() + digits || part.front() == '-')
    return std::nullopt;
  text.remove_prefix(digits);
  return number;
}

bool take(std::string_view& text, char mark) {
  if (!text.starts_with(mark)) return false;
  text.remove_prefix(1);
  return true;
}

/// Two numbers of two digits with a colon between.
std::optional<std::chrono::minutes> take_hours_and_minutes(std::string_view& text) {
  const auto hours = take_number(text, 2);
  if (!hours || !take(text, ':')) return std::nullopt;
  const auto minutes = take_number(text, 2);
  if (!minutes) return std::nullopt;
  return std::chrono::hours(*hours) + std::chrono::minutes(*minutes);
}

std::optional<std::chrono::sys_days> take_date(std::string_view& text) {
  const auto year = take_number(text, 4);
  if (!year || !take(text, '-')) return std::nullopt;
  const auto month = take_number(text, 2);
  if (!month || !take(text, '-')) return std::nullopt;
  const auto day = take_number(text, 2);
  if (!day) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  return date.ok() ? std::optional<std::chrono::sys_days>(date) : std::nullopt;
}

/// RFC 3339 as Go writes it: `2026-01-01T00:00:00Z`, perhaps with a fraction or an offset. The fraction is
/// dropped.
std::optional<time_point> time_of(std::string_view text) {
  const auto date = take_date(text);
  if (!date || !take(text, 'T')) return std::nullopt;
  const auto time = take_hours_and_minutes(text);
  if (!time || !take(text, ':')) return std::nullopt;
  const auto seconds = take_number(text, 2);
  if (!seconds) return std::nullopt;
  if (take(text, '.')) text.remove_prefix(std::min(text.find_first_not_of("0123456789"), text.size()));
  const time_point local = *date + *time + std::chrono::seconds(*seconds);
  if (text == "Z") return local;
  const bool is_east = take(text, '+');
  if (!is_east && !take(text, '-')) return std::nullopt;
  const auto offset = take_hours_and_minutes(text);
  if (!offset || !text.empty()) return std::nullopt;
  return is_east ? local - *offset : local + *offset;
}

json shown_cluster(const cluster& x) {
  json::object_type out{{"server", x.address}};
  if (!x.tls_server_name.empty()) out.emplace_back("tls-server-name", x.tls_server_name);
  if (x.skip_tls_verify) out.emplace_back("insecure-skip-tls-verify", true);
  if (x.proxy) out.emplace_back("proxy-url", url_of(*x.proxy));
  if (!x.ca_pem.empty()) out.emplace_back("certificate-authority-data", text::encode_base64(x.ca_pem));
  if (auto config = text::parse_json(x.identity.plugin->cluster_config)) out.emplace_back("config", std::move(*config));
  return json::object(std::move(out));
}

base::error wrong_output(const std::string& why) {
  return {error_code::invalid_input, why};
}

base::result<plugin_credentials> read_exec_credential(const std::string& text, const std::string& api_version) {
  const auto document = text::parse_json(text);
  if (!document) return tl::unexpected(wrong_output("its output is no JSON"));
  if (document->string_at("kind") != "ExecCredential" || document->string_at("apiVersion") != api_version)
    return tl::unexpected(wrong_output("its output is no ExecCredential of " + api_version));
  const auto* status = document->find("status");
  if (status == nullptr || !status->is_object())
    return tl::unexpected(wrong_output("its ExecCredential has no status"));
  plugin_credentials out;
  out.identity.token = status->string_at("token").value_or("");
  if (auto usable = check_token(out.identity.token); !usable)
    return tl::unexpected(wrong_output(usable.error().message));
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
  // The operator has no terminal at which a plugin could ask a user.
  json::object_type spec{{"interactive", false}};
  if (plugin.provide_cluster) spec.emplace_back("cluster", shown_cluster(x));
  const auto info = json::object(
    {{"kind", "ExecCredential"}, {"apiVersion", plugin.api_version}, {"spec", json::object(std::move(spec))}});
  call.environment.push_back("KUBERNETES_EXEC_INFO=" + info.dump());
  return call;
}

base::result<plugin_credentials> run_plugin(cluster x, trust_reader& trust, const plugin_runner& run) {
  // The file of authorities may have been renewed since the kubeconfig was read, so the plugin gets its
  // present content.
  x.ca_pem = *trust.read();
  const auto& plugin = *x.identity.plugin;
  const auto context = "credential plugin '" + plugin.command + "' of " + x.origin;
  const auto hint = plugin.install_hint.empty() ? std::string() : "; " + plugin.install_hint;
  const auto exit = run(call_of_plugin(x));
  if (!exit) return base::fail(error_code::unavailable, context + ": " + exit.error().message + hint);
  if (exit->code != 0)
    return base::fail(error_code::unavailable, context + " ended with exit code " + std::to_string(exit->code)
                                                 + " (what it has written is in the log: credential_plugin_failed)");
  auto given = read_exec_credential(exit->output, plugin.api_version);
  if (!given) return base::fail(context, given.error());
  given->identity.as = x.identity.as;
  return given;
}

} // namespace kube::access
