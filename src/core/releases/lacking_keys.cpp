#include "core/releases/lacking_keys.hpp"

#include "base/backoff.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace core::releases {

namespace {

constexpr base::backoff waits{std::chrono::microseconds(std::chrono::minutes(10)),
                              std::chrono::microseconds(std::chrono::hours(24))};

constexpr std::size_t named_max = 3;

std::string first_of(const std::vector<std::string>& keys) {
  const auto named = static_cast<std::ptrdiff_t>(std::min(keys.size(), named_max));
  return fmt::format("{}{}", fmt::join(keys.begin(), keys.begin() + named, ", "), keys.size() > named_max ? " …" : "");
}

} // namespace

bool lacking_keys::note(const std::string& release, const std::vector<std::string>& keys) {
  if (keys.empty()) {
    known_.erase(release);
    return false;
  }
  auto& known = known_[release];
  const bool is_new = known.keys != keys || !known.is_named;
  known.keys = keys;
  known.is_named = true;
  return is_new;
}

bool lacking_keys::is_due(const std::string& release, std::int64_t now_us) const {
  const auto known = known_.find(release);
  if (known == known_.end()) return false;
  const auto& x = known->second;
  return x.upgrades == 0 || now_us - x.last_us >= waits.after(x.upgrades).count();
}

void lacking_keys::note_upgrade(const std::string& release, std::int64_t now_us) {
  const auto known = known_.find(release);
  if (known == known_.end()) return;
  ++known->second.upgrades;
  known->second.last_us = now_us;
  known->second.is_named = false;
}

std::string lacking_keys::words(const std::string& release, std::uint32_t revision) const {
  const auto known = known_.find(release);
  if (known == known_.end()) return {};
  const auto& x = known->second;
  const auto what = fmt::format("release '{}' lacks {}, which revision {} has", release, first_of(x.keys), revision);
  if (x.upgrades == 0)
    return what
           + ": an upgrade brings it back. Hint: find the client that has removed it; a key that is to go is to "
             "be left out of the chart";
  return fmt::format("{}, again after an upgrade has written it: a run of the module that comes {} min after the last "
                     "upgrade, or later, writes it again. Hint: find the client or the admission policy that takes it "
                     "out",
                     what, std::chrono::duration_cast<std::chrono::minutes>(waits.after(x.upgrades)).count());
}

std::string describe_lacking(const std::vector<std::string>& keys) {
  return fmt::format("{}{}",
                     keys.size() == 1 ? "1 object lacks keys: " : fmt::format("{} objects lack keys: ", keys.size()),
                     first_of(keys));
}

} // namespace core::releases
