#include "text/yaml/yaml_container.hpp"

#include "base/excerpt.hpp"
#include "text/plain/shown_key.hpp"
#include "text/yaml/yaml_tag.hpp"

#include <algorithm>
#include <utility>

namespace text {

namespace {

/// The length of a key in a message.
constexpr std::size_t key_shown = 200;

/// Different words in the text may be the same key.
std::string words_hint(bool key) {
  return std::string(": without quotes, ") + (key ? "y, yes, on and true" : "n, no, off and false")
         + " are the same key";
}

} // namespace

base::result<std::optional<repeated_key>> begin_member(yaml_container& to, const json& key, int line,
                                                       duplicate_keys duplicates) {
  auto text = key_text(key);
  if (!text) return tl::unexpected(text.error());
  const auto [at, is_fresh] = to.lines.emplace(*text, line);
  if (!is_fresh && duplicates == duplicate_keys::refused)
    return base::fail(base::error_code::invalid_input, "duplicate key '" + base::excerpt(shown_key(*text), key_shown)
                                                         + "' (first at line " + std::to_string(at->second) + ")"
                                                         + (key.is_bool() ? words_hint(key.as_bool()) : ""));
  std::optional<repeated_key> repeated;
  if (!is_fresh) repeated = repeated_key{*text, line, at->second};
  to.members.emplace_back(std::move(*text), json());
  return repeated;
}

base::result<void> merge_members(yaml_container& into, const json& source) {
  const auto maps = source.is_array() ? source.as_array() : json::array_type{source};
  if (!std::all_of(maps.begin(), maps.end(), [](const json& x) { return x.is_object(); }))
    return base::fail(base::error_code::invalid_input, "'<<' needs a mapping or a sequence of mappings");
  // The members are added at the place of `<<` in the text, because the last of equal keys counts. If several
  // mappings of the sequence have a key, the first of these mappings wins.
  for (auto map = maps.rbegin(); map != maps.rend(); ++map)
    into.members.insert(into.members.end(), map->as_object().begin(), map->as_object().end());
  return {};
}

} // namespace text
