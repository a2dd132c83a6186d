#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace core::bindings {

/// The message of a jq program that has failed on an object, without the content of the object: `string (…)
/// cannot be parsed as a number`. jq quotes values, and the message of `error(.data)` is only content. So a
/// message is repeated only if all its words outside parentheses are jq's own or occur in the program;
/// nullopt: a word may be content.
/// @param program its text; empty: it may have content in it, so that its words do not count.
[[nodiscard]] std::optional<std::string> jq_message_without_content(std::string_view message, std::string_view program);

} // namespace core::bindings
