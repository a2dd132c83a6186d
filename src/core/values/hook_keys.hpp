#pragma once

#include "text/json/json.hpp"
#include "text/json/json_pointer.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace core::values {

/// The keys of the ConfigMap that config values patches of hooks have stored, as far as a decision about a
/// release needs them. The first token of each place is the section: `/web/password`.
struct hook_key_standing {
  /// The keys that have the hook's value now, each with the hook for messages; it may be empty: not known.
  std::map<text::json_pointer, std::string> stored;
  /// The keys that hooks have made while the ConfigMap lacked them, each with the checksums of its latest
  /// values since, the newest last. Such a value is no successor of a value that was there before.
  std::map<text::json_pointer, std::vector<std::string>> anew;
  /// The keys whose values have gone with every record of them. The ConfigMap lacks them.
  std::set<text::json_pointer> lost{};
  /// Why keys may be lost that nothing names any more, so that no hook makes a key that the ConfigMap lacks;
  /// empty: no reason.
  std::string doubt{};
  std::int64_t doubt_ends_us = 0;             ///< the end of `doubt`; steady clock
  std::set<text::json_pointer> given_up;      ///< the keys that a user has changed, or a hook has removed
  text::json sections = text::json::object(); ///< the sections of the ConfigMap that these keys belong to

  friend bool operator==(const hook_key_standing&, const hook_key_standing&) = default;
};

/// The part of a standing that is about some sections.
/// @param sections keys of sections, with their contents
[[nodiscard]] hook_key_standing part_of(const hook_key_standing& all,
                                        const std::map<std::string, text::json>& sections);

/// The places of all values below a place: of texts, numbers, lists, nulls and empty maps.
[[nodiscard]] std::vector<text::json_pointer> leaf_places(const text::json& value, text::json_pointer at = {});

/// The checksum that `hook_key_standing::anew` has of a value.
[[nodiscard]] std::string checksum_of_key(const text::json& value);

/// The place as users write it: `web.password`.
[[nodiscard]] std::string words_of(const text::json_pointer& place);

/// The beginning of the keys of labels on a revision, a label for each key of the ConfigMap that a hook had
/// stored: the key is `moduleHookKey.0123456789`, and the value names the key for users.
inline constexpr std::string_view module_hook_key_prefix = "moduleHookKey.";

/// The key of the label of a stored key.
[[nodiscard]] std::string label_key_of(const text::json_pointer& place);

} // namespace core::values
