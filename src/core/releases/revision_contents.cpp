#include "core/releases/revision_contents.hpp"

#include "base/contains.hpp"
#include "core/releases/lost_defaults.hpp"
#include "core/releases/release.hpp"
#include "core/releases/unpacked_record.hpp"
#include "text/plain/base64.hpp"
#include "text/plain/checksum.hpp"
#include "text/yaml/yaml.hpp"

#include <array>
#include <utility>

namespace core::releases {

namespace {

constexpr std::array<std::string_view, 6> kept_in_other_form{"Chart.yaml",         "Chart.lock",        "values.yaml",
                                                             "values.schema.json", "requirements.lock", ".helmignore"};

text::json object_at(const text::json& from, std::string_view key) {
  const auto* found = from.find(key);
  return found != nullptr && found->is_object() ? *found : text::json::object();
}

/// Helm keeps the contents in base64.
void add_files(std::map<std::string, std::string>& to, const text::json& chart, std::string_view key) {
  const auto* files = chart.find(key);
  if (files == nullptr || !files->is_array()) return;
  for (const auto& file : files->as_array()) {
    const auto path = file.string_at("name");
    const auto content = text::decode_base64(file.string_at("data").value_or(""));
    if (path && content && !base::contains(kept_in_other_form, *path)) to.emplace(*path, text::md5_hex(*content));
  }
}

void add_schemas(std::map<std::string, std::string>& to, const text::json& chart) {
  const auto* files = chart.find("files");
  if (files == nullptr || !files->is_array()) return;
  for (const auto& file : files->as_array()) {
    const auto path = file.string_at("name").value_or("");
    if (!is_schema_file(path)) continue;
    if (auto text = text::decode_base64(file.string_at("data").value_or(""))) to.emplace(path, std::move(*text));
  }
}

text::json object_of_yaml(std::string_view text) {
  const auto parsed = text::parse_yaml(text);
  return parsed && parsed->is_object() ? *parsed : text::json::object();
}

} // namespace

base::result<revision_contents> read_revision_contents(std::string_view secret) {
  const auto record = read_payload(secret);
  if (!record) return tl::unexpected(record.error());
  const auto chart = object_at(*record, "chart");
  revision_contents x;
  add_files(x.files, chart, "templates");
  add_files(x.files, chart, "files");
  add_schemas(x.schemas, chart);
  x.metadata = object_at(chart, "metadata");
  x.chart_values = object_at(chart, "values");
  x.values = object_at(*record, "config");
  return x;
}

revision_contents contents_on_disk(std::map<std::string, std::string> files, std::string_view chart_yaml,
                                   std::string_view values_yaml, std::string_view values) {
  revision_contents x;
  // Only files that the record has, too, can be compared.
  std::erase_if(files, [](const auto& file) {
    return file.first.starts_with("charts/") || base::contains(kept_in_other_form, file.first);
  });
  x.files = std::move(files);
  x.metadata = object_of_yaml(chart_yaml);
  x.chart_values = object_of_yaml(values_yaml);
  const auto parsed = text::parse_json(values);
  if (parsed && parsed->is_object()) x.values = *parsed;
  return x;
}

void add_requirements(revision_contents& x, std::string_view requirements_yaml) {
  const auto found = object_of_yaml(requirements_yaml);
  for (const auto& [key, value] : found.as_object()) x.metadata = x.metadata.with(key, value);
  const auto version = x.metadata.string_at("apiVersion").value_or("");
  if (!version.empty() && version != "v1") x.files.erase("requirements.yaml");
}

} // namespace core::releases
