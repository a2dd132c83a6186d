#pragma once

#include "core/webhooks/webhook_owners.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace core::webhooks {

/// Why a registered webhook is not wanted by a hook.
enum class unclaimed {
  given_up,    ///< a written wish or this process has given it up, or no operator has registered it
  dropped,     ///< its hook's file does not ask for it any more, and has changed, or was not known
  not_asked,   ///< its hook's file does not ask for it any more, and is the same
  awaited,     ///< its hook may still want it
  ownerless,   ///< the annotation does not name its hook
  module_gone, ///< no module has the name of its module
  module_off,  ///< its module is off, and no written wish says so
  hook_gone,   ///< its hook is not among the hooks that were asked, or its answer is in doubt
};

/// Whether the registered webhook goes.
[[nodiscard]] constexpr bool goes(unclaimed x) noexcept {
  return x == unclaimed::given_up || x == unclaimed::dropped;
}

/// Hook files by their names, with the digests of their contents; empty: the content is not known.
using asked_files = std::map<std::string, std::string>;

/// The facts about the owners of webhooks that decide whether a registered webhook may go. An absence alone
/// gives no webhook up, because the webhook may guard a policy: a file, a directory, a flag or a tool may be
/// lost.
struct known_owners {
  std::set<std::string> present; ///< the modules of this process, and the empty name for the global hooks
  /// Module -> the hook files that have answered `--config` without a doubt. A module without an entry has
  /// not been asked.
  std::map<std::string, asked_files> asked;
  std::set<std::string> off;   ///< modules that are off
  std::set<std::string> owned; ///< webhooks that hooks of this process have, or had until their module went off
  /// Names, of modules or not, that a written wish switches off: a flag, or an `enabled` script without a
  /// doubt. Empty: no discovery has ended yet.
  std::optional<std::set<std::string>> switched_off;
};

/// The file of a hook among these; null: it is not among them. The hooks of a program with several hooks are
/// named after its file: `hooks/program:NAME:ARGUMENT`.
[[nodiscard]] const asked_files::value_type* file_of(const asked_files& files, const std::string& hook);

/// The judgement about a registered webhook that no hook wants.
/// @param owner null: no operator has registered it
[[nodiscard]] unclaimed judge(const known_owners& known, const std::string& name, const webhook_owner* owner);

} // namespace core::webhooks
