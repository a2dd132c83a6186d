#include "actors/processes/hook_files.hpp"

#include "sys/files/file_tree.hpp"
#include "sys/files/files.hpp"
#include "sys/files/read_if_there.hpp"
#include "text/plain/checksum.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace actors::processes {

namespace {

/// Finds programs among files whose name shows no kind. Only the first bytes are read, because a file may be
/// large.
void find_programs(const std::string& directory, core::hooks::found_hooks& found) {
  for (auto& file : found.unknown_kinds)
    if (const auto head = sys::files::read_beginning(directory + "/" + file, 4); head && core::hooks::is_program(*head))
      found.not_executable.push_back(std::move(file));
  found.unknown_kinds.clear();
  std::sort(found.not_executable.begin(), found.not_executable.end());
}

/// Removes non-executable files that hooks import or source: they are not meant as hooks. Once no
/// non-executable file is left, the remaining hooks are not read.
void forget_used_files(const std::string& directory, core::hooks::found_hooks& found) {
  for (const auto& hook : found.hooks) {
    if (found.not_executable.empty()) return;
    const auto text = sys::files::read_file(directory + "/" + hook.path, {.bytes_max = 1 << 20});
    if (text)
      std::erase_if(found.not_executable, [&](const auto& file) { return core::hooks::uses_file(*text, file); });
  }
}

/// Digests the size and the beginning of each hook. A program beyond the bound is known by the identifier of
/// its build, which stands at its beginning.
void digest_files(const std::string& directory, core::hooks::found_hooks& found) {
  constexpr std::size_t digested_max = std::size_t{1} << 20U;
  for (auto& hook : found.hooks) {
    const auto path = directory + "/" + hook.path;
    std::error_code failed;
    const auto size = std::filesystem::file_size(path, failed);
    if (const auto beginning = sys::files::read_beginning(path, digested_max); beginning && !failed)
      hook.digest = text::md5_hex(std::to_string(size) + "\n" + *beginning);
  }
}

} // namespace

base::result<core::hooks::found_hooks> read_hook_files(const std::string& directory, core::hooks::hook_owner owner) {
  const auto there = sys::files::is_there(directory);
  if (!there) return tl::unexpected(there.error());
  // A plain file of this name has no hooks. A broken link is an error below, because its target is unknown.
  if (!*there || (sys::files::path_exists(directory) && !sys::files::directory_exists(directory)))
    return core::hooks::found_hooks{};
  auto tree = sys::files::list_tree(directory);
  if (!tree) return tl::unexpected(tree.error());
  std::vector<core::hooks::hooks_entry> entries;
  for (const auto& entry : *tree) {
    const bool leads_nowhere =
      entry.is_symlink && !entry.is_directory && !sys::files::path_exists(directory + "/" + entry.path);
    entries.push_back({entry.path, entry.is_directory, entry.is_executable, entry.is_symlink, leads_nowhere});
  }
  auto found = core::hooks::find_hooks(directory, std::move(entries), owner);
  find_programs(directory, found);
  forget_used_files(directory, found);
  digest_files(directory, found);
  return found;
}

} // namespace actors::processes
