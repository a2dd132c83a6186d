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
  bool leads_nowhere = false; ///< a link to something that is not there
};

/// A file that is run as a hook.
struct hook_file {
  std::string path; ///< relative to the hooks directory
  std::string name; ///< its name for people and in metrics, for example `hooks/discover.sh`
};

/// The directory `venv` of a hooks directory, whose Python runs the Python hooks.
enum class python_venv {
  none,
  plain,         ///< as `python3 -m venv` makes it: the standard library is where that Python is installed
  self_contained ///< a Python that was installed there, with its standard library
};

/// The hooks of a hooks directory.
struct found_hooks {
  std::vector<hook_file> hooks;            ///< sorted by path in byte order
  std::vector<std::string> not_executable; ///< paths of files that may be hooks and cannot be run; the rest goes on
  std::vector<std::string> broken_links;   ///< paths of links that lead nowhere, or to a hook that is not executable
  std::vector<std::string> unknown_kinds;  ///< paths of the other files: hooks if their content `is_program`
  std::vector<std::string> go_sources;     ///< paths of Go files: hooks only if they are built into a program
  python_venv venv = python_venv::none;    ///< module hooks only
};

/// Finds the hook files among everything below the hooks directory `root`.
///
/// Skipped are names that begin with a dot, directories called `lib` (for modules also `venv`) with all they
/// contain, and files called `*.yaml`, `*.json`, `*.md`, `*.txt`. Every other executable file is a hook. A
/// file that is not executable may be a hook if it has no extension or that of a scripting language, or else
/// by its content; files in folders called `common` or `helpers`, and files with names like `README` and
/// `Dockerfile`, are never hooks. A module's hook is named `hooks/PATH`, wherever the module lies. A global
/// hook is named by its whole path from the first folder `hooks` on, which may lie above `root`, else, or if
/// that name is taken, `PATH`: names are unique. A link was made for a purpose, so a broken link may be a
/// hook under any name.
/// @param root absolute.
[[nodiscard]] found_hooks find_hooks(const std::string& root, std::vector<hooks_entry> entries, hook_owner owner);

/// Whether a file is meant to be run, whatever it is called: it begins with `#!`, or as binaries of Linux do.
/// @param content its beginning
[[nodiscard]] bool is_program(std::string_view content);

/// Whether a script refers to a file beside it: imports it as a module of Python, or names it, as `source`
/// does.
/// @param file path or name of the file
[[nodiscard]] bool uses_file(std::string_view script, std::string_view file);

} // namespace core::hooks
