#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// The files of a chart's directory that Helm leaves out: by the rules of its `.helmignore`, and files of
/// `templates/` that begin with a dot. (Helm's pkg/ignore)
class helm_ignore {
public:
  /// @param content of the file; empty: the chart has no such file. A rule that Helm refuses (`**`, an open
  /// bracket) is skipped here: Helm reports it itself when it reads the chart.
  explicit helm_ignore(std::string_view content = {});

  enum class entry { file, directory };

  /// Whether Helm skips the entry. Helm never sees the content of a directory that it skips.
  /// @param path relative to the chart, with slashes
  [[nodiscard]] bool ignores(std::string_view path, entry what) const;

private:
  struct rule {
    std::string pattern;
    bool is_negated = false;
    bool is_for_directories = false;
    bool is_for_whole_path = false; ///< else for the name alone
  };
  void add(std::string_view line);

  std::vector<rule> rules_;
};

} // namespace core::releases
