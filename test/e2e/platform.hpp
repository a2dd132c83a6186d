#pragma once

#include "sys/files/temp_dir.hpp"

#include <string>

namespace e2e {

/// Directories of modules and global hooks made for a test, removed at its end. Failures throw.
class platform {
public:
  platform();

  /// Writes a file; `path` begins with `modules/` or `global-hooks/`.
  void add_file(const std::string& path, const std::string& text);
  /// The same with the execute bits set.
  void add_program(const std::string& path, const std::string& text);

  /// A module that is on and is a chart with a single template.
  /// @param directory as `010-web`, for module `web`
  void add_chart(const std::string& directory, const std::string& manifest);
  /// A module that is on, with a hook and no chart.
  void add_hook(const std::string& directory, const std::string& script);

  /// A platform with the modules and global hooks of a folder, for example `examples/quickstart`.
  static platform copy_of(const std::string& folder);

  [[nodiscard]] std::string path(const std::string& name) const { return root_.file(name); }

private:
  sys::files::temp_dir root_;
};

/// The manifest of a ConfigMap with a single entry, `word`; the text may be a template.
[[nodiscard]] std::string config_map_manifest(const std::string& name, const std::string& word);

} // namespace e2e
