#pragma once

#include "base/error.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace core::hooks {

/// The owner of hooks: the platform or a module.
enum class hook_owner { global, module };

/// An entry found below a hooks directory.
struct hooks_entry {
  std::string path;           ///< relative to the hooks directory, parts separated by `/`
  bool is_directory = false;  ///< a link to a directory counts as a directory; its content is not listed
  bool is_executable = false; ///< an execute permission is set, after following links
  bool is_link = false;
  bool leads_nowhere = false; ///< a link to a missing file
};

/// A file that is run as a hook.
struct hook_file {
  std::string path;     ///< relative to the hooks directory
  std::string name;     ///< the name in messages and metrics, for example `hooks/discover.sh`
  std::string digest{}; ///< recognises its content; empty: not read
};

/// The directory `venv` of a hooks directory, whose Python runs the Python hooks.
enum class python_venv {
  none,
  plain,         ///< made by `python3 -m venv`: the standard library is where that Python is installed
  self_contained ///< Python itself is installed there, with its standard library
};

/// The hooks of a hooks directory.
struct found_hooks {
  std::vector<hook_file> hooks;            ///< sorted by path in byte order
  std::vector<std::string> not_executable; ///< paths of possible hooks that are not executable
  std::vector<std::string> broken_links;   ///< paths of links that lead nowhere, or to a hook that is not executable
  std::vector<std::string> unknown_kinds;  ///< paths of the other files: hooks if their content `is_program`
  std::vector<std::string> go_sources;     ///< paths of Go files: hooks only if they are built into a program
  python_venv venv = python_venv::none;    ///< module hooks only
};

/// Finds the hook files among everything below the hooks directory `root`.
///
/// Names that begin with a dot, directories called `lib` (for modules also `venv`) with all their content,
/// and files called `*.yaml`, `*.json`, `*.md` or `*.txt` are skipped. Every other executable file is a hook.
/// A file that is not executable may be a hook if it has no extension or the extension of a scripting
/// language; any other file may be a hook by its content. Files in folders called `common` or `helpers`, and
/// files with names like `README` and `Dockerfile`, are never hooks unless they are executable. The name of a
/// module's hook is `hooks/PATH`. The name of a global hook is its path from the first folder `hooks` on,
/// which may lie above `root`. Without such a folder, or if another hook has that name already, the name is
/// `PATH`. A broken link may be a hook, because its author made it for a purpose: with any extension, but not
/// with a name that is skipped or that is never a hook.
/// @param root absolute.
[[nodiscard]] found_hooks find_hooks(const std::string& root, std::vector<hooks_entry> entries, hook_owner owner);

/// The files found now, with the known hooks that are not among them: a hook that has gone may be lost by
/// mistake, and its run with `--config` fails and says so.
[[nodiscard]] found_hooks with_known_hooks(found_hooks now, const found_hooks& known);

/// Whether a file of any name is a program: it begins with `#!`, or like a Linux binary.
/// @param content the beginning of the file
[[nodiscard]] bool is_program(std::string_view content);

/// Whether a script uses another file: it imports the file as a Python module, or names it, for example after
/// `source`.
/// @param file path or name of the file
[[nodiscard]] bool uses_file(std::string_view script, std::string_view file);

} // namespace core::hooks
