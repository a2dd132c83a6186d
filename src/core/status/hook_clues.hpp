#pragma once

#include "core/status/cluster_sights.hpp"
#include "core/status/hook_status.hpp"
#include "core/status/value_places.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace core::status {

/// The text of the files of hooks, by the path. Binaries and long files may be missing.
using hook_texts = std::map<std::string, std::string>;

/// Whether the text has the place of a value: `global.license.key`, as JSON pointer or with dots.
[[nodiscard]] bool names_value(const std::string& text, const std::string& place);

/// Completes the places of values with the hooks that may be behind them. For a missing value: the hooks that
/// name it in their file, or, without such a hook, hooks that have not run yet; these are guesses, and the
/// words say so. For a value of a hook: the object whose event has woken the hook, and whether a binding of
/// the hook is in queue `main`.
/// @param seen with the sights of `sights_of_values`, as far as the API server has answered
void add_hook_clues(value_places& places, const std::vector<hook_status>& hooks, const hook_texts& texts,
                    const cluster_sights& seen, std::int64_t now_us);

/// The objects whose events have woken the hooks that have set these values: their last writers explain them.
[[nodiscard]] std::vector<sight> sights_of_values(const value_places& places, const std::vector<hook_status>& hooks);

/// The hooks that may have written these files, by the words in the names of the files: `hook
/// 'hooks/10-collect.sh' of module 'report' may write them, because the file of the hook has the word
/// 'usage-'`; empty: no hook has such words.
[[nodiscard]] std::string writer_of_files(const std::vector<std::string>& names, const std::vector<hook_status>& hooks,
                                          const hook_texts& texts);

} // namespace core::status
