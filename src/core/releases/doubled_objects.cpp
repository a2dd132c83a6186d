#include "core/releases/doubled_objects.hpp"

#include "base/excerpt.hpp"
#include "text/json/json.hpp"
#include "text/yaml/yaml_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <tuple>
#include <utility>

namespace core::releases {

namespace {

constexpr std::size_t named_max = 3;
constexpr std::string_view source_comment = "# Source: ";

struct document {
  manifest_object object;
  std::string source;
  text::json content;
};

/// Group, kind, namespace and name: a document in another version of the kind is of the same object.
using identity = std::tuple<std::string, std::string, std::string, std::string>;

identity identity_of(const manifest_object& x) {
  const auto slash = x.api_version.find('/');
  return {slash == std::string::npos ? std::string() : x.api_version.substr(0, slash), x.kind, x.namespace_name,
          x.name};
}

std::string source_of(std::string_view document) {
  const auto at = document.find(source_comment);
  if (at == document.npos) return {};
  const auto line = document.substr(at + source_comment.size());
  return std::string(base::trimmed(line.substr(0, line.find('\n'))));
}

/// Splits a manifest at its lines of `---`. Texts inside documents are indented.
std::vector<std::string_view> documents_of(std::string_view manifest) {
  std::vector<std::string_view> all;
  std::size_t begin = 0;
  for (std::size_t line = 0; line < manifest.size();) {
    const auto end = std::min(manifest.find('\n', line), manifest.size());
    if (base::trimmed(manifest.substr(line, end - line)) == "---" && manifest[line] == '-') {
      all.push_back(manifest.substr(begin, line - begin));
      begin = std::min(end + 1, manifest.size());
    }
    line = end + 1;
  }
  all.push_back(manifest.substr(begin));
  return all;
}

std::vector<document> read(std::string_view manifest, std::string_view default_namespace) {
  std::vector<document> all;
  for (const auto part : documents_of(manifest)) {
    text::yaml_stream documents(part, text::duplicate_keys::last_counts);
    const auto content = documents.next();
    if (!content || !*content) continue;
    if (auto name = name_in_release(**content, default_namespace))
      all.push_back({std::move(*name), source_of(part), **content});
  }
  return all;
}

using documents_by_object = std::map<identity, std::vector<const document*>>;

documents_by_object by_object(const std::vector<document>& all) {
  documents_by_object found;
  for (const auto& x : all) found[identity_of(x.object)].push_back(&x);
  return found;
}

} // namespace

std::vector<doubled_object> doubled_objects(std::string_view now, std::string_view before,
                                            std::string_view default_namespace) {
  std::vector<doubled_object> doubled;
  const auto documents = read(now, default_namespace);
  const auto present = by_object(documents);
  if (std::all_of(present.begin(), present.end(), [](const auto& x) { return x.second.size() < 2; })) return doubled;
  const auto former_documents = read(before, default_namespace);
  const auto former = by_object(former_documents);
  for (const auto& x : documents) {
    const auto& all = present.at(identity_of(x.object));
    if (all.size() < 2 || all.front() != &x) continue;
    const auto had = former.find(identity_of(x.object));
    const bool is_replaced =
      had != former.end() && had->second.size() == 1 && !(had->second.front()->content == all.back()->content);
    doubled.push_back({x.object, x.source, all.back()->source, is_replaced});
  }
  return doubled;
}

std::string words_of_doubled(const std::vector<doubled_object>& objects) {
  std::string text;
  for (std::size_t i = 0; i < std::min(objects.size(), named_max); ++i)
    text += fmt::format("{}{} (in {} and {})", i == 0 ? "" : ", ", describe(objects[i].object), objects[i].first,
                        objects[i].last);
  return objects.size() > named_max ? text + fmt::format(" and {} more", objects.size() - named_max) : text;
}

} // namespace core::releases
