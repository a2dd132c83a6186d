#pragma once

#include "core/webhooks/entry_choice.hpp"
#include "text/json/json.hpp"

#include <initializer_list>
#include <string>
#include <string_view>

namespace core::webhooks {

/// The field manager that has written last to these fields, besides the operator (Kubernetes API,
/// `managedFields`); empty: not known.
/// @param fields a path in `fieldsV1`, for example `f:spec`, `f:conversion`
[[nodiscard]] std::string last_writer(const text::json& object, std::initializer_list<std::string_view> fields);

/// The first field in which the entries differ, for example `webhooks[a.b.c].failurePolicy`; `webhooks[a.b.c]`
/// for an entry that is missing or not wanted; `metadata` if they do not differ.
[[nodiscard]] std::string first_difference(const entries_by_name& now, const entries_by_name& wanted);

/// Whether another client alone has written an entry, and the entry leads to a server of its own. Such an entry is
/// no drift, and stays. An object without `managedFields` has no such entry.
[[nodiscard]] bool is_foreign_entry(const text::json& configuration, const text::json& entry,
                                    const registration& place);

/// The entries of a configuration without foreign entries. @param configuration null: it does not exist
[[nodiscard]] entries_by_name own_entries_of(const text::json* configuration, const registration& place);

} // namespace core::webhooks
