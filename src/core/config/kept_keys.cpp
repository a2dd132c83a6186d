#include "core/config/kept_keys.hpp"

#include "core/values/names.hpp"

#include <cstddef>
#include <map>
#include <tuple>
#include <utility>

namespace core::config {

namespace {

/// The places that are kept for a key.
constexpr std::size_t places_max = 3;

/// True if the known key had a value.
bool was_there(const std::string& key, const configuration& previous) {
  if (const auto section = values::key_of_flag(key)) return previous.written_flags.contains(*section);
  if (const auto section = values::key_of_maintenance(key)) return previous.paused.contains(*section);
  return previous.section(key) != nullptr || previous.switched_off.contains(key);
}

/// True if the same edit has removed the known key and added the place that may have it.
bool is_new_slip(const misspelt_key& slip, const configuration& previous) {
  const bool is_old =
    slip.kind == slip_kind::letters ? previous.keys.contains(slip.written) : previous.displaced.contains(slip);
  return !is_old && was_there(slip.meant, previous);
}

/// The known keys that the previous content had, and the new content has not.
std::set<std::string> gone_keys(const std::set<std::string>& written, const configuration& previous,
                                const std::set<std::string>& known) {
  std::set<std::string> gone;
  for (const auto& key : known)
    if (!written.contains(key) && was_there(key, previous)) gone.insert(key);
  return gone;
}

} // namespace

std::vector<misspelt_key> kept_keys(const std::set<std::string>& written, const configuration& previous,
                                    const std::set<std::string>& known, const displaced_keys& displaced) {
  auto slips = misspelt_keys(written, known);
  for (auto& slip : displacements_of(gone_keys(written, previous, known), displaced)) slips.push_back(std::move(slip));
  std::set<std::tuple<std::string, std::string, slip_kind>> kept_before;
  for (const auto& x : previous.kept) kept_before.emplace(x.meant, x.written, x.kind);
  // One edit may bring a thousand unusable keys: a few of them are enough to keep a key.
  std::map<std::string, std::set<std::string>> places;
  std::erase_if(slips, [&](const misspelt_key& slip) {
    auto& of_key = places[slip.meant];
    if (of_key.size() == places_max || of_key.contains(slip.written)) return true;
    if (!is_new_slip(slip, previous) && !kept_before.contains({slip.meant, slip.written, slip.kind})) return true;
    of_key.insert(slip.written);
    return false;
  });
  return slips;
}

} // namespace core::config
