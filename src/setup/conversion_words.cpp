#include "setup/conversion_words.hpp"

#include "sys/files/files.hpp"
#include "sys/files/followed_tree.hpp"

#include <algorithm>
#include <string_view>

namespace setup {

namespace {

/// A part of the key `kubernetesCustomResourceConversion`, because a program may put the key together from
/// parts.
constexpr std::string_view words = "CustomResourceConversion";

/// Searches pieces of a file, also over their borders.
class word_search {
public:
  void take(std::string_view piece) {
    if (is_found_) return;
    rest_ += piece;
    is_found_ = rest_.find(words) != std::string::npos;
    rest_.erase(0, rest_.size() - std::min(rest_.size(), words.size() - 1));
  }
  [[nodiscard]] bool is_found() const noexcept { return is_found_; }

private:
  std::string rest_;
  bool is_found_ = false;
};

bool may_have_words(const std::string& file) {
  word_search search;
  const auto read = sys::files::read_file_in_pieces(file, [&search](std::string_view piece) { search.take(piece); });
  return !read || search.is_found();
}

bool is_of_environment(std::string_view path) {
  return path.ends_with("/venv") || path.ends_with("/.venv") || path == "venv" || path == ".venv";
}

} // namespace

bool may_have_conversions(const std::string& directory) {
  if (!sys::files::directory_exists(directory)) return false;
  const auto tree = sys::files::list_followed_tree(directory, {.passes_by = is_of_environment});
  if (!tree) return true;
  return std::any_of(tree->begin(), tree->end(), [&directory](const auto& x) {
    return !x.is_directory && may_have_words(directory + "/" + x.path);
  });
}

} // namespace setup
