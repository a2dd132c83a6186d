#include "kube/access/kubeconfig.hpp"

#include "kube/access/certificate.hpp"
#include "kube/access/kubeconfig_file.hpp"
#include "kube/access/token_syntax.hpp"
#include "text/json/address_login.hpp"
#include "text/plain/base64.hpp"

#include <optional>

namespace kube::access {

namespace {

using base::error_code;

std::string names_of(const merged_kubeconfig::entries& entries) {
  std::string out;
  for (const auto& [name, entry] : entries) out += (out.empty() ? "'" : ", '") + name + "'";
  return out.empty() ? "none" : out;
}

std::string list_of(const std::vector<std::string>& files) {
  std::string out;
  for (const auto& file : files) out += (out.empty() ? "" : ":") + file;
  return out;
}

/// Paths in a kubeconfig are relative to the file they stand in.
std::string resolve(const std::string& path, const std::string& kubeconfig) {
  const auto slash = kubeconfig.rfind('/');
  if (path.starts_with('/') || slash == std::string::npos) return path;
  return kubeconfig.substr(0, slash + 1) + path;
}

/// The file of a PEM; empty if there is no file or the PEM is inline.
std::string file_of(const kubeconfig_entry& entry, const std::string& name) {
  if (!entry.body.string_at(name + "-data").value_or("").empty()) return {};
  const auto path = entry.body.string_at(name).value_or("");
  return path.empty() ? path : resolve(path, entry.file);
}

/// A PEM that is inline as `NAME-data` (base64, counts first) or in a file as `NAME`; empty if there is
/// neither.
base::result<std::string> read_pem(const kubeconfig_entry& entry, const std::string& name, const file_reader& read) {
  if (const auto data = entry.body.string_at(name + "-data"); data && !data->empty()) {
    auto decoded = text::decode_base64(*data);
    if (!decoded) return base::fail(error_code::invalid_input, name + "-data is not base64");
    return std::move(*decoded);
  }
  const auto path = file_of(entry, name);
  if (path.empty()) return std::string{};
  auto text = read(path);
  if (!text) return base::fail(name, text.error());
  return text;
}

bool is_true(const text::json& object, std::string_view key) {
  const auto* member = object.find(key);
  return member && member->is_bool() && member->as_bool();
}

base::result<void> read_cluster(const kubeconfig_entry& entry, const file_reader& read, cluster& out) {
  out.address = entry.body.string_at("server").value_or("");
  // The log, pages and metrics show the address, and would show the login.
  if (text::has_login(out.address))
    return base::fail(error_code::invalid_input,
                      "'server' with a login (user@host) or a query is not supported; use a client certificate or "
                      "a token");
  if (!out.address.starts_with("https://") && !out.address.starts_with("http://"))
    return base::fail(error_code::invalid_input,
                      "'server' must be a URL such as https://127.0.0.1:6443, got '" + out.address + "'");
  // The paths of requests begin with a slash.
  while (out.address.ends_with('/')) out.address.pop_back();
  out.skip_tls_verify = is_true(entry.body, "insecure-skip-tls-verify");
  out.tls_server_name = entry.body.string_at("tls-server-name").value_or("");
  auto proxy = proxy_of_kubeconfig(entry.body.string_at("proxy-url").value_or(""));
  if (!proxy) return tl::unexpected(std::move(proxy.error()));
  out.proxy = std::move(*proxy);
  auto ca = read_pem(entry, "certificate-authority", read);
  if (!ca) return tl::unexpected(std::move(ca.error()));
  out.ca_file = file_of(entry, "certificate-authority");
  // An empty file is refused, because an empty text would mean the authorities of the machine, and the user
  // has named other authorities.
  if (auto expiry = expiry_of_certificate(*ca); !expiry && !(ca->empty() && out.ca_file.empty()))
    return base::fail("certificate-authority", expiry.error());
  out.ca_pem = std::move(*ca);
  return {};
}

base::result<void> refuse_unsupported(const text::json& user) {
  const auto is_set = [&user](const char* key) {
    const auto* value = user.find(key);
    if (value == nullptr || value->is_null()) return false;
    return !value->is_string() || !value->as_string().empty();
  };
  if (is_set("auth-provider"))
    return base::fail(error_code::invalid_input,
                      "'auth-provider' is not supported; use a client certificate, a token (for example one of "
                      "'kubectl create token') or 'exec'");
  return {};
}

/// Basic authentication. API servers have had no such login since Kubernetes 1.19, but proxies before them
/// have.
base::result<void> read_password(const text::json& user, credentials& out) {
  out.user_name = user.string_at("username").value_or("");
  out.password = user.string_at("password").value_or("");
  if (out.user_name.empty() && !out.password.empty())
    return base::fail(error_code::invalid_input, "'password' needs 'username' beside it");
  // RFC 7617: the colon ends the user name.
  if (out.user_name.find(':') != std::string::npos)
    return base::fail(error_code::invalid_input, "'username' must not have a colon, so it cannot be sent");
  // As with client-go, which would have to send two proofs in a single header.
  if (!out.user_name.empty() && (!out.token.empty() || !out.token_file.empty()))
    return base::fail(error_code::invalid_input, "'username' and a token exclude each other: remove one of them");
  return {};
}

/// The program in the `exec` of a user. A command with a slash is relative to the kubeconfig, as client-go
/// has it.
base::result<credential_plugin> read_plugin(const text::json& exec, const std::string& file) {
  credential_plugin out;
  out.api_version = exec.string_at("apiVersion").value_or("");
  if (out.api_version != "client.authentication.k8s.io/v1" && out.api_version != "client.authentication.k8s.io/v1beta1")
    return base::fail(error_code::invalid_input,
                      "exec: apiVersion '" + out.api_version
                        + "' is not supported; it must be client.authentication.k8s.io/v1 or "
                          "client.authentication.k8s.io/v1beta1");
  out.command = exec.string_at("command").value_or("");
  if (out.command.empty()) return base::fail(error_code::invalid_input, "exec: there is no command");
  if (out.command.find('/') != std::string::npos) out.command = resolve(out.command, file);
  if (exec.string_at("interactiveMode") == "Always")
    return base::fail(error_code::invalid_input,
                      "exec: '" + out.command
                        + "' wants to talk to a person (interactiveMode: Always), and there is "
                          "none; use a plugin with interactiveMode Never or IfAvailable");
  if (const auto* arguments = exec.find("args"); arguments && arguments->is_array())
    for (const auto& x : arguments->as_array())
      if (x.is_string()) out.arguments.push_back(x.as_string());
  if (const auto* environment = exec.find("env"); environment && environment->is_array())
    for (const auto& x : environment->as_array())
      out.environment.emplace_back(x.string_at("name").value_or(""), x.string_at("value").value_or(""));
  out.install_hint = exec.string_at("installHint").value_or("");
  out.provide_cluster = is_true(exec, "provideClusterInfo");
  return out;
}

/// The extension of the cluster's entry for plugins, as JSON; empty if there is no extension.
std::string plugin_config_of(const kubeconfig_entry& cluster) {
  const auto* extensions = cluster.body.find("extensions");
  if (!extensions || !extensions->is_array()) return {};
  for (const auto& x : extensions->as_array())
    if (const auto* content = x.find("extension");
        content && x.string_at("name") == "client.authentication.k8s.io/exec")
      return content->dump();
  return {};
}

base::result<void> read_user(const kubeconfig_entry& entry, const file_reader& read,
                             std::chrono::system_clock::time_point now, credentials& out) {
  if (auto supported = refuse_unsupported(entry.body); !supported) return supported;
  auto as = read_impersonation(entry.body);
  if (!as) return tl::unexpected(std::move(as.error()));
  out.as = std::move(*as);
  if (const auto* exec = entry.body.find("exec"); exec && exec->is_object()) {
    auto plugin = read_plugin(*exec, entry.file);
    if (!plugin) return tl::unexpected(plugin.error());
    out.plugin = std::move(*plugin);
    return {};
  }
  auto certificate = read_pem(entry, "client-certificate", read);
  if (!certificate) return tl::unexpected(std::move(certificate.error()));
  auto key = read_pem(entry, "client-key", read);
  if (!key) return tl::unexpected(std::move(key.error()));
  if (certificate->empty() != key->empty())
    return base::fail(error_code::invalid_input, "client-certificate and client-key must be given together");
  if (!certificate->empty())
    if (auto valid = check_client_certificate(*certificate, *key, now); !valid) return valid;
  out.client_certificate_pem = std::move(*certificate);
  out.client_key_pem = std::move(*key);
  out.client_certificate_file = file_of(entry, "client-certificate");
  out.client_key_file = file_of(entry, "client-key");
  out.token = entry.body.string_at("token").value_or("");
  if (auto usable = check_token(out.token); !usable) return base::fail("token", usable.error());
  const auto token_file = entry.body.string_at("tokenFile").value_or("");
  if (!token_file.empty()) {
    out.token_file = resolve(token_file, entry.file);
    const auto token = read(out.token_file).and_then([](const std::string& text) { return token_in(text); });
    if (!token) return base::fail("tokenFile", token.error());
  }
  return read_password(entry.body, out);
}

/// Finds the entry to which a context refers.
base::result<const kubeconfig_entry*> find_entry(const merged_kubeconfig::entries& entries, const std::string& what,
                                                 const std::string& name) {
  const auto entry = entries.find(name);
  if (entry == entries.end())
    return base::fail(error_code::invalid_input,
                      "refers to " + what + " '" + name + "', which is not there; there are: " + names_of(entries));
  return &entry->second;
}

/// Whether a context has no credentials because it names no user, or because the file has no list of users,
/// as the kubeconfig of a local proxy or a tunnel. A user name that is missing in a list of users is a
/// mistake, although client-go accepts it.
bool is_anonymous(const merged_kubeconfig& config, const std::string& user) {
  return config.users.empty() || (user.empty() && !config.users.contains(user));
}

base::result<cluster> follow_context(const merged_kubeconfig& config, const kubeconfig_entry& context,
                                     const kubeconfig_options& options, const file_reader& read) {
  cluster result;
  const auto cluster_name = context.body.string_at("cluster").value_or("");
  const auto cluster_entry = find_entry(config.clusters, "cluster", cluster_name);
  if (!cluster_entry) return tl::unexpected(cluster_entry.error());
  if (auto done = read_cluster(**cluster_entry, read, result); !done)
    return base::fail("cluster '" + cluster_name + "' in " + (*cluster_entry)->file, done.error());
  const auto user_name = context.body.string_at("user").value_or("");
  if (!is_anonymous(config, user_name)) {
    const auto user = find_entry(config.users, "user", user_name);
    if (!user) return tl::unexpected(user.error());
    if (auto done = read_user(**user, read, options.now, result.identity); !done)
      return base::fail("user '" + user_name + "' in " + (*user)->file, done.error());
    if (result.identity.plugin) result.identity.plugin->cluster_config = plugin_config_of(**cluster_entry);
    // Without TLS every computer on the way could read a token, so client-go sends no token
    // (`IsConfigTransportTLS`).
    if (result.address.starts_with("http://")) result.identity = {};
  }
  if (auto own = context.body.string_at("namespace"); own && !own->empty()) result.default_namespace = std::move(*own);
  return result;
}

} // namespace

std::vector<std::string> split_path_list(std::string_view list) {
  std::vector<std::string> paths;
  while (!list.empty()) {
    const auto end = list.find(':');
    if (const auto path = list.substr(0, end); !path.empty()) paths.emplace_back(path);
    list.remove_prefix(end == std::string_view::npos ? list.size() : end + 1);
  }
  return paths;
}

base::result<cluster> load_kubeconfig(const kubeconfig_options& options, const file_reader& read) {
  const auto config = read_kubeconfigs(options.paths, read);
  if (!config) return tl::unexpected(config.error());
  const auto files = list_of(config->files);
  const auto& name = options.context.empty() ? config->current_context : options.context;
  if (name.empty())
    return base::fail(error_code::invalid_input, "kubeconfig " + files + " has no current-context; choose one with "
                                                   + "--kube-context, there are: " + names_of(config->contexts));
  const auto context = config->contexts.find(name);
  if (context == config->contexts.end())
    return base::fail(error_code::invalid_input, "kubeconfig " + files + " has no context '" + name
                                                   + "'; there are: " + names_of(config->contexts));
  auto result = follow_context(*config, context->second, options, read);
  if (!result) return base::fail("kubeconfig context '" + name + "'", result.error());
  result->origin = "context '" + name + "' of " + context->second.file;
  return result;
}

} // namespace kube::access
