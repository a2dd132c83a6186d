// Compares the tables of decisions and of guards in docs/helm.md with the program.

#include "core/releases/helm_plan.hpp"
#include "core/releases/upgrade_guard.hpp"
#include "page_text.hpp"

#include <doctest/doctest.h>

#include <map>
#include <regex>
#include <string>
#include <vector>

namespace {

using core::releases::release_status;

/// Reason -> effect.
using decisions = std::map<std::string, std::string>;

decisions described() {
  static const std::regex row(R"(\n\| `([^`]+)` \| ([^|]*) \|)");
  const auto text = test::section(test::page("helm.md"), "When Helm runs");
  decisions found;
  for (std::sregex_iterator i(text.begin(), text.end(), row), end; i != end; ++i) found[(*i)[1]] = (*i)[2];
  // The second table of the section has labels.
  std::erase_if(found, [](const auto& x) { return x.second.empty() || x.first.find(' ') == std::string::npos; });
  return found;
}

core::releases::release revision(release_status status, std::map<std::string, std::string> labels) {
  return {"web", 3, status, std::move(labels)};
}

/// A situation for each decision.
std::vector<core::releases::helm_situation> situations() {
  const std::map<std::string, std::string> own{
    {"inputsChecksum", "in"}, {"moduleChecksum", "out"}, {"moduleRevision", "3"}};
  const auto deployed = [](std::map<std::string, std::string> labels) {
    return revision(release_status::deployed, std::move(labels));
  };
  const auto changing = core::releases::chart_stability::changing;
  auto others = own;
  others["moduleRevision"] = "2";
  return {
    {.released = core::releases::releases_unknown{}},
    {.released = core::releases::no_release{}},
    {.released = deployed(own), .inputs_digest = "in"},
    {.released = deployed(own), .inputs_digest = "other"},
    {.released = deployed(own), .inputs_digest = "in", .stability = changing},
    {.released = deployed({})},
    {.released = deployed(own), .rendered_digest = "out"},
    {.released = deployed(own), .rendered_digest = "other"},
    {.released = deployed({}), .rendered_digest = "out"},
    {.released = deployed(own), .rendered_digest = "other", .rendering_digest = "out"},
    {.released = deployed(own), .absent = {{"v1", "ConfigMap", "d8", "a"}}},
    {.released = deployed(own), .rendered_digest = "out", .lacking = {"d8/Secret/a (its key 'pw')"}},
    {.released = deployed(others)},
    {.released = revision(release_status::failed, own)},
    {.released = revision(release_status::superseded, own)},
    {.released = revision(release_status::pending_upgrade, own)},
    {.released = revision(release_status::pending_upgrade, others)},
    {.released = revision(release_status::uninstalled, own)},
  };
}

decisions made() {
  constexpr const char* names[] = {"skip", "render", "upgrade", "recover", "remove record", "leave", "wait"};
  decisions all;
  for (const auto& x : situations()) {
    const auto decision = core::releases::plan_helm(x);
    all[std::regex_replace(core::releases::reason_of(decision), std::regex("revision 3"), "revision N")] =
      names[decision.index()];
  }
  return all;
}

} // namespace

TEST_CASE("the table of Helm's decisions has each reason with what happens") {
  const auto page = described();
  const auto program = made();
  CHECK(program.size() == situations().size());
  for (const auto& [reason, what] : program) {
    CHECK_MESSAGE(page.contains(reason), "docs/helm.md does not have: " << reason);
    if (page.contains(reason)) CHECK_MESSAGE(page.at(reason) == what, reason);
  }
  for (const auto& [reason, what] : page)
    CHECK_MESSAGE(program.contains(reason), "docs/helm.md has this, which is no reason: " << reason);
}

TEST_CASE("the table of guards has each guard with its question, in the order in which they are asked") {
  std::vector<std::string> program{std::string(core::releases::template_guard.name) + ": "
                                   + std::string(core::releases::template_guard.question)};
  for (const auto& guard : core::releases::guards_of_upgrade())
    program.push_back(std::string(guard.name) + ": " + std::string(guard.question));
  static const std::regex row(R"(\n\| `([^`]+)` \| ([^|]*) \|)");
  const auto text = test::section(test::page("helm.md"), "Guards before an upgrade");
  std::vector<std::string> page;
  for (std::sregex_iterator i(text.begin(), text.end(), row), end; i != end; ++i)
    page.push_back((*i)[1].str() + ": " + (*i)[2].str());
  CHECK_EQ(page, program);
}
