#include "core/crds/crd.hpp"

#include "base/path_segment.hpp"
#include "core/crds/crd_fields.hpp"
#include "text/yaml/yaml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace core::crds {

namespace {

constexpr std::string_view api_version = "apiextensions.k8s.io/v1";
constexpr std::string_view kind = "CustomResourceDefinition";

/// Removes fields that an object has only in a cluster. Some generators write them into files.
text::json without_traces_of_a_cluster(text::json object) {
  object = object.without("status");
  auto metadata = *object.find("metadata");
  for (const auto* field : {"creationTimestamp", "generation", "managedFields", "resourceVersion", "selfLink", "uid"})
    metadata = metadata.without(field);
  return object.with("metadata", metadata);
}

text::json with_labels(const text::json& object, const std::map<std::string, std::string>& more) {
  if (more.empty()) return object;
  const auto& metadata = *object.find("metadata");
  const auto* own = metadata.find("labels");
  auto labels = own != nullptr ? *own : text::json::object();
  for (const auto& [key, value] : more) labels = labels.with(key, value);
  return object.with("metadata", metadata.with("labels", labels));
}

/// @returns the fault of a document, or an empty text.
std::string fault_of(const text::json& document) {
  if (!document.is_object()) return "it is no object";
  const auto found_kind = document.string_at("kind").value_or("");
  const auto found_version = document.string_at("apiVersion").value_or("");
  if (found_kind != kind) return fmt::format("its kind is '{}', but only {} belongs here", found_kind, kind);
  if (found_version != api_version)
    return fmt::format("its apiVersion is '{}', which API servers since 1.22 do not serve: write it for {}",
                       found_version, api_version);
  const auto* metadata = document.find("metadata");
  if (metadata == nullptr || metadata->string_at("name").value_or("").empty()) return "it has no metadata.name";
  if (const auto problem = base::path_segment_problem(metadata->string_at("name").value_or("")); !problem.empty())
    return "its metadata.name " + problem;
  const auto* spec = document.find("spec");
  if (spec == nullptr || !spec->is_object()) return "it has no spec";
  return {};
}

std::string_view name_of(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

bool is_yaml(std::string_view name) {
  return name.ends_with(".yaml") || name.ends_with(".yml");
}

bool has_skipped_prefix(std::string_view name, const crd_options& options) {
  return std::any_of(options.skipped_prefixes.begin(), options.skipped_prefixes.end(),
                     [name](const std::string& prefix) { return !prefix.empty() && name.starts_with(prefix); });
}

/// Reads the files of a module.
class reader {
public:
  explicit reader(const crd_source& source) : source_(source) {}

  void read(const crd_file& file) {
    const auto documents = text::parse_yaml_stream(file.text, text::duplicate_keys::last_counts);
    if (!documents) return note(file.path + ": " + documents.error().message);
    if (file.text.find_first_not_of(" \t\r\n") == std::string::npos)
      list_.warnings.push_back(file.path + ": is empty: it has no definition");
    std::size_t number = 0;
    for (const auto& document : *documents) {
      ++number;
      // `---` at the beginning or the end of a file makes an empty document.
      if (document.is_null()) continue;
      if (const auto fault = fault_of(document); !fault.empty())
        note(fmt::format("{}: document {}: {}", file.path, number, fault));
      else
        take(file, document);
    }
  }

  void note(const std::string& fault) { faults_ += (faults_.empty() ? "" : "; ") + fault; }

  [[nodiscard]] base::result<crd_list> finish() {
    for (const auto& path : source_.passed_over)
      list_.warnings.push_back(path + ": is not read: only *.yaml and *.yml in crds/ are");
    // With a fault no definition is used: the faulty file may have the definition that the chart needs.
    if (!faults_.empty()) return base::fail(base::error_code::invalid_input, faults_);
    return std::move(list_);
  }

private:
  void take(const crd_file& file, const text::json& document) {
    definition read{*document.find("metadata")->string_at("name"), file.path, {}, source_.labels};
    auto known = known_definition_fields(with_labels(without_traces_of_a_cluster(document), source_.labels));
    // Fields that the API does not have are taken out: a server-side apply would be refused because of them,
    // while an update would only drop them. Schemas often have `x-doc-…` for generators of documentation.
    read.object = std::move(known.object);
    for (const auto& path : known.left_out)
      list_.warnings.push_back(
        fmt::format("{}: {} '{}': '{}' is left out: the API has no such field", file.path, kind, read.name, path));
    auto& all = list_.definitions;
    const auto before = std::find_if(all.begin(), all.end(), [&](const definition& x) { return x.name == read.name; });
    // A later definition of the same name replaces the earlier definition, as if the files were applied in
    // turn.
    if (before == all.end()) return all.push_back(std::move(read));
    list_.warnings.push_back(
      fmt::format("{}: {} '{}' is left out: it comes again in {}", before->file, kind, read.name, file.path));
    *before = std::move(read);
  }

  const crd_source& source_;
  crd_list list_;
  std::string faults_;
};

} // namespace

bool is_definition_file(std::string_view path, const crd_options& options) {
  return is_yaml(name_of(path)) && !has_skipped_prefix(name_of(path), options);
}

bool is_passed_by(std::string_view path, const crd_options& options) {
  const auto name = name_of(path);
  // The kubelet keeps the files of a mounted ConfigMap in `..data`; files there would be read a second time.
  return name.starts_with("..") || (is_yaml(name) && has_skipped_prefix(name, options));
}

bool may_be_meant(std::string_view path) {
  const auto name = name_of(path);
  return !name.starts_with('.') && !name.ends_with(".md");
}

base::result<crd_list> read_definitions(const crd_source& source) {
  reader all(source);
  if (!source.unreadable.empty()) all.note(source.unreadable);
  for (const auto& file : source.files) all.read(file);
  return all.finish();
}

} // namespace core::crds
