// The list of all rules: each file in `rules` puts its rule into it.
#include "worlds/rule.hpp"

#include <algorithm>
#include <tuple>

namespace worlds {

namespace {

std::vector<rule_entry>& entries() {
  static std::vector<rule_entry> all;
  return all;
}

} // namespace

void add_rule(rule_entry x) {
  entries().push_back(std::move(x));
}

const std::vector<std::string>& all_rules() {
  static const auto names = [] {
    // The world itself checks that an operator stops, and the crew checks that a seed replays.
    std::vector<std::string> all{"replay", "stop"};
    for (const auto& x : entries()) all.push_back(x.name);
    std::sort(all.begin(), all.end());
    return all;
  }();
  return names;
}

std::vector<std::unique_ptr<rule>> make_rules(world& around) {
  static const auto ordered = [] {
    auto all = entries();
    std::sort(all.begin(), all.end(),
              [](const auto& a, const auto& b) { return std::tie(a.when, a.name) < std::tie(b.when, b.name); });
    return all;
  }();
  std::vector<std::unique_ptr<rule>> rules;
  for (const auto& x : ordered) rules.push_back(x.make(around, x.name));
  return rules;
}

} // namespace worlds
