// Compares docs/metrics.md with the metrics of the operator: names, types and labels.

#include "core/metrics/builtin_metrics.hpp"
#include "page_text.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <map>
#include <regex>
#include <sstream>
#include <string>

namespace {

struct metric {
  std::string type;
  std::string labels; ///< with commas between them

  bool operator==(const metric&) const = default;
};

using metrics = std::map<std::string, metric>;

/// Items of lists, as in "* `name` (gauge; `module`, `hook`): text". "the same" means the labels of the item
/// before.
metrics described_metrics() {
  static const std::regex item(R"(\n\* `([a-z_]+)` \(([a-z]+)(?:; ([^)]*))?\):)");
  const auto page = std::regex_replace(test::section(test::page("metrics.md"), "All metrics"), std::regex("\n +"), " ");
  metrics found;
  std::string labels;
  for (std::sregex_iterator i(page.begin(), page.end(), item), end; i != end; ++i) {
    if ((*i)[3] != "the same") labels = std::regex_replace((*i)[3].str(), std::regex("`"), "");
    found[(*i)[1]] = {(*i)[2], labels};
  }
  return found;
}

/// Types as they are declared; labels from the comments between the declarations, each of which counts for
/// all below it.
metrics declared_metrics() {
  static const std::regex comment(R"(^  // ([a-z_, ]+)$)");
  static const std::regex row(R"re(^  \{"([a-z_]+)", metric_type::([a-z]+),)re");
  std::istringstream lines(test::text_of(test::root() / "src/core/metrics/builtin_metrics.hpp"));
  metrics found;
  std::string labels;
  std::smatch match;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_search(line, match, comment)) labels = match[1] == "no labels" ? "" : match[1].str();
    if (std::regex_search(line, match, row)) found[match[1]] = {match[2], labels};
  }
  return found;
}

} // namespace

TEST_CASE("every metric is on its page with its type and its labels, and every metric on the page exists") {
  core::metrics::metric_registry registry;
  core::metrics::declare_builtin_metrics(registry, "");
  const auto described = described_metrics();
  const auto declared = declared_metrics();
  CHECK(registry.all().size() > 30);
  CHECK(declared.size() == registry.all().size());
  for (const auto& [name, family] : registry.all()) {
    CHECK_MESSAGE(described.contains(name), "docs/metrics.md does not describe " << name);
    if (!described.contains(name) || !declared.contains(name)) continue;
    CHECK_MESSAGE(described.at(name).type == core::metrics::name(family.type), name);
    CHECK_MESSAGE(described.at(name).labels == declared.at(name).labels, name);
  }
  for (const auto& [name, x] : described)
    CHECK_MESSAGE(registry.all().contains(name), "docs/metrics.md describes " << name << ", which does not exist");
}

TEST_CASE("the alerts and the dashboard of the chart use metrics that exist") {
  core::metrics::metric_registry registry;
  core::metrics::declare_builtin_metrics(registry, "");
  const std::regex used("addon_operator_([a-z_]+)");
  const std::regex part("_(bucket|count|sum)$");
  for (const auto* name : {"alerts.yaml", "dashboard.json"}) {
    const auto text = test::text_of(test::root() / "charts/addon-operator/files" / name);
    std::size_t count = 0;
    for (std::sregex_iterator i(text.begin(), text.end(), used), end; i != end; ++i) {
      const auto whole = (*i)[1].str();
      const auto family = registry.all().contains(whole) ? whole : std::regex_replace(whole, part, "");
      ++count;
      CHECK_MESSAGE(registry.all().contains(family), name << ": " << whole);
    }
    CHECK(count > 20);
  }
}

TEST_CASE("each alert of the chart is on the page of metrics") {
  const auto alerts = test::text_of(test::root() / "charts/addon-operator/files/alerts.yaml");
  const auto page = test::section(test::page("metrics.md"), "Alerts");
  const std::regex alert("- alert: AddonOperator([A-Za-z]+)");
  std::size_t count = 0;
  for (std::sregex_iterator i(alerts.begin(), alerts.end(), alert), end; i != end; ++i, ++count)
    CHECK_MESSAGE(page.find("`" + (*i)[1].str() + "`") != page.npos, (*i)[1].str());
  CHECK(count > 20);
}
