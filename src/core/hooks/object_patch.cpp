#include "core/hooks/object_patch.hpp"

#include "core/bindings/object_filter.hpp"
#include "core/hooks/document_reader.hpp"
#include "core/text/json_patch_reader.hpp"
#include "core/text/yaml.hpp"

#include <array>
#include <optional>
#include <utility>

namespace core {

namespace {

using if_exists = create_object::if_exists;
using propagation = delete_object::propagation;

/// The operations that create objects, and what they do if the object exists.
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

/// JSON values, or YAML documents. The error is that of the format which the text seems to have.
result<std::vector<json>> parse_documents(std::string_view text) {
  auto from_json = parse_json_stream(text);
  if (from_json) return from_json;
  auto from_yaml = parse_yaml_stream(text);
  const auto first = text.find_first_not_of(" \t\r\n");
  const bool looks_like_json = first != std::string_view::npos && text[first] == '{';
  return !from_yaml && looks_like_json ? from_json : from_yaml;
}

/// A value that is required, and may also be given as text in JSON or YAML. Never shown in errors: it may be a Secret.
json read_embedded(document_reader& reader, std::string_view key) {
  const auto* x = reader.any(key);
  if (x == nullptr) {
    reader.add_error(key, "is required");
    return {};
  }
  if (!x->is_string()) return *x;
  auto parsed = parse_yaml(x->as_string());
  if (parsed) return *parsed;
  reader.add_error(key, "is text that is neither JSON nor YAML");
  return {};
}

void check_object(document_reader& reader, const json& object) {
  const auto* metadata = object.find("metadata");
  const bool named = metadata != nullptr && (metadata->string_at("name") || metadata->string_at("generateName"));
  if (!object.string_at("apiVersion")) reader.add_error("object.apiVersion", "is required");
  if (!object.string_at("kind")) reader.add_error("object.kind", "is required");
  if (!named) reader.add_error("object.metadata.name", "is required");
}

create_object read_creation(document_reader& reader, if_exists existing) {
  create_object x{read_embedded(reader, "object"), existing};
  if (reader.has("object")) check_object(reader, x.object);
  return x;
}

object_coordinates read_coordinates(document_reader& reader) {
  object_coordinates x;
  x.api_version = reader.string_or("apiVersion", {});
  x.kind = reader.required_string("kind");
  x.namespace_name = reader.string_or("namespace", {});
  x.name = reader.required_string("name");
  x.subresource = reader.string_or("subresource", {});
  return x;
}

merge_patch read_merge_patch(document_reader& reader) {
  merge_patch x{read_embedded(reader, "mergePatch")};
  if (reader.has("mergePatch") && !x.patch.is_object()) reader.add_error("mergePatch", "expected an object");
  return x;
}

json_patch_list read_operations(document_reader& reader) {
  json_patch_list x{read_embedded(reader, "jsonPatch")};
  if (!reader.has("jsonPatch")) return x;
  if (!x.operations.is_array())
    reader.add_error("jsonPatch", "expected a list");
  else if (auto patch = read_json_patch(x.operations.as_array()); !patch)
    reader.add_error("jsonPatch", patch.error().message);
  return x;
}

jq_patch read_jq_patch(document_reader& reader) {
  jq_patch x{reader.required_string("jqFilter")};
  if (x.program.empty()) return x;
  if (auto filter = object_filter::compile(x.program); !filter) reader.add_error("jqFilter", filter.error().message);
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
  // It asks to let errors of failed hooks pass, but no patch of a failed hook is applied.
  (void)reader.bool_or("ignoreHookError", false);
  if (auto existing = value_of(creations, operation)) return read_creation(reader, *existing);
  if (auto how = value_of(deletions, operation)) return delete_object{read_coordinates(reader), *how};
  if (auto patch = read_patch(reader, operation)) return std::move(*patch);
  if (!operation.empty())
    reader.add_error("operation", "expected " + std::string(known_operations) + ", got '" + operation + "'");
  return std::nullopt;
}

/// The members that any operation may have. The predecessor has one schema for all operations.
void refuse_unknown(document_reader& reader) {
  for (const char* key : {"apiVersion", "kind", "namespace", "name", "subresource", "object", "ignoreMissingObject",
                          "jqFilter", "mergePatch", "jsonPatch"})
    (void)reader.has(key);
  reader.refuse_others();
}

std::string place(const std::string& kind, const std::string& namespace_name, const std::string& name) {
  return kind + " " + (namespace_name.empty() ? name : namespace_name + "/" + name);
}

struct operation_namer {
  std::string operator()(const create_object& x) const { return std::string(key_of(creations, x.existing)); }
  std::string operator()(const delete_object& x) const { return std::string(key_of(deletions, x.how)); }
  std::string operator()(const patch_object& x) const {
    static constexpr std::array<const char*, 3> names{"MergePatch", "JSONPatch", "JQPatch"};
    return names[x.change.index()];
  }
};

struct object_namer {
  std::string operator()(const create_object& x) const {
    const auto* metadata = x.object.find("metadata");
    auto member = [&](std::string_view key) {
      return metadata != nullptr ? metadata->string_at(key).value_or("") : std::string();
    };
    auto name = member("name");
    return place(x.object.string_at("kind").value_or(""), member("namespace"),
                 name.empty() ? member("generateName") + "*" : name);
  }

  /// Deletions and patches.
  std::string operator()(const auto& x) const {
    const auto& target = x.target;
    return place(target.kind, target.namespace_name, target.name)
           + (target.subresource.empty() ? "" : " (subresource '" + target.subresource + "')");
  }
};

} // namespace

result<std::vector<object_operation>> parse_object_patch(std::string_view text) {
  auto documents = parse_documents(text);
  if (!documents) return tl::unexpected(documents.error());
  document_errors errors;
  std::vector<object_operation> operations;
  for (std::size_t i = 0; i < documents->size(); ++i) {
    document_reader reader((*documents)[i], "document " + std::to_string(i + 1), errors);
    if (auto operation = read_operation(reader)) operations.push_back(std::move(*operation));
    refuse_unknown(reader);
  }
  if (!errors.empty()) return fail(error_code::invalid_input, errors.text());
  return operations;
}

std::string operation_name(const object_operation& operation) {
  return std::visit(operation_namer{}, operation);
}

std::string object_name(const object_operation& operation) {
  return std::visit(object_namer{}, operation);
}

std::string describe(const object_operation& operation) {
  return operation_name(operation) + " " + object_name(operation);
}

} // namespace core
