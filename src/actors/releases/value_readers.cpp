#include "actors/releases/value_readers.hpp"

#include "core/releases/named_key.hpp"
#include "core/values/names.hpp"
#include "sys/files/file_tree.hpp"
#include "sys/files/files.hpp"
#include "sys/files/followed_tree.hpp"
#include "sys/files/read_if_there.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace actors::releases {

namespace {

using core::releases::template_texts;
using places_type = std::vector<text::json_pointer>;

/// A larger file is data; reading it would take the memory of the operator.
constexpr std::uint64_t file_bytes_max = 64 << 20;

std::optional<std::string> text_of(const std::string& path) {
  if (sys::files::size_of_file(path).value_or(0) > file_bytes_max) return std::nullopt;
  auto text = sys::files::read_file(path);
  return text ? std::optional(std::move(*text)) : std::nullopt;
}

/// The files below a directory; nullopt: they are not known.
std::optional<std::vector<std::string>> files_in(const std::string& directory) {
  const auto tree = sys::files::list_followed_tree(
    directory, {.passes_by = [](std::string_view path) { return path == "hooks/venv" || path == ".git"; }});
  if (!tree) return std::nullopt;
  std::vector<std::string> files;
  for (const auto& entry : *tree)
    if (!entry.is_directory) files.push_back(entry.path);
  return files;
}

/// Drops the places that a file outside of the templates names.
void drop_named(places_type& places, const std::string& directory, const std::vector<std::string>& files) {
  for (const auto& path : files) {
    if (places.empty()) return;
    if (!core::releases::may_read_values(path)) continue;
    const auto text = text_of(directory + "/" + path);
    std::erase_if(places, [&](const auto& place) { return !text || core::releases::names_key(*text, place); });
  }
}

template_texts templates_in(const std::string& directory, const std::vector<std::string>& files) {
  template_texts found;
  for (const auto& path : files) {
    const bool is_own = path.starts_with("templates/");
    const bool is_inner = path.starts_with("charts/") && path.find("/templates/") != path.npos;
    if (path.starts_with("charts/") && path.ends_with(".tgz")) found.is_complete = false;
    if (!is_own && !is_inner) continue;
    auto text = text_of(directory + "/" + path);
    if (!text) found.is_complete = false;
    // A text that is no template, so that the templates count as readers of all values.
    (is_own ? found.rendered : found.included).emplace(path, text ? std::move(*text) : "{{");
  }
  return found;
}

void drop_read_by_module(places_type& places, const std::string& directory) {
  if (places.empty()) return;
  const auto files = files_in(directory);
  if (!files) return places.clear();
  const auto read = core::releases::values_read_by(templates_in(directory, *files));
  std::erase_if(places, [&](const auto& place) { return core::releases::may_read(read, place); });
  drop_named(places, directory, *files);
}

void drop_read_by_others(places_type& globals, const reader_places& where) {
  for (const auto& root : where.modules_dirs) {
    const auto entries = sys::files::list_directory(root);
    if (!entries) return globals.clear();
    for (const auto& entry : *entries)
      if (const auto path = root + "/" + entry.path; entry.is_directory && path != where.directory)
        drop_read_by_module(globals, path);
  }
  if (where.global_directory.empty() || !sys::files::is_directory_there(where.global_directory).value_or(true)) return;
  const auto files = files_in(where.global_directory);
  if (!files) return globals.clear();
  drop_named(globals, where.global_directory, *files);
}

} // namespace

places_type places_without_reader(const places_type& places, const reader_places& where) {
  auto unread = places;
  drop_read_by_module(unread, where.directory);
  places_type globals;
  const auto is_global = [](const auto& place) {
    return !place.tokens.empty() && place.tokens.front() == core::values::global_key;
  };
  for (const auto& place : unread)
    if (is_global(place)) globals.push_back(place);
  if (globals.empty()) return unread;
  std::erase_if(unread, is_global);
  drop_read_by_others(globals, where);
  unread.insert(unread.end(), globals.begin(), globals.end());
  return unread;
}

} // namespace actors::releases
