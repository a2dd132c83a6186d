#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// Decides which files of a chart's directory Helm skips: by the rules of `.helmignore`, and files in
/// `templates/` that begin with a dot. (Helm's pkg/ignore)
class helm_ignore {
public:
  /// @param content of `.helmignore`; empty: the chart has no such file. A rule that Helm refuses (`**`, an
  /// open bracket) is ignored here, because Helm itself reports it.
  explicit helm_ignore(std::string_view content = {});

  enum class entry { file, directory };

  /// Whether Helm skips the entry. If it is a directory, Helm skips all its content, too.
  /// @param path relative to the chart, with slashes
  [[nodiscard]] bool ignores(std::string_view path, entry what) const;

private:
  struct rule {
    std::string pattern;
    bool is_negated = false;
    bool is_for_directories = false;
    bool is_for_whole_path = false; ///< false: for the last part of the path
  };
  void add(std::string_view line);

  std::vector<rule> rules_;
};

} // namespace core::releases
