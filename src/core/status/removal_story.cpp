#include "core/status/removal_story.hpp"

#include "base/utc_time.hpp"
#include "base/word_list.hpp"
#include "core/status/script_places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

namespace core::status {

namespace {

/// Objects beyond this number are counted: a screen has room for a few.
constexpr std::size_t objects_max = 6;

/// The step if the sources of the values that decide are known.
constexpr auto step_after_value =
  "if this is a mistake, take the change back at the source of the value (the object and its writer, or the hook), and "
  "the release is made again by itself; if the new value is right, have the script accept it";

std::string objects_of(const modules::removed_release& x) {
  auto names = x.objects;
  if (names.size() > objects_max) {
    const auto more = names.size() - objects_max;
    names.resize(objects_max);
    names.push_back(fmt::format("{} more objects", more));
  }
  return base::word_list(names);
}

/// `shop/NetworkPolicy/default-deny`; objects of the cluster have no namespace.
std::optional<sight> sight_of(const std::string& object) {
  const auto last = object.rfind('/');
  if (last == object.npos || last == 0) return std::nullopt;
  const auto before = object.rfind('/', last - 1);
  const auto begin = before == object.npos ? 0 : before + 1;
  return sight{.api_version = {},
               .kind = object.substr(begin, last - begin),
               .namespace_name = before == object.npos ? std::string() : object.substr(0, before),
               .name = object.substr(last + 1)};
}

/// The objects that have not gone yet: `shop/ConfigMap/a (held by the finalizer example.com/hold)`.
std::string held_objects_of(const modules::removed_release& x, const cluster_sights& seen) {
  std::vector<std::string> held;
  for (const auto& name : x.objects) {
    const auto what = sight_of(name);
    const auto found = what ? seen.find(*what) : seen.end();
    const auto* metadata =
      found == seen.end() || found->second.empty() ? nullptr : found->second.front().find("metadata");
    const auto* finalizers = metadata == nullptr ? nullptr : metadata->find("finalizers");
    if (finalizers == nullptr || !finalizers->is_array() || !metadata->string_at("deletionTimestamp")) continue;
    std::vector<std::string> names;
    for (const auto& one : finalizers->as_array())
      if (one.is_string()) names.emplace_back(one.as_string());
    if (!names.empty()) held.push_back(fmt::format("{} (held by the finalizer {})", name, base::word_list(names)));
  }
  return base::word_list(held);
}

std::string values_of(const modules::removed_release& x, const status_facts& all) {
  const auto places = all.values_of_scripts.find(x.release);
  return places == all.values_of_scripts.end() ? std::string() : words_about_places(places->second, all.values);
}

removal_status status_of(const modules::removed_release& x, const status_facts& all) {
  removal_status to{.what = x, .cause = {}};
  to.cause = fmt::format("release '{}' was removed: {}", x.release, x.reason);
  const auto values = x.made_again_us ? std::string() : values_of(x, all);
  if (!values.empty()) to.cause += fmt::format(". The script reads values: {}", values);
  if (const auto objects = objects_of(x); !objects.empty()) to.cause += ". With it went " + objects;
  if (const auto held = x.made_again_us ? std::string() : held_objects_of(x, all.seen); !held.empty())
    to.cause += ". Still there, and being deleted, is " + held;
  if (!x.wanted_before.empty()) to.cause += ". Before, it was switched on by: " + x.wanted_before;
  if (x.made_again_us)
    to.cause += ". It was made again at " + base::utc_text(*x.made_again_us);
  else
    to.next_step = values.empty() ? x.way_back : std::string(step_after_value);
  return to;
}

} // namespace

std::vector<sight> sights_of_removals(const std::vector<modules::removed_release>& removals) {
  std::vector<sight> all;
  for (const auto& x : removals)
    for (std::size_t i = 0; i < std::min(x.objects.size(), objects_max) && !x.made_again_us; ++i)
      if (auto what = sight_of(x.objects[i])) all.push_back(std::move(*what));
  return all;
}

std::vector<removal_status> removals_of(const status_facts& x) {
  std::vector<removal_status> all;
  for (const auto& removal : x.removals) all.push_back(status_of(removal, x));
  return all;
}

} // namespace core::status
