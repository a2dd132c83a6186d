#pragma once

#include <string>

namespace setup {

/// The Helm to use.
struct helm_binary {
  std::string path;   ///< absolute; empty: no Helm. Charts then fail with a message, modules without a chart run.
  bool stays = false; ///< it is the Helm worker (subcommand `worker`), a process for all tasks
};

/// Finds the Helm to use. If the user names a Helm (`--helm-binary`, `$HELM_BIN`; a name without a slash is
/// looked for in `$PATH`), it is started for each task. Otherwise the Helm of this program is the Helm
/// worker: `addon-operator-helm` beside this program, or `../lib/addon-operator/helm`. If there is no such
/// file, the first helm in `$PATH` is started for each task. Without a helm in `$PATH`, a Helm 4 in the cache
/// that the project's scripts fill is started: of several, the last by the names of their directories.
/// @param given may be empty
[[nodiscard]] helm_binary find_helm_binary(const std::string& given);

/// Finds a Helm as `find_helm_binary`, but never the Helm worker: the Helm is started for each task.
[[nodiscard]] helm_binary find_helm_of_command_line(const std::string& given);

/// A warning for people if a Helm is started for each task although the user has named none: the Helm worker
/// is missing, and with it the protection of objects that a module has taken over, and of passwords whose
/// records are lost. Empty: no warning.
/// @param given as for `find_helm_binary`
[[nodiscard]] std::string remark_on(const helm_binary& x, const std::string& given);

/// A text that differs for each build of Helm. It is made from the file without starting it. For a script the
/// identity is made of its text, and does not depend on the program that the script starts. Empty: the file
/// cannot be read.
[[nodiscard]] std::string helm_identity(const std::string& path);

} // namespace setup
