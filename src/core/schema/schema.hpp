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
  /// Compiles a document without `$ref`s (see schema_references.hpp). An unknown keyword that
  /// would change the meaning is an error. The error lists all mistakes, each with its place; of very many the first ones
  /// and the number of the others.
  /// @param mistakes known before; they stand first in the error.
  [[nodiscard]] static result<schema> compile(const json& document, schema_notes mistakes = {});

  /// All violations, in the order of the document; empty if the value is valid. Values that the schema marks with
  /// `format: password`, `writeOnly: true` or `x-secret: true` are not shown.
  /// @param name of the value in paths.
  /// @param accepted a value that this schema has accepted before: parts that `value` shares with it are not checked
  /// again.
  [[nodiscard]] std::vector<schema_violation> validate(const json& value, std::string_view name,
                                                       const json* accepted = nullptr) const;

  /// Adds the defaults of properties that are absent, and descends into those that are there. The default of the root
  /// is not used.
  [[nodiscard]] json with_defaults(const json& value) const;

  /// The violations in the defaults that `with_defaults` would add. A name that a default lacks is none: others may
  /// add it.
  /// @param name of the value in paths; items have `[]` for their index.
  [[nodiscard]] std::vector<schema_violation> refused_defaults(std::string_view name) const;

  /// Names that a map must have and that the same schema forbids, so that no map is ever valid.
  /// @param name of the value; items have `[]` for their index, members that any name may have `*`.
  [[nodiscard]] std::vector<std::string> impossible_names(std::string_view name) const;

  /// The value for people: parts that the schema marks with `format: password`, `writeOnly: true` or `x-secret: true` are
  /// `hidden_value`, unless they are null.
  [[nodiscard]] json without_secrets(const json& value) const;

private:
  static void find_refused_defaults(const schema_node& node, const std::string& name,
                                    std::vector<schema_violation>& found);

  void hide_secrets(const json& value, std::vector<schema_violation>& violations) const;

  explicit schema(std::shared_ptr<const schema_node> root) : root_(std::move(root)) {}

  std::shared_ptr<const schema_node> root_;
};

} // namespace core
