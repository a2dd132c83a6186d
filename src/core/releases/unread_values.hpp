#pragma once

#include "base/error.hpp"
#include "core/releases/misspelt_values.hpp"
#include "core/releases/objection.hpp"
#include "core/releases/release.hpp"
#include "core/releases/revision_contents.hpp"
#include "core/values/value_source.hpp"
#include "text/json/json_pointer.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

struct planned_upgrade;

/// A value of the ConfigMap that an earlier revision's chart read and that the present chart does not read.
struct unread_value {
  text::json_pointer place; ///< the first token is the section
  std::string before;       ///< the chart that read it, for people: `version 0.1.0`, `revision 1`
  std::string since;        ///< the first chart that does not read it

  friend bool operator==(const unread_value&, const unread_value&) = default;
};

/// The places of the values that users have written into the ConfigMap: in the module's section and in
/// `global`. Lists count as a whole, nulls and values that hooks have stored do not count.
[[nodiscard]] std::vector<text::json_pointer> places_of_users(const values::value_standing& standing);

/// The values of users without a reader that an upgrade would leave.
struct unread_findings {
  std::vector<unread_value> lost{};       ///< that the revision had and that its templates name
  std::vector<misspelt_value> misspelt{}; ///< that the revision did not have
};

/// Compares the ConfigMap with a revision.
/// @param record JSON text of the Secret or ConfigMap of the revision
/// @param sections of the ConfigMap now
/// @param places in `sections` without a reader in the present chart
/// Errors as for `read_record`.
[[nodiscard]] base::result<unread_findings> values_read_before(std::string_view record, const release& last,
                                                               const revision_contents& now, const text::json& sections,
                                                               const std::vector<text::json_pointer>& places);

/// The places of values files that a revision did not have.
/// @param layers sections of values files, each as `{"web": {...}}`
/// @param record as for `values_read_before`, with the same errors
[[nodiscard]] base::result<std::vector<text::json_pointer>> new_places_in(const std::vector<text::json>& layers,
                                                                          std::string_view record);

/// The keys of values files that are misspelt, compared with a revision. Each file is compared by itself,
/// because a weaker file may have the key that was meant, too.
/// @param unread places of `layers` without a reader in the present chart
/// Errors as for `new_places_in`.
[[nodiscard]] base::result<std::vector<misspelt_value>> slips_in_files(const std::vector<text::json>& layers,
                                                                       std::string_view record,
                                                                       const std::vector<text::json_pointer>& unread);

/// The beginning of the keys of labels on a revision, one for each value without a reader:
/// `moduleUnread.0123456789`. The value names both charts, so that a restart knows them.
inline constexpr std::string_view module_unread_prefix = "moduleUnread.";

/// The values without a reader that the labels of a revision name.
/// @param places the only places to look for
[[nodiscard]] std::vector<unread_value> noted_unread_values(const release& last,
                                                            const std::vector<text::json_pointer>& places);
/// True if the revision has such labels.
[[nodiscard]] bool notes_unread_values(const release& last);

/// The labels for these values; `taken_away` for labels of the revision about other values.
[[nodiscard]] std::map<std::string, std::string>
unread_value_labels(const release* last, const std::vector<unread_value>& unread, const std::string& taken_away);

/// For people, the first few: `web.size of the ConfigMap has no effect since version 0.2.0 of the chart …`.
[[nodiscard]] std::string describe(const std::vector<unread_value>& unread);
/// The first few places for people: `web.size, web.users`.
[[nodiscard]] std::string words_of_places(const std::vector<unread_value>& unread);

/// @param effect of the upgrade: `remove ConfigMap/a from the release`
[[nodiscard]] objection objection_to_unread(const planned_upgrade& x, const std::string& effect);

} // namespace core::releases
