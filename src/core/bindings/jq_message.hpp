#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace core::bindings {

/// The message of a jq program that has failed on an object, without content of the object: `string (…)
/// cannot be parsed as a number`. jq quotes values in parentheses, and the message of `error(.data)` consists
/// of content. So the message is returned only if each word outside parentheses is a word of jq or of the
/// program; nullopt: a word may be content.
/// @param program its text; empty: the program itself may contain secrets, so its words do not count.
[[nodiscard]] std::optional<std::string> jq_message_without_content(std::string_view message, std::string_view program);

} // namespace core::bindings
