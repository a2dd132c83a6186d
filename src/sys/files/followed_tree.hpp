#pragma once

#include "base/error.hpp"
#include "sys/files/file_tree.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace sys::files {

/// The parts of a tree that a walk leaves out. Without a rule no part is left out.
struct followed_walk {
  /// True for entries that are left out without a look at them: they may be links that lead nowhere.
  std::function<bool(std::string_view path)> passes_by{};
  /// True for entries that are left out by their kind, with everything below them.
  std::function<bool(const tree_entry&)> leaves_out{};
};

/// Limit of a walk. Links to directories with links to directories can show the same files over and over.
inline constexpr std::size_t followed_entries_max = 200'000;

/// Lists everything below a directory, sorted by the bytes of the path. As in Helm (internal/sympath), the
/// target of a link counts as if it stood in the place of the link. The root may be a link, too. Errors, each
/// with the path: a link that leads nowhere (`not_found`), a link back to a directory around the link
/// (`invalid_input`), entries that may not be read or that vanish during the walk, and more than
/// `followed_entries_max` entries (`invalid_input`).
[[nodiscard]] base::result<std::vector<tree_entry>> list_followed_tree(const std::string& root,
                                                                       const followed_walk& walk = {});

} // namespace sys::files
