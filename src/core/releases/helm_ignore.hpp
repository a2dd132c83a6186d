#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// What Helm leaves out of a chart's directory: the rules of its `.helmignore`, and files of `templates/` that begin with a
/// dot. (Helm's pkg/ignore)
class helm_ignore {
public:
  /// @param content of the file; empty: there is none. A rule that Helm refuses (`**`, an open bracket) is passed over: Helm
  /// says so itself when it reads the chart.
  explicit helm_ignore(std::string_view content = {});

  enum class entry { file, directory };

  /// Whether Helm passes over it. What is in a directory that it passes over it never sees.
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
