#pragma once

#include "text/json/json.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <string>

namespace core::webhooks {

/// The annotation of a configuration with the hook of each registered webhook, so that the next process knows
/// whose webhook has no hook any more.
inline constexpr auto owners_annotation = "addon-operator/hooks";

/// Bound of the annotation. With a longer text, all webhooks have an unknown owner: the annotations of an
/// object have 256 KiB at most (Kubernetes API, `metadata.annotations`).
inline constexpr std::size_t owners_bytes_max = std::size_t{128} << 10U;

/// The hook that a webhook was registered for.
struct webhook_owner {
  std::string module; ///< empty: a global hook
  std::string hook;   ///< `hooks/limits.sh`; empty: the owner is not known
  std::string file{}; ///< digest of the hook's file when it asked for the webhook; empty: not known

  friend bool operator==(const webhook_owner&, const webhook_owner&) = default;
};

/// Owners by the names of webhooks.
using owners_by_name = std::map<std::string, webhook_owner, std::less<>>;

/// The text of the annotation: `{"a.b.c":{"file":"0123…","hook":"hooks/a.sh","module":"web"}}`, without
/// `file` if it is not known. Empty: it would be too long.
[[nodiscard]] std::string owners_text(const owners_by_name& all);

/// The webhooks that operators have registered in a configuration. If it has no annotation, like those of
/// older versions, or another text, these are all its entries, with an unknown owner.
/// @param configuration null: it does not exist
[[nodiscard]] owners_by_name owners_in(const text::json* configuration);

/// `hook 'hooks/a.sh' of module 'web'`, `global hook 'a.sh'`
[[nodiscard]] std::string words_on(const webhook_owner& x);

} // namespace core::webhooks
