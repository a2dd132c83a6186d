#pragma once

#include "kube/access/cluster.hpp"
#include "kube/access/trust_reader.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kube::access {

/// The call of a credential plugin: a program that prints an ExecCredential (client.authentication.k8s.io/v1
/// or v1beta1).
struct plugin_call {
  std::string command; ///< a path, or a name that is looked for in $PATH
  std::vector<std::string> arguments;
  std::vector<std::string> environment; ///< `NAME=value`, in addition to that of this program
  std::chrono::seconds timeout{60};
};

/// The end of a plugin.
struct plugin_exit {
  int code = 0;
  std::string output;
};

/// Runs a credential plugin to its end. Blocks. Errors: it could not be started, was ended by a signal, or
/// took too long.
using plugin_runner = std::function<base::result<plugin_exit>(const plugin_call&)>;

/// The credentials that a plugin has printed, and their end.
struct plugin_credentials {
  credentials identity;                                         ///< a token, a client certificate with its key, or both
  std::optional<std::chrono::system_clock::time_point> expires; ///< empty: never
};

/// The call of a cluster's plugin, with $KUBERNETES_EXEC_INFO.
/// @pre the cluster's identity has a plugin
[[nodiscard]] plugin_call call_of_plugin(const cluster& x);

/// Runs the plugin of a cluster and reads its output. A plugin that gets the cluster's address and trust gets
/// the authorities as `trust` reads them now. Errors name the command: `unavailable` if it fails,
/// `invalid_input` if its output holds no credentials of the requested kind.
[[nodiscard]] base::result<plugin_credentials> run_plugin(cluster x, trust_reader& trust, const plugin_runner& run);

} // namespace kube::access
