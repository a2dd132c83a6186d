#include "core/config/kept_keys.hpp"

#include "base/contains.hpp"
#include "core/values/names.hpp"

#include <algorithm>
#include <utility>

namespace core::config {

namespace {

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

/// The known keys that the previous content had, and this one has not.
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
  for (auto& slip : displacements_of(gone_keys(written, previous, known), displaced)) {
    const auto is_same = [&](const auto& x) { return x.meant == slip.meant && x.written == slip.written; };
    if (std::none_of(slips.begin(), slips.end(), is_same)) slips.push_back(std::move(slip));
  }
  std::erase_if(slips, [&](const misspelt_key& slip) {
    return !is_new_slip(slip, previous) && !base::contains(previous.kept, slip);
  });
  return slips;
}

} // namespace core::config
