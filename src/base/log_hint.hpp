#pragma once

#include <string>
#include <string_view>

namespace base {

// A program that fails may print data of users, so a message for all readers does not repeat its words. The
// message ends with a hint instead: the name of the log event that has the words. A reader with the right to
// see the words gets the words in place of the hint.

/// ` (details are in the log: hook_failed)`
[[nodiscard]] std::string log_hint(std::string_view event);

/// The event that the hint in a message names; empty: the message has no hint.
[[nodiscard]] std::string_view hinted_event(std::string_view message);

/// The message with words in place of its hint: `exit status 1: KeyError: 'host'`. Without a hint, or without
/// words, the message stays as it is.
[[nodiscard]] std::string with_words(std::string_view message, std::string_view words);

} // namespace base
