// A Job that its time limit has removed is not made again without another reason.
#include "worlds/rule.hpp"

#include "worlds/tree_texts.hpp"

#include <map>
#include <regex>
#include <set>

namespace worlds {

namespace {

/// A controller removes finished Jobs some seconds after they were made.
constexpr std::int64_t life_us = 4'000'000;

class gone_by_itself_rule final : public rule {
public:
  using rule::rule;

  /// Acts as the controller.
  void time_passes() override {
    for (const auto& x : planned().modules) {
      if (!x.job) continue;
      const bool is_there = api().object("Job", operator_namespace, x.name + job_suffix).has_value();
      if (!is_there) {
        made_us_.erase(x.name);
        continue;
      }
      gone_.erase(x.name);
      const auto since = made_us_.emplace(x.name, now_us());
      if (since.second) world_.here().agenda.at(now_us() + life_us, [this, name = x.name] { finish(name); });
    }
  }

  void upgrade_begins(const std::string& release) override {
    const auto made = helm().latest(release);
    const auto before = made ? helm().stored(release, made->revision - 1) : std::nullopt;
    if (!before || !gone_.contains(release) || !has_all_objects(release, before->manifest)) return;
    // An incomplete upgrade may have changed anything, and so may another Helm.
    if (before->status != "deployed" || helm().finished(release) != before->revision) return;
    const auto number = before->labels.find("moduleRevision");
    const bool is_own = number != before->labels.end() && number->second == std::to_string(before->revision);
    if (!is_own || !before->labels.contains("moduleChecksum")) return;
    if (without_revision(made->manifest) == without_revision(before->manifest))
      broken("the Job of " + release + " has gone by itself, and is made again");
  }

  void ends(const end_of_world& x) override {
    for (const auto& name : gone_)
      if (x.enabled.contains(name)) holds();
  }

private:
  void finish(const std::string& module) {
    if (!api().delete_object("Job", operator_namespace, module + job_suffix)) return;
    world_.here().note("the Job of " + module + " goes by itself");
    made_us_.erase(module);
    gone_.insert(module);
  }

  /// The manifest without the number of the revision, which a chart may show.
  [[nodiscard]] static std::string without_revision(const std::string& manifest) {
    static const std::regex shown("revision: '[0-9]+'");
    return std::regex_replace(manifest, shown, "");
  }

  /// Whether the ConfigMaps of the release exist: an object that a user has deleted is another reason.
  [[nodiscard]] bool has_all_objects(const std::string& release, const std::string& manifest) const {
    const auto is_there = [&](const std::string& name) {
      return api().object("ConfigMap", operator_namespace, name).has_value();
    };
    const auto extra = release + std::string(extra_suffix);
    return is_there(release) && (manifest.find(extra) == manifest.npos || is_there(extra));
  }

  std::map<std::string, std::int64_t> made_us_; ///< module -> since when its Job is there
  std::set<std::string> gone_;                  ///< modules whose Job has gone by itself, and is not there again
};

const registered<gone_by_itself_rule> entry{"gone-by-itself"};

} // namespace

} // namespace worlds
