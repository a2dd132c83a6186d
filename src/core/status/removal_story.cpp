#include "core/status/removal_story.hpp"

#include "base/utc_time.hpp"
#include "base/word_list.hpp"
#include "core/status/script_places.hpp"

#include <fmt/format.h>

#include <cstddef>
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
  if (!x.wanted_before.empty()) to.cause += ". Before, it was switched on by: " + x.wanted_before;
  if (x.made_again_us)
    to.cause += ". It was made again at " + base::utc_text(*x.made_again_us);
  else
    to.next_step = values.empty() ? x.way_back : std::string(step_after_value);
  return to;
}

} // namespace

std::vector<removal_status> removals_of(const status_facts& x) {
  std::vector<removal_status> all;
  for (const auto& removal : x.removals) all.push_back(status_of(removal, x));
  return all;
}

} // namespace core::status
