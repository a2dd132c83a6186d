#pragma once

#include "core/releases/hook_places.hpp"
#include "core/values/value_source.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// A value of a hook that had a content for the last revision, and has lost it.
struct blank_hook_value {
  /// The way in which the content has gone. A flag that has become `false` and a number that has become 0
  /// have a content.
  enum class loss {
    absent,     ///< the value is absent, or null
    blank_text, ///< a text without a character that is no space
    empty,      ///< a list without items, or an object without members
    member,     ///< each item of a list had this member, and no item has it now; both lists have two or more
    items,      ///< items of a list had a content, and no item has one now: `[null]`
    some_items, ///< fewer items of a list have a content, and more items have none
  };
  text::json_pointer place;
  loss how = loss::absent;
  std::string member{}; ///< only for `loss::member`

  friend bool operator==(const blank_hook_value&, const blank_hook_value&) = default;
};

/// The values of the last revision and of the planned upgrade, by section, and the places that hooks had set
/// and have set now.
struct hook_value_comparison {
  const release& last; ///< with labels of `hook_place_labels`
  const text::json& before;
  const text::json& now;
  const hook_places& set;
};

/// The values that hooks had set, or have set to blanks now, and that have lost their content. A member that
/// is absent from an object that a hook has set as a whole is left out, because the hook has named the other
/// members: an object with a member for each user has fewer members when a user is deleted.
[[nodiscard]] std::vector<blank_hook_value> blank_hook_values(const hook_value_comparison& x);

/// The values that hooks had set with a content for the last revision, that differ now, and that no hook sets
/// now.
/// @param sections only values in these sections count: the sections in which values of hooks are missing
[[nodiscard]] std::vector<text::json_pointer> reset_hook_values(const hook_value_comparison& x,
                                                                const std::set<std::string>& sections);

/// Values with those of the last revision at some places, for a rendering.
[[nodiscard]] text::json with_former_values(const text::json& now, const text::json& before,
                                            const std::vector<text::json_pointer>& places);

/// True if a hook has set values that count.
[[nodiscard]] bool has_hook_values(const values::value_standing& now);

/// Names the first places in a message, without contents: `web.password, web.users and 2 others`.
[[nodiscard]] std::string words_of_places(const std::vector<text::json_pointer>& places);

/// Names the first losses in a message, without contents: `web.password (a blank text now)`.
[[nodiscard]] std::string words_of_blanks(const std::vector<blank_hook_value>& blanks);

[[nodiscard]] std::vector<text::json_pointer> places_of(const std::vector<blank_hook_value>& blanks);

/// Names the hooks of the sections that had set values for the revision or have set values now: `hook
/// 'hooks/a.sh'`. Empty: such a hook is not known.
[[nodiscard]] std::string words_of_setters(const release& last, const values::value_standing& standing,
                                           const std::vector<text::json_pointer>& places);

} // namespace core::releases
