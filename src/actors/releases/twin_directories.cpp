#include "actors/releases/twin_directories.hpp"

#include "core/modules/module_directory.hpp"
#include "sys/files/read_if_there.hpp"

#include <algorithm>

namespace actors::releases {

namespace {

/// A directory that has changed in this time may change again without another state: the clock of the file
/// system moves in ticks, and may differ a little from the clock of this machine.
constexpr std::int64_t settling_ns = 2'000'000'000;
constexpr std::int64_t ns_in_us = 1'000;

} // namespace

const twin_directories::listing* twin_directories::list(const std::string& parent, std::int64_t wall_us) {
  // Read before the names: a change during the listing is then seen the next time.
  const auto state = sys::files::directory_state_of(parent);
  auto& known = known_[parent];
  if (state && known.is_settled && known.state == *state) return &known;
  ++listings_;
  const auto names = sys::files::list_names(parent);
  if (!state || !names) {
    known_.erase(parent);
    return nullptr;
  }
  known = {*state, {}, wall_us * ns_in_us - std::max(state->modified_ns, state->changed_ns) > settling_ns};
  for (const auto& name : *names)
    if (const auto named = core::modules::parse_module_directory(name)) known.by_module.emplace(named->name, name);
  return &known;
}

std::vector<std::string> twin_directories::beside(const std::string& directory, const std::string& module,
                                                  std::int64_t wall_us) {
  std::vector<std::string> found;
  const auto slash = directory.rfind('/');
  if (slash == std::string::npos) return found;
  const auto parent = directory.substr(0, slash);
  const auto* known = list(parent, wall_us);
  if (known == nullptr) return found;
  const auto [begin, end] = known->by_module.equal_range(module);
  for (auto at = begin; at != end; ++at)
    // Examined each time, because a link may lead elsewhere without a change of the directory that it is in.
    if (const auto path = parent + "/" + at->second;
        path != directory && sys::files::is_directory_there(path).value_or(false))
      found.push_back(path);
  std::sort(found.begin(), found.end());
  return found;
}

} // namespace actors::releases
