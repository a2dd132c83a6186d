#pragma once

#include "core/releases/objection.hpp"
#include "core/releases/values_read.hpp"
#include "text/json/json.hpp"
#include "text/json/json_pointer.hpp"

#include <string>
#include <vector>

namespace core::releases {

struct planned_upgrade;

/// A slip in a key of the ConfigMap or of a values file. The written key is new and has no reader. The meant
/// key has a reader, and the ConfigMap or file does not have it any more. Either the meant key is beside the
/// written key, and they differ by a letter or two. Or the meant key is elsewhere in the section, has the
/// same last part and had the same value: the user has written `persistence.enabled: true` as a single key, a
/// key with less indentation, or a key below another key.
struct misspelt_value {
  enum class place { config_map, values_file };

  text::json_pointer written;      ///< `/web/szie`
  text::json_pointer meant;        ///< `/web/size`
  place where = place::config_map; ///< of the written key

  friend bool operator==(const misspelt_value&, const misspelt_value&) = default;
};

/// The inputs of `misspelt_values`.
struct value_edit {
  const text::json& before;                      ///< the values of the last revision
  const values_read& read;                       ///< by the templates of the last revision
  const text::json& sections;                    ///< of the ConfigMap, or of a values file, now
  const std::vector<text::json_pointer>& unread; ///< places in `sections` that have no reader
};

/// @returns in the order of `unread`, once for each written key
[[nodiscard]] std::vector<misspelt_value> misspelt_values(const value_edit& x);

/// Those that change an upgrade: the value at the place that was meant is another value than before.
[[nodiscard]] std::vector<misspelt_value> losses_by_slips(const planned_upgrade& x);

/// @param effect of the upgrade: `remove ConfigMap/a from the release`
[[nodiscard]] objection objection_to_misspelt(const planned_upgrade& x, const std::vector<misspelt_value>& slips,
                                              const std::string& effect);

} // namespace core::releases
