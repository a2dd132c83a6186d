#pragma once

#include "core/webhooks/entry_choice.hpp"
#include "text/json/json.hpp"

#include <string>
#include <vector>

namespace core::webhooks {

/// The field manager that has written last to these fields, besides the operator (Kubernetes API,
/// `managedFields`); empty: not known.
/// @param fields a path in `fieldsV1`, for example `f:spec`, `f:conversion`
[[nodiscard]] std::string last_writer(const text::json& object, const std::vector<std::string>& fields);

/// The other field manager that has written last to the entry of a webhook, else to any entry; empty: not
/// known.
[[nodiscard]] std::string last_writer_of_entry(const text::json& configuration, const std::string& name);

/// A place in which entries differ.
struct entry_difference {
  std::string entry; ///< the name of its webhook; empty: the entries do not differ
  std::string field; ///< `webhooks[a.b.c].failurePolicy`
};

/// The first field in which the entries differ, for example `webhooks[a.b.c].failurePolicy`;
/// `webhooks[a.b.c]` for an entry that is missing or not wanted; `metadata` if they do not differ.
[[nodiscard]] entry_difference first_difference(const entries_by_name& now, const entries_by_name& wanted);

/// Whether another client alone has written an entry, and the entry leads to a server of its own. Such an
/// entry is no drift, and stays. An object without `managedFields` has no such entry.
[[nodiscard]] bool is_foreign_entry(const text::json& configuration, const text::json& entry,
                                    const registration& place);

/// The entries of a configuration without foreign entries. @param configuration null: it does not exist
[[nodiscard]] entries_by_name own_entries_of(const text::json* configuration, const registration& place);

} // namespace core::webhooks
