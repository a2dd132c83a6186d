#pragma once

#include <string>

/// The absolute path of the helm to use: `$HELM_BIN` (a name without a slash is looked for in `$PATH`), else the first
/// one in `$PATH`, else the newest one in the cache that the project's scripts fill. Empty if there is none; charts then
/// fail with a message, modules without a chart run.
[[nodiscard]] std::string find_helm_binary();
