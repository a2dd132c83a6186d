#include "simulation/tree_differences.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace simulation {

namespace {

using text::json;

/// Longer values are cut off in messages.
constexpr std::size_t shown_max = 300;

std::string shown(const json& x) {
  auto text = x.is_null() ? "nothing" : x.dump();
  if (text.size() > shown_max) text = text.substr(0, shown_max) + "…";
  return text;
}

std::string place_of(const std::string& path) {
  return path.empty() ? "" : path + ": ";
}

const json& null() {
  static const json none;
  return none;
}

class comparison {
public:
  std::vector<std::string> differences;

  void compare(const std::string& path, const json& expected, const json& found) {
    if (const auto* wanted = argument_of(expected, "$contains")) return compare_content(path, *wanted, found);
    if (const auto* refused = argument_of(expected, "$not")) {
      if (tree_differences(*refused, found).empty()) add(path, "anything but " + shown(*refused), found);
      return;
    }
    if (expected.is_object() && found.is_object()) return compare_members(path, expected, found);
    if (expected.is_array() && found.is_array()) return compare_items(path, expected, found);
    if (!(expected == found)) add(path, shown(expected), found);
  }

private:
  static const json* argument_of(const json& x, std::string_view directive) {
    return x.is_object() && x.as_object().size() == 1 ? x.find(directive) : nullptr;
  }

  void add(const std::string& path, const std::string& expected, const json& found) {
    differences.push_back(place_of(path) + "expected " + expected + ", found " + shown(found));
  }

  void compare_content(const std::string& path, const json& wanted, const json& found) {
    bool is_in = false;
    if (found.is_string() && wanted.is_string())
      is_in = found.as_string().find(wanted.as_string()) != std::string::npos;
    if (found.is_array())
      is_in = std::any_of(found.as_array().begin(), found.as_array().end(),
                          [&](const json& x) { return tree_differences(wanted, x).empty(); });
    if (!is_in) add(path, "something that contains " + shown(wanted), found);
  }

  void compare_members(const std::string& path, const json& expected, const json& found) {
    for (const auto& [key, value] : expected.as_object()) {
      const auto* member = found.find(key);
      compare(path + (path.empty() ? "" : ".") + key, value, member == nullptr ? null() : *member);
    }
  }

  void compare_items(const std::string& path, const json& expected, const json& found) {
    const auto& wanted = expected.as_array();
    const auto& there = found.as_array();
    if (wanted.size() != there.size()) return add(path, shown(expected), found);
    for (std::size_t i = 0; i < wanted.size(); ++i) compare(path + "[" + std::to_string(i) + "]", wanted[i], there[i]);
  }
};

} // namespace

std::vector<std::string> tree_differences(const json& expected, const json& found) {
  comparison x;
  x.compare("", expected, found);
  return std::move(x.differences);
}

} // namespace simulation
