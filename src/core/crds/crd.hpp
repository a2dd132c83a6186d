#pragma once

#include "base/error.hpp"
#include "text/json/json.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace core::crds {

/// The files below `crds/` that count, and the additions to their CustomResourceDefinitions.
struct crd_options {
  std::vector<std::string> skipped_prefixes{"doc-", "_"}; ///< of file names
  std::map<std::string, std::string> labels{{"heritage", "addon-operator"}};
};

/// A file with CustomResourceDefinitions.
struct crd_file {
  std::string path; ///< absolute
  std::string text;
};

/// The content of a module's `crds/`, as it was found on disk.
struct crd_source {
  std::vector<crd_file> files; ///< by path in byte order
  std::map<std::string, std::string> labels;
  std::string unreadable; ///< the reason why some files are unknown; empty: all are known
  std::vector<std::string>
    passed_over{}; ///< absolute paths of files that are not read, although the user may have meant them

  [[nodiscard]] bool empty() const noexcept { return files.empty() && unreadable.empty() && passed_over.empty(); }
};

/// A CustomResourceDefinition as a module wants it.
struct definition {
  std::string name;  ///< `widgets.example.com`
  std::string file;  ///< where it stands
  text::json object; ///< with the labels, without `status` and without fields that the API does not have
  std::map<std::string, std::string> labels{}; ///< of all definitions of modules; a part of `object`
};

/// The definitions of a module.
struct crd_list {
  std::vector<definition>
    definitions; ///< by file, then in the order of the file; only the last of several definitions with the same name
  std::vector<std::string> warnings; ///< parts of the files without effect, each with its place
};

/// Whether a file below `crds/` is read: it is called `*.yaml` or `*.yml`, and its name does not begin with
/// any of the prefixes.
[[nodiscard]] bool is_definition_file(std::string_view path, const crd_options& options);

/// Whether an entry below `crds/` is left out without a look at it: YAML files whose names begin with any of
/// the prefixes, and names with two dots in front, under which the kubelet keeps a second copy of the files
/// of a mounted ConfigMap.
[[nodiscard]] bool is_passed_by(std::string_view path, const crd_options& options);

/// Whether a user may have meant a skipped file below `crds/` to be read: true except for `*.md` and names
/// with a dot in front.
[[nodiscard]] bool may_be_meant(std::string_view path);

/// Reads all documents of all files. Empty documents and comments are skipped. Of a repeated key in a mapping
/// the last value counts, as for kubectl. Errors (`invalid_input`) name all faults, each with its file: text
/// that is not YAML, documents that are no CustomResourceDefinition of `apiextensions.k8s.io/v1`, and
/// definitions without a name.
[[nodiscard]] base::result<crd_list> read_definitions(const crd_source& source);

} // namespace core::crds
