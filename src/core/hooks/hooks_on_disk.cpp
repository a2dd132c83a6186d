#include "core/hooks/hooks_on_disk.hpp"

#include "base/contains.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <string_view>

namespace core::hooks {

namespace {

constexpr std::array<std::string_view, 4> skipped_extensions{".yaml", ".json", ".md", ".txt"};
constexpr std::array<std::string_view, 8> script_extensions{"", ".sh", ".bash", ".py", ".rb", ".pl", ".js", ".lua"};

/// Names of files that are hooks only if they are executable, compared without regard to case.
constexpr std::array<std::string_view, 10> plain_files{"changelog", "dockerfile", "gemfile", "license",  "makefile",
                                                       "notice",    "owners",     "pipfile", "rakefile", "readme"};

std::string_view last_part(std::string_view path) {
  // If there is no slash, `npos + 1` is 0, and the whole path is returned.
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
  // Checks each directory on the path; the file itself is checked below.
  for (auto rest = path; rest.size() > file.size(); rest.remove_prefix(rest.find('/') + 1))
    if (is_skipped_directory(rest.substr(0, rest.find('/')), owner)) return true;
  return file.starts_with('.') || base::contains(skipped_extensions, extension(file));
}

bool is_plain_file(std::string_view file) {
  std::string lower(file);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return base::contains(plain_files, lower);
}

/// True for a file in a folder of files that hooks share. It is a hook only if it is executable.
bool is_shared(std::string_view path) {
  // Only directories are compared, so a file that is called `common` may be a hook.
  for (auto slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/')) {
    const auto directory = path.substr(0, slash);
    if (directory == "common" || directory == "helpers") return true;
    path.remove_prefix(slash + 1);
  }
  return false;
}

bool may_be_hook(std::string_view path) {
  return base::contains(script_extensions, extension(path)) && !is_shared(path) && !is_plain_file(last_part(path));
}

bool is_word_part(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

/// Whether the text contains the word as a whole: not inside a longer word, and not followed by another file
/// extension.
bool has_word(std::string_view text, std::string_view word, std::string_view before) {
  for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const auto end = at + word.size();
    const bool begins = at == 0          ? before.empty()
                        : before.empty() ? !is_word_part(text[at - 1])
                                         : before.find(text[at - 1]) != std::string_view::npos;
    if (begins && (end == text.size() || !is_word_part(text[end]))) return true;
  }
  return false;
}

/// Whether a line of Python imports the module.
bool imports(std::string_view script, std::string_view module) {
  while (!script.empty()) {
    const auto end = std::min(script.find('\n'), script.size());
    auto line = script.substr(0, end);
    script.remove_prefix(std::min(end + 1, script.size()));
    // An import may be indented, for example within `try`.
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if ((line.starts_with("import ") || line.starts_with("from ")) && has_word(line, module, {})) return true;
  }
  return false;
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

/// A broken link that would be a hook: its author evidently wanted a hook here.
bool is_broken_link(const hooks_entry& x) {
  if (x.leads_nowhere) return !is_shared(x.path) && !is_plain_file(last_part(x.path));
  return x.is_link && may_be_hook(x.path);
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
      // If two hooks have the same path from a folder `hooks` on, only the first hook gets this name.
      if (!taken.insert(name).second) name = entry.path;
      found.hooks.push_back({std::move(entry.path), std::move(name)});
    } else if (is_broken_link(entry)) {
      found.broken_links.push_back(std::move(entry.path));
    } else if (may_be_hook(entry.path)) {
      found.not_executable.push_back(std::move(entry.path));
    } else if (extension(entry.path) == ".go") {
      found.go_sources.push_back(std::move(entry.path));
    } else if (!is_shared(entry.path) && !is_plain_file(last_part(entry.path))) {
      found.unknown_kinds.push_back(std::move(entry.path));
    }
  }
  return found;
}

found_hooks with_known_hooks(found_hooks now, const found_hooks& known) {
  std::set<std::string> paths;
  for (const auto& hook : now.hooks) paths.insert(hook.path);
  for (const auto& hook : known.hooks)
    if (!paths.contains(hook.path)) now.hooks.push_back(hook);
  std::sort(now.hooks.begin(), now.hooks.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  now.venv = std::max(now.venv, known.venv);
  return now;
}

bool is_program(std::string_view content) {
  return content.starts_with("#!")
         || content.starts_with("\x7f"
                                "ELF");
}

bool uses_file(std::string_view script, std::string_view file) {
  const auto name = last_part(file);
  const auto suffix = extension(file);
  if (suffix == ".py" && imports(script, name.substr(0, name.size() - suffix.size()))) return true;
  // A name without an extension may be an ordinary word of the script, so a slash must precede it.
  return has_word(script, name, suffix.empty() ? "/" : "");
}

} // namespace core::hooks
