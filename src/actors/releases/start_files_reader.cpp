#include "actors/releases/start_files_reader.hpp"

#include "sys/files/file_tree.hpp"
#include "sys/files/read_if_there.hpp"
#include "text/plain/checksum.hpp"

#include <string_view>

namespace actors::releases {

namespace {

void add_file(core::releases::start_files& to, const std::string& path) {
  const auto text = sys::files::read_if_there(path);
  if (!text)
    to.emplace(path, "unreadable");
  else if (*text)
    to.emplace(path, text::md5_hex(**text));
}

void add_module(core::releases::start_files& to, const std::string& directory) {
  for (const auto* name : {"/values.yaml", "/module.yaml", "/openapi/config-values.yaml", "/openapi/values.yaml"})
    add_file(to, directory + name);
  const auto hooks = sys::files::list_tree(directory + "/hooks");
  if (!hooks) return;
  for (const auto& entry : *hooks)
    if (entry.is_executable && !std::string_view(entry.path).starts_with("venv/"))
      to.emplace(directory + "/hooks/" + entry.path, "");
}

} // namespace

core::releases::start_files read_start_files(const std::vector<std::string>& modules_dirs) {
  core::releases::start_files found;
  for (const auto& root : modules_dirs) {
    add_file(found, root + "/values.yaml");
    const auto entries = sys::files::list_directory(root);
    if (!entries) continue;
    for (const auto& entry : *entries)
      if (entry.is_directory) add_module(found, root + "/" + entry.path);
  }
  return found;
}

core::releases::start_files read_start_files_of(const std::string& module_directory) {
  core::releases::start_files found;
  add_file(found, module_directory.substr(0, module_directory.rfind('/')) + "/values.yaml");
  add_module(found, module_directory);
  return found;
}

} // namespace actors::releases
