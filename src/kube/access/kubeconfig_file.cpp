#include "kube/access/kubeconfig_file.hpp"

#include "text/yaml/yaml.hpp"

#include <set>
#include <utility>

namespace kube::access {

namespace {

using base::error_code;

text::json member_of(const text::json& item, const std::string& key, text::json otherwise) {
  const auto* member = item.find(key);
  return member == nullptr || member->is_null() ? std::move(otherwise) : *member;
}

/// Adds the entries `[{name: …, SECTION: {…}}, …]` of a file. As for client-go, a missing body is empty (a
/// user without a body has no credentials), and two entries with the same name in a file are an error. If two
/// files have an entry of the same name, the entry of the first file counts.
base::result<void> add_entries(const text::json& document, const std::string& list, const std::string& section,
                               const std::string& file, merged_kubeconfig::entries& out) {
  const auto* items = document.find(list);
  if (!items || items->is_null()) return {};
  if (!items->is_array()) return base::fail(error_code::invalid_input, file + ": '" + list + "' must be a list");
  std::set<std::string> names;
  for (const auto& item : items->as_array()) {
    const auto name = member_of(item, "name", text::json(""));
    const auto body = member_of(item, section, text::json::object());
    if (!(item.is_object() || item.is_null()) || !name.is_string())
      return base::fail(error_code::invalid_input, file + ": an entry of '" + list + "' has no 'name' that is a text");
    if (!body.is_object())
      return base::fail(error_code::invalid_input, file + ": the entry '" + name.as_string() + "' of '" + list
                                                     + "' has a '" + section + "' that is no object");
    if (!names.insert(name.as_string()).second)
      return base::fail(error_code::invalid_input, file + ": '" + list + "' has two entries with the name '"
                                                     + name.as_string() + "': rename or remove one");
    out.try_emplace(name.as_string(), kubeconfig_entry{.body = body, .file = file});
  }
  return {};
}

base::result<void> add_file(const text::json& document, const std::string& file, merged_kubeconfig& out) {
  out.files.push_back(file);
  if (document.is_null()) return {};
  if (!document.is_object()) return base::fail(error_code::invalid_input, file + ": this is no kubeconfig");
  if (out.current_context.empty()) out.current_context = document.string_at("current-context").value_or("");
  return add_entries(document, "contexts", "context", file, out.contexts)
    .and_then([&] { return add_entries(document, "clusters", "cluster", file, out.clusters); })
    .and_then([&] { return add_entries(document, "users", "user", file, out.users); });
}

} // namespace

base::result<merged_kubeconfig> read_kubeconfigs(const std::vector<std::string>& paths, const file_reader& read) {
  if (paths.empty())
    return base::fail(error_code::invalid_input, "no kubeconfig is given; use KUBECONFIG or --kube-config");
  merged_kubeconfig merged;
  base::error missing;
  for (const auto& path : paths) {
    const auto text = read(path);
    if (!text && text.error().code == error_code::not_found && paths.size() > 1) {
      missing = text.error();
      continue;
    }
    if (!text) return base::fail("kubeconfig cannot be read", text.error());
    const auto document = text::parse_yaml(*text);
    if (!document) return base::fail("kubeconfig " + path, document.error());
    if (auto added = add_file(*document, path, merged); !added) return base::fail("kubeconfig", added.error());
  }
  if (merged.files.empty()) return base::fail("none of the kubeconfigs is there", missing);
  return merged;
}

} // namespace kube::access
