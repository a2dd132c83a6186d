#pragma once

#include "core/releases/objection.hpp"
#include "core/releases/release.hpp"
#include "core/values/hook_keys.hpp"
#include "text/json/json.hpp"
#include "text/json/json_pointer.hpp"

#include <map>
#include <string>
#include <vector>

namespace core::releases {

/// A key of the ConfigMap that a hook had stored for the last revision, and whose value no user and no hook
/// has given up.
struct lost_key {
  text::json_pointer place; ///< the first token is the section
  std::string label;        ///< of the revision
  std::string by;           ///< the hook that has stored a new value; empty: the key is missing

  friend bool operator==(const lost_key&, const lost_key&) = default;
};

/// True if the labels of the revision name keys that hooks had stored.
[[nodiscard]] bool names_hook_keys(const release& last);

/// The keys that hooks had stored for the revision, and that the ConfigMap has lacked since: they are
/// missing, or a hook that did not find its key has stored another value.
/// @param before the values of the revision
[[nodiscard]] std::vector<lost_key> lost_keys(const release& last, const values::hook_key_standing& now,
                                              const text::json& before);

/// The labels that name the stored keys on the next revision. Labels of the latest revision for keys that the
/// ConfigMap lacks, or that a user or a hook has given up, get `label_taken_away`: Helm would copy them.
/// @param last null: there is no release
[[nodiscard]] std::map<std::string, std::string> hook_key_labels(const release* last,
                                                                 const values::hook_key_standing& now);

/// The labels of the revision for keys that users or hooks have given up.
[[nodiscard]] std::vector<std::string> given_up_key_labels(const release& last, const values::hook_key_standing& now);

/// @param keys at least one
/// @param record kind and name of the revision's record: `secret sh.helm.release.v1.web.v1`
[[nodiscard]] objection objection_to(const std::vector<lost_key>& keys, const std::string& release,
                                     const std::string& namespace_name, const std::string& record);

} // namespace core::releases
