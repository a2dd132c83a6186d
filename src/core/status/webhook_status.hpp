#pragma once

#include "core/webhooks/webhook_standing.hpp"
#include "text/json/json.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace core::status {

using webhook_standings = std::vector<webhooks::webhook_standing>;

/// The state as a word for programs: `asked`, `notAsked`, `waits`, `closed`, `off`.
[[nodiscard]] const char* name(webhooks::webhook_standing::state x) noexcept;

/// The state for people: `asked`, `not asked: it is being registered`.
[[nodiscard]] std::string state_text_of(const webhooks::webhook_standing& x);

/// `validating limits.web.example.com: asked`
[[nodiscard]] std::string text_of(const webhooks::webhook_standing& x);

/// The webhooks of an owner. @param module empty: the global hooks
[[nodiscard]] webhook_standings webhooks_of(const webhook_standings& all, std::string_view module);

/// A list of objects with `name`, `kind`, `hook`, `state` and `reason`, and with `module` unless it is empty.
[[nodiscard]] text::json json_of(const webhook_standings& all);

/// A title and a paragraph for each webhook, of lines of at most that width where words allow it; an empty
/// text without webhooks.
[[nodiscard]] std::string text_of(const webhook_standings& all, std::size_t columns);

} // namespace core::status
