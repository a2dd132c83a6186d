#include "core/hooks/object_patch.hpp"

#include "base/path_segment.hpp"
#include "base/secret_kind.hpp"
#include "core/bindings/object_filter.hpp"
#include "core/hooks/blank_namespace.hpp"
#include "core/hooks/document_reader.hpp"
#include "core/hooks/output_limits.hpp"
#include "text/json/json_patch_reader.hpp"
#include "text/json/json_stream.hpp"
#include "text/yaml/yaml.hpp"
#include "text/yaml/yaml_stream.hpp"

#include <array>
#include <optional>
#include <utility>

namespace core::hooks {

namespace {

using if_exists = create_object::if_exists;
using propagation = delete_object::propagation;

/// The operations that create objects, and their behavior if the object exists already.
constexpr std::array<std::pair<std::string_view, if_exists>, 3> creations{{
  {"Create", if_exists::fail},
  {"CreateOrUpdate", if_exists::replace},
  {"CreateIfNotExists", if_exists::keep},
}};

constexpr std::array<std::pair<std::string_view, propagation>, 3> deletions{{
  {"Delete", propagation::foreground},
  {"DeleteInBackground", propagation::background},
  {"DeleteNonCascading", propagation::orphan},
}};

constexpr auto& known_operations = "Create, CreateOrUpdate, CreateIfNotExists, Delete, DeleteInBackground, "
                                   "DeleteNonCascading, JQPatch, MergePatch or JSONPatch";

template <class T>
std::optional<T> value_of(const std::array<std::pair<std::string_view, T>, 3>& list, std::string_view key) {
  for (const auto& [name, value] : list)
    if (name == key) return value;
  return std::nullopt;
}

template <class T>
std::string_view key_of(const std::array<std::pair<std::string_view, T>, 3>& list, T value) {
  for (const auto& [name, x] : list)
    if (x == value) return name;
  return {};
}

/// A required value; a string is parsed as JSON or YAML. Errors never show the value, because it may be a
/// Secret.
text::json read_embedded(document_reader& reader, std::string_view key) {
  const auto* x = reader.any(key);
  if (x == nullptr) {
    reader.add_error(key, "is required");
    return {};
  }
  if (!x->is_string()) return *x;
  auto parsed = text::parse_yaml(x->as_string());
  if (parsed) return *parsed;
  reader.add_error(key, "is text that is neither JSON nor YAML");
  return {};
}

/// Checks a name that becomes a part of a request's path. An empty name is not an error here, because another
/// check reports it where a name is required.
void check_segment(document_reader& reader, std::string_view key, const std::string& name) {
  if (name.empty()) return;
  if (const auto problem = base::path_segment_problem(name); !problem.empty()) reader.add_error(key, problem);
}

void check_object(document_reader& reader, const text::json& object) {
  const auto* metadata = object.find("metadata");
  const bool named =
    metadata != nullptr
    && !(metadata->string_at("name").value_or("") + metadata->string_at("generateName").value_or("")).empty();
  if (!object.string_at("apiVersion")) reader.add_error("object.apiVersion", "is required");
  if (!object.string_at("kind")) reader.add_error("object.kind", "is required");
  if (!named) reader.add_error("object.metadata.name", "is required");
}

/// The value of `namespace`; a text without a character is `blank_namespace`.
std::string read_namespace(document_reader& reader) {
  const auto* given = reader.any("namespace");
  const bool is_blank = given != nullptr && given->is_string() && given->as_string().empty();
  return is_blank ? std::string(blank_namespace) : reader.string_or("namespace", {});
}

create_object read_creation(document_reader& reader, if_exists existing) {
  const auto object = read_embedded(reader, "object");
  if (reader.has("object")) check_object(reader, object);
  const auto* metadata = object.find("metadata");
  const auto named = [&](std::string_view key) {
    return metadata == nullptr ? std::string() : metadata->string_at(key).value_or("");
  };
  create_object x;
  x.target.api_version = object.string_at("apiVersion").value_or("");
  x.target.kind = object.string_at("kind").value_or("");
  x.target.namespace_name = named("namespace");
  if (x.target.namespace_name.empty()) x.target.namespace_name = reader.string_or("namespace", {});
  // Only a creation that may replace an object of the default namespace is refused.
  const bool is_blank = metadata != nullptr && metadata->string_at("namespace") == "";
  if (existing == if_exists::replace && x.target.namespace_name.empty())
    x.target.namespace_name = is_blank ? std::string(blank_namespace) : read_namespace(reader);
  x.target.name = named("name");
  if (x.target.namespace_name != blank_namespace)
    check_segment(reader, named("namespace").empty() ? "namespace" : "object.metadata.namespace",
                  x.target.namespace_name);
  check_segment(reader, "object.metadata.name", x.target.name);
  x.generate_name = named("generateName");
  x.object = object.dump();
  x.existing = existing;
  return x;
}

object_coordinates read_coordinates(document_reader& reader) {
  object_coordinates x;
  x.api_version = reader.string_or("apiVersion", {});
  x.kind = reader.required_string("kind");
  x.namespace_name = read_namespace(reader);
  x.name = reader.required_string("name");
  x.subresource = reader.string_or("subresource", {});
  if (x.namespace_name != blank_namespace) check_segment(reader, "namespace", x.namespace_name);
  check_segment(reader, "name", x.name);
  check_segment(reader, "subresource", x.subresource);
  return x;
}

merge_patch read_merge_patch(document_reader& reader) {
  const auto patch = read_embedded(reader, "mergePatch");
  if (reader.has("mergePatch") && !patch.is_object()) reader.add_error("mergePatch", "expected an object");
  return {patch.dump()};
}

json_patch_list read_operations(document_reader& reader) {
  const auto operations = read_embedded(reader, "jsonPatch");
  if (!reader.has("jsonPatch")) return {};
  if (!operations.is_array())
    reader.add_error("jsonPatch", "expected a list");
  else if (auto patch = text::read_json_patch(operations.as_array()); !patch)
    reader.add_error("jsonPatch", reader.shows_values() ? patch.error().message : "is no JSON Patch (RFC 6902)");
  return {operations.dump()};
}

jq_patch read_jq_patch(document_reader& reader) {
  jq_patch x{reader.required_string("jqFilter")};
  if (x.program.empty()) return x;
  // The message of jq is not repeated: it quotes the program, and a hook may have written secrets into the
  // program, even if the target is not a Secret.
  if (!bindings::object_filter::compile(x.program))
    reader.add_error("jqFilter", "the jq program does not compile: it is not shown, so try it with jq");
  return x;
}

std::optional<patch_object> read_patch(document_reader& reader, std::string_view operation) {
  patch_object x;
  if (operation == "MergePatch")
    x.change = read_merge_patch(reader);
  else if (operation == "JSONPatch")
    x.change = read_operations(reader);
  else if (operation == "JQPatch")
    x.change = read_jq_patch(reader);
  else
    return std::nullopt;
  x.target = read_coordinates(reader);
  x.ignore_missing = reader.bool_or("ignoreMissingObject", false);
  return x;
}

std::optional<object_operation> read_operation(document_reader& reader) {
  auto operation = reader.required_string("operation");
  // With this option the predecessor ignores errors in patches of failed hooks. Here patches of a failed hook
  // are never applied, so the option has no effect.
  (void)reader.bool_or("ignoreHookError", false);
  if (auto existing = value_of(creations, operation)) return read_creation(reader, *existing);
  if (auto how = value_of(deletions, operation)) return delete_object{read_coordinates(reader), *how};
  if (auto patch = read_patch(reader, operation)) return std::move(*patch);
  if (!operation.empty())
    reader.add_error("operation", "expected " + std::string(known_operations)
                                    + (reader.shows_values() ? ", got '" + operation + "'" : ""));
  return std::nullopt;
}

/// Accepts the members of all operations in each operation, because the predecessor has one schema for all
/// operations.
void refuse_unknown(document_reader& reader) {
  for (const char* key : {"apiVersion", "kind", "namespace", "name", "subresource", "object", "ignoreMissingObject",
                          "jqFilter", "mergePatch", "jsonPatch"})
    (void)reader.has(key);
  reader.refuse_others();
}

struct operation_namer {
  std::string operator()(const create_object& x) const { return std::string(key_of(creations, x.existing)); }
  std::string operator()(const delete_object& x) const { return std::string(key_of(deletions, x.how)); }
  std::string operator()(const patch_object& x) const {
    static constexpr std::array<const char*, 3> names{"MergePatch", "JSONPatch", "JQPatch"};
    return names[x.change.index()];
  }
};

/// The kind of the document's object, found before the document is checked; empty: unknown.
std::string kind_of(const text::json& document) {
  if (const auto kind = document.string_at("kind")) return *kind;
  const auto* object = document.find("object");
  return object == nullptr ? std::string() : object->string_at("kind").value_or("");
}

/// The operations in the documents of a file, and their mistakes.
class operation_list {
public:
  void take(const text::json& document) {
    const auto kind = kind_of(document);
    const auto values =
      kind.empty() || base::holds_secrets(kind) ? document_reader::values::hidden : document_reader::values::shown;
    document_reader reader(document, "document " + std::to_string(++documents_), errors_, values);
    if (auto operation = read_operation(reader)) operations_.push_back(std::move(*operation));
    refuse_unknown(reader);
  }

  base::result<std::vector<object_operation>> end() {
    if (!errors_.empty()) return base::fail(base::error_code::invalid_input, errors_.text());
    return std::move(operations_);
  }

private:
  document_errors errors_;
  std::vector<object_operation> operations_;
  std::size_t documents_ = 0;
};

/// Reads all documents of a `json_stream` or `yaml_stream`. An error means that the text does not have this
/// format; mistakes in documents go to the list.
template <class Stream>
tl::expected<operation_list, base::error> read_all(Stream documents) {
  operation_list list;
  for (;;) {
    const auto document = documents.next();
    if (!document) return tl::unexpected(document.error());
    if (!*document) return list;
    list.take(**document);
  }
}

} // namespace

// If neither format fits, the error of the more likely format is returned.
base::result<std::vector<object_operation>> parse_object_patch(std::string_view text) {
  // JSON is tried first, because JSON texts without separators between them are not valid YAML.
  auto from_json = read_all(text::json_stream(text, {.value_bytes_max = output_document_bytes_max}));
  if (from_json) return from_json->end();
  const auto first = text.find_first_not_of(" \t\r\n");
  const bool looks_like_json = first != std::string_view::npos && text[first] == '{';
  // Every JSON text is also valid YAML, but the reader of YAML does not limit the length of a document.
  if (looks_like_json && text.size() > output_document_bytes_max) return tl::unexpected(from_json.error());
  auto from_yaml = read_all(text::yaml_stream(text));
  if (from_yaml) return from_yaml->end();
  return tl::unexpected(looks_like_json ? from_json.error() : from_yaml.error());
}

const object_coordinates& target_of(const object_operation& operation) {
  return std::visit([](const auto& x) -> const object_coordinates& { return x.target; }, operation);
}

std::string operation_name(const object_operation& operation) {
  return std::visit(operation_namer{}, operation);
}

std::string object_name(const object_operation& operation) {
  const auto& target = target_of(operation);
  const auto* created = std::get_if<create_object>(&operation);
  const auto name = created != nullptr && target.name.empty() ? created->generate_name + "*" : target.name;
  return target.kind + " " + (target.namespace_name.empty() ? name : target.namespace_name + "/" + name)
         + (target.subresource.empty() ? "" : " (subresource '" + target.subresource + "')");
}

std::string describe(const object_operation& operation) {
  return operation_name(operation) + " " + object_name(operation);
}

} // namespace core::hooks
