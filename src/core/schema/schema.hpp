#pragma once

#include "core/base/error.hpp"
#include "core/schema/schema_notes.hpp"
#include "core/schema/schema_violation.hpp"
#include "core/text/json.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace core {

struct schema_node;

/// A compiled OpenAPI schema (Swagger 2 / JSON Schema draft 4 subset: type, nullable, enum, properties,
/// patternProperties, additionalProperties, required, dependencies, min/maxProperties, items, min/maxItems, uniqueItems,
/// minimum, maximum, multipleOf, min/maxLength, pattern, format, allOf, anyOf, oneOf, not, default). Immutable, may be
/// shared between threads, copies are cheap.
class schema {
public:
  /// Compiles a document without `$ref`s (see schema_references.hpp). A keyword that would change the meaning and is not
  /// known is an error. The error tells all that is wrong, each with its place; of very many the first ones and how many
  /// more there are.
  /// @param mistakes what is known to be wrong already; told first.
  [[nodiscard]] static result<schema> compile(const json& document, schema_notes mistakes = {});

  /// All violations, in the order of the document; empty if the value is valid. Values that the schema marks with
  /// `format: password`, `writeOnly: true` or `x-secret: true` are not shown.
  /// @param name what the value is called in paths.
  /// @param accepted a value that this schema has accepted before: what `value` shares with it is not looked at again.
  [[nodiscard]] std::vector<schema_violation> validate(const json& value, std::string_view name,
                                                       const json* accepted = nullptr) const;

  /// Adds the defaults of properties that are absent, and descends into those that are there. The default of the root
  /// is not used.
  [[nodiscard]] json with_defaults(const json& value) const;

  /// What is wrong with the defaults that `with_defaults` would add, where the same schema refuses them. What is missing in
  /// a default does not count: others may add it.
  /// @param name what the value is called in paths; items have `[]` for their index.
  [[nodiscard]] std::vector<schema_violation> refused_defaults(std::string_view name) const;

  /// Names that a map must have and that the same schema forbids, so that no map is ever valid.
  /// @param name what the value is called; items have `[]` for their index, members that any name may have `*`.
  [[nodiscard]] std::vector<std::string> impossible_names(std::string_view name) const;

  /// The value for people: what the schema marks with `format: password`, `writeOnly: true` or `x-secret: true` is
  /// `hidden_value`, unless it is null.
  [[nodiscard]] json without_secrets(const json& value) const;

private:
  static void find_refused_defaults(const schema_node& node, const std::string& name,
                                    std::vector<schema_violation>& found);

  explicit schema(std::shared_ptr<const schema_node> root) : root_(std::move(root)) {}

  std::shared_ptr<const schema_node> root_;
};

} // namespace core
