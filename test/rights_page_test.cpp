// Compares the rights that the chart grants with the page that says what each right is for.

#include "page_text.hpp"

#include <doctest/doctest.h>

#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

/// The words of a list like `[get, 'list']`.
std::vector<std::string> words_in(const std::string& list) {
  static const std::regex word("[a-z]+");
  std::vector<std::string> words;
  for (auto at = std::sregex_iterator(list.begin(), list.end(), word); at != std::sregex_iterator(); ++at)
    words.push_back(at->str());
  return words;
}

/// The points of a list on a page.
std::vector<std::string> points_of(const std::string& section) {
  std::vector<std::string> points;
  for (auto at = section.find("\n* "); at != section.npos;) {
    const auto next = section.find("\n* ", at + 1);
    points.push_back(section.substr(at, next == section.npos ? next : next - at));
    at = next;
  }
  return points;
}

/// The words of all points that name the resource.
std::set<std::string> words_about(const std::string& resource, const std::vector<std::string>& points) {
  std::set<std::string> words;
  for (const auto& point : points) {
    if (point.find('`' + resource + '`') == point.npos) continue;
    for (auto& word : words_in(point)) words.insert(std::move(word));
  }
  return words;
}

} // namespace

TEST_CASE("the page about rights by feature has each right of the chart") {
  const auto points = points_of(test::section(test::page("operating.md"), "Rights by feature"));
  std::istringstream chart(test::text_of(test::root() / "charts/addon-operator/templates/rbac.yaml"));
  const std::string resources = "  resources: ";
  const std::string verbs = "  verbs: ";
  std::vector<std::string> of_rule;
  std::size_t rules = 0;
  for (std::string line; std::getline(chart, line);) {
    if (line.starts_with(resources)) of_rule = words_in(line.substr(resources.size()));
    if (!line.starts_with(verbs)) continue;
    ++rules;
    for (const auto& resource : of_rule) {
      const auto known = words_about(resource, points);
      CHECK_MESSAGE(!known.empty(), resource);
      for (const auto& verb : words_in(line.substr(verbs.size())))
        CHECK_MESSAGE(known.contains(verb), resource << ": " << verb);
    }
  }
  CHECK(rules > 10);
}
