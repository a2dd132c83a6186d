#pragma once

#include "base/error.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace core::config {

/// The maximal length of the reason of a pause in bytes: it stands in a line of /readyz.
inline constexpr std::size_t pause_reason_bytes_max = 500;

/// A pause of a module, as its key in the ConfigMap (`webAppMaintenance`) says.
struct module_pause {
  std::string remark; ///< `since 2026-01-02T03:04:05Z by uid 0: waits for the disk`; may be empty

  friend bool operator==(const module_pause&, const module_pause&) = default;
};

/// Reads the text of such a key: `NoResourceReconciliation`, and a remark behind a `#`. An empty text, or a
/// remark alone, is no pause.
/// @returns `invalid_input` for any other text
/// Why so: docs/decisions/a-pause-stands-in-the-config-map.md
[[nodiscard]] base::result<std::optional<module_pause>> read_pause(std::string_view text);

/// The author of a pause, for its remark.
struct pause_author {
  std::string since;  ///< RFC 3339
  std::string by;     ///< `uid 0 (pid 4711)`
  std::string reason; ///< may be empty
};

/// The text of the key of a pause. It is a single line, whatever the reason contains.
[[nodiscard]] std::string write_pause(const pause_author& x);

} // namespace core::config
