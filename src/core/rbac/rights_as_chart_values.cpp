#include "core/rbac/rights_as_chart_values.hpp"

#include "base/contains.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <tuple>

namespace core::rbac {

namespace {

/// In the order in which people write them.
const std::vector<std::string> usual_verbs = {"get",    "list",  "watch",  "create",
                                              "update", "patch", "delete", "deletecollection"};

std::vector<std::string> in_order(const std::set<std::string>& verbs) {
  std::vector<std::string> sorted;
  for (const auto& verb : usual_verbs)
    if (verbs.contains(verb)) sorted.push_back(verb);
  for (const auto& verb : verbs)
    if (!base::contains(usual_verbs, verb)) sorted.push_back(verb);
  return sorted;
}

/// A text within a YAML flow list.
std::string quoted(const std::string& text) {
  const auto is_plain = [](unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '/';
  };
  // All other texts are quoted: `*`, numbers and words that YAML reads as truth values.
  const bool is_word = !text.empty() && text[0] >= 'a' && text[0] <= 'z';
  if (is_word && std::all_of(text.begin(), text.end(), is_plain) && text != "null" && text != "true" && text != "false")
    return text;
  std::string escaped;
  for (const char c : text) escaped += c == '\'' ? "''" : std::string(1, c);
  return "'" + escaped + "'";
}

std::string list_text(const std::vector<std::string>& items) {
  std::vector<std::string> texts;
  texts.reserve(items.size());
  for (const auto& item : items) texts.push_back(quoted(item));
  return fmt::format("[{}]", fmt::join(texts, ", "));
}

/// A comment on a single line in ASCII, whatever the text: beyond ASCII, YAML has further line ends and
/// refuses some characters.
std::string comment(std::string_view indent, std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ')
      c = ' ';
    else if (static_cast<unsigned char>(c) > '~')
      c = '?';
  return fmt::format("{}# {}\n", indent, text);
}

/// Rights that make a single rule: they differ only in the resource.
struct rule {
  right_target first;
  std::vector<std::string> resources;
  std::set<std::string> verbs;
  std::vector<std::string> askers;
};

std::string text_of(const rule& x) {
  std::string text;
  for (const auto& asker : x.askers) text += comment("    ", asker);
  if (!x.first.urls.empty())
    text += "    - nonResourceURLs: " + list_text(x.first.urls) + "\n";
  else
    text += "    - apiGroups: " + list_text({x.first.group}) + "\n      resources: " + list_text(x.resources) + "\n";
  if (!x.first.names.empty()) text += "      resourceNames: " + list_text(x.first.names) + "\n";
  return text + "      verbs: " + list_text(in_order(x.verbs)) + "\n";
}

} // namespace

std::string rights_as_chart_values(const needed_rights& x) {
  std::vector<rule> rules;
  for (const auto& [target, right] : x.rights()) {
    // Rules with the same askers are joined, so that the list stays short enough to be read.
    const auto same = std::find_if(rules.begin(), rules.end(), [&target = target, &right = right](const rule& one) {
      return std::tie(one.first.group, one.first.names, one.first.urls, one.verbs, one.askers)
             == std::tie(target.group, target.names, target.urls, right.verbs, right.askers);
    });
    if (same != rules.end())
      same->resources.push_back(target.resource);
    else
      rules.push_back({target, {target.resource}, right.verbs, right.askers});
  }
  std::string text = "# What the modules may do: values of the operator's chart, computed by `addon-operator rbac`.\n";
  for (const auto& remark : x.remarks()) text += comment("", "Look after: " + remark);
  text += rules.empty() ? "rbac:\n  modules: []\n" : "rbac:\n  modules:\n";
  for (const auto& one : rules) text += text_of(one);
  if (x.webhooks().empty()) return text;
  text += "webhooks:\n";
  for (const auto& asker : x.webhooks()) text += comment("  ", asker);
  return text + "  enabled: true\n";
}

} // namespace core::rbac
