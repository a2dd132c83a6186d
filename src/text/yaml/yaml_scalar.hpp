#pragma once

#include "text/json/json.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace text {

/// The value of a plain (unquoted) YAML scalar by the rules of sigs.k8s.io/yaml (YAML 1.1 as yaml.v2 reads
/// it). Nullopt for `.nan` and the infinities, which JSON cannot express.
[[nodiscard]] std::optional<json> resolve_plain_scalar(std::string_view text);

/// The key that YAML 1.1 reads for a bare word with a truth value: `n` and `off` become the key `false`.
/// Nullopt for all other keys, also for `true` and `false`, which stay as they are.
[[nodiscard]] std::optional<std::string> boolean_key(std::string_view key);

/// True if every reader of YAML 1.1 or 1.2 takes the plain scalar for a string. False also for texts that
/// only some readers take for a date (`2026-01-01`), a number of base 60 (`12:30:45`) or a number beyond our
/// range, and for a few similar texts.
[[nodiscard]] bool is_string_for_all(std::string_view text);

/// True for a year of four digits, a month and a day of one or two digits, with `-` between, and a time that
/// may follow.
[[nodiscard]] bool looks_like_date(std::string_view text);

} // namespace text
