#pragma once

#include "core/values/layers.hpp"
#include "text/json/json_pointer.hpp"

#include <map>
#include <set>
#include <string>

namespace core::values {

/// Places of values that are written without a value (`db:` alone, which YAML reads as
/// null), each with the file or the ConfigMap that has it, for messages. The first token is the section:
/// `/web/db`.
using blank_places = std::map<text::json_pointer, std::string>;

/// The blank places of a section that no stronger layer fills. An empty text, list or object is a value.
/// @param values the effective values of the section
/// @param of_hooks sections of the ConfigMap that hooks alone have written: hooks set null on purpose
[[nodiscard]] blank_places blank_places_of(const section_layers& layers, const text::json& values,
                                           const std::string& section, const std::set<std::string>& of_hooks);

/// The places of blank texts in files, which no stronger layer fills: a template whose variable was not set
/// writes such a text.
/// @param values the effective values of the section
[[nodiscard]] blank_places blank_texts_of(const section_layers& layers, const text::json& values,
                                          const std::string& section);

/// True for a text without a character that is no space.
[[nodiscard]] bool is_blank_text(const text::json& value);

/// The places that have a value in `before`; an empty list or object there is no value.
/// @param before values by section
[[nodiscard]] blank_places filled_before(const blank_places& blank, const text::json& before);

} // namespace core::values
