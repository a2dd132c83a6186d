#pragma once

#include "base/error.hpp"
#include "text/json/json.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace text {

/// Parses a YAML document into JSON with the rules of sigs.k8s.io/yaml, so that a file has the same meaning
/// as for kubectl and Helm: `yes`, `on`, `y` are booleans (as keys too), `017` and `0o17` are octal,
/// timestamps stay strings, and `<<` merges mappings: of a merged key and an equal key of the mapping itself,
/// the later in the text wins. Empty text is null; a JSON object or list is read as JSON, so its numbers stay
/// as they are written.
///
/// Errors (`invalid_input`) name the line: syntax, duplicate keys, a key that is no scalar, a second
/// document, text that is not UTF-8 or has control characters, nesting deeper than `nesting_max`, aliases to
/// themselves, and a tree that is much larger than its text, including the parts that aliases and `<<` repeat
/// (see tree_weight.hpp).
[[nodiscard]] base::result<json> parse_yaml(std::string_view text);
/// The same for a text of a group. Each text may have the weight that follows from its length; beyond that
/// the texts of the group share a spare weight.
/// @param spare the rest of the shared weight; smaller afterwards, unless the text is refused
[[nodiscard]] base::result<json> parse_yaml(std::string_view text, std::size_t& spare);

/// A repeated key of a mapping.
struct repeated_key {
  std::string key;
  int line = 0;
  int first_line = 0;
};

/// Faults that the readers of Go let pass in a text.
struct yaml_faults {
  std::vector<repeated_key> repeated{}; ///< in the order of the text; the last of equal keys counts
  std::optional<int> second_document{}; ///< its line; nullopt: there is a single document. The first counts
};

/// The same for a text that may have these faults.
/// @param faults gets them; no faults are known if JSON has repeated keys
[[nodiscard]] base::result<json> parse_yaml(std::string_view text, yaml_faults& faults);

/// Parses documents separated by `---`, as `parse_yaml` does each; empty documents are left out.
/// @param duplicates whether a key may stand in a mapping several times
[[nodiscard]] base::result<std::vector<json>> parse_yaml_stream(std::string_view text,
                                                                duplicate_keys duplicates = duplicate_keys::refused);

} // namespace text
