#include "core/webhooks/conversion_path.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

namespace core::webhooks {

namespace {

/// A short version belongs to the group of the objects.
std::string with_group(const std::string& version, std::string_view full) {
  if (version.find('/') != std::string::npos) return version;
  return std::string(full.substr(0, full.find('/') + 1)) + version;
}

} // namespace

bool is_version(std::string_view version, std::string_view full) {
  if (version == full) return true;
  const auto slash = full.find('/');
  return slash != std::string_view::npos && version == full.substr(slash + 1);
}

std::vector<chained_step> find_chain(const std::vector<bindings::conversion_step>& steps, const std::string& from,
                                     const std::string& to) {
  struct way {
    std::string before; ///< the version before the step
    chained_step step;
  };
  // A search in breadth: the first way to a version is a shortest way.
  std::map<std::string, way> ways;
  std::deque<std::string> next{from};
  while (!next.empty() && !ways.contains(to)) {
    const auto now = std::move(next.front());
    next.pop_front();
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (!is_version(steps[i].from, now)) continue;
      auto after = with_group(steps[i].to, now);
      if (after != from && ways.try_emplace(after, way{now, {i, after}}).second) next.push_back(std::move(after));
    }
  }
  std::vector<chained_step> chain;
  for (auto at = ways.find(to); at != ways.end(); at = ways.find(at->second.before)) chain.push_back(at->second.step);
  std::reverse(chain.begin(), chain.end());
  return chain;
}

} // namespace core::webhooks
