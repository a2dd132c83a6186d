#include "core/hooks/hooks_on_disk.hpp"

#include "core/base/contains.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <string_view>

namespace core {

namespace {

constexpr std::array<std::string_view, 4> skipped_extensions{".yaml", ".json", ".md", ".txt"};
constexpr std::array<std::string_view, 8> script_extensions{"", ".sh", ".bash", ".py", ".rb", ".pl", ".js", ".lua"};

std::string_view last_part(std::string_view path) {
  // Without a slash npos + 1 is 0.
  return path.substr(path.rfind('/') + 1);
}

std::string_view extension(std::string_view path) {
  auto file = last_part(path);
  auto dot = file.rfind('.');
  return dot == std::string_view::npos ? std::string_view{} : file.substr(dot);
}

bool is_skipped_directory(std::string_view directory, hook_owner owner) {
  return directory.starts_with('.') || directory == "lib" || (owner == hook_owner::module && directory == "venv");
}

bool is_skipped(std::string_view path, hook_owner owner) {
  auto file = last_part(path);
  for (auto rest = path; rest.size() > file.size(); rest.remove_prefix(rest.find('/') + 1))
    if (is_skipped_directory(rest.substr(0, rest.find('/')), owner)) return true;
  return file.starts_with('.') || contains(skipped_extensions, extension(file));
}

/// True for `venv/lib/python3.11/os.py` and the like.
bool is_standard_library(std::string_view path) {
  constexpr std::string_view library = "venv/lib/python3";
  if (!path.starts_with(library)) return false;
  const auto version_end = std::min(path.find('/', library.size()), path.size());
  const auto file = path.substr(version_end);
  return file == "/os.py" || file == "/encodings";
}

python_venv venv_at(const hooks_entry& entry) {
  if (is_standard_library(entry.path)) return python_venv::self_contained;
  return entry.is_directory && entry.path == "venv" ? python_venv::plain : python_venv::none;
}

std::string global_name(const std::string& root, const std::string& path) {
  const auto whole = root + "/" + path;
  const auto at = whole.find("/hooks/");
  return at == std::string::npos ? path : whole.substr(at + 1);
}

error not_executable(const std::string& file) {
  return {error_code::invalid_input, "hook '" + file + "' is not executable: run `chmod +x` on it, or move it to a "
                                       + "directory called `lib` if it is not a hook"};
}

} // namespace

found_hooks find_hooks(const std::string& root, std::vector<hooks_entry> entries, hook_owner owner) {
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  found_hooks found;
  std::set<std::string> taken;
  for (auto& entry : entries) {
    if (owner == hook_owner::module) found.venv = std::max(found.venv, venv_at(entry));
    if (entry.is_directory || is_skipped(entry.path, owner)) continue;
    if (entry.is_executable) {
      auto name = owner == hook_owner::module ? "hooks/" + entry.path : global_name(root, entry.path);
      // Of two files `hooks/NAME` in different folders, only one can have the short name.
      if (!taken.insert(name).second) name = entry.path;
      found.hooks.push_back({std::move(entry.path), std::move(name)});
    } else if (contains(script_extensions, extension(entry.path))) {
      found.findings.push_back(not_executable(root + "/" + entry.path));
    }
  }
  return found;
}

} // namespace core
