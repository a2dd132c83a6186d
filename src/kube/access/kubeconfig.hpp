#pragma once

#include "kube/access/cluster.hpp"

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace kube::access {

struct kubeconfig_options {
  /// Files in order of precedence: of several entries with the same name, and of several values of a setting,
  /// the first counts. If there are several paths, missing files are skipped if at least one file exists.
  std::vector<std::string> paths;
  std::string context;                       ///< empty: the file's `current-context`
  std::chrono::system_clock::time_point now; ///< decides whether a client certificate has expired
};

/// The paths in `$KUBECONFIG`, which colons separate; empty paths are left out.
[[nodiscard]] std::vector<std::string> split_path_list(std::string_view list);

/// The cluster of a context of a kubeconfig.
///
/// Client certificates, keys and CAs may be inline (base64) or files, relative to the kubeconfig that names
/// them; tokens inline or in a file. The proxy comes from `proxy-url` alone, not from the environment. If a
/// user has an exec plugin, only the plugin counts, and impersonation. Plugins that want to talk to a person,
/// auth providers, and a password beside a token are refused. A context without a user, a user without a
/// body, and a context of a file without users are anonymous. A cluster with an http:// address gets no
/// credentials.
///
/// Errors name the file, the context, user or cluster in it, and the next step: as `read` for files,
/// `invalid_input` for all else, an expired client certificate included.
[[nodiscard]] base::result<cluster> load_kubeconfig(const kubeconfig_options& options, const file_reader& read);

} // namespace kube::access
