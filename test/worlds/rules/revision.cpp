// A release that has all its objects gets another revision only for another manifest.
#include "worlds/rule.hpp"

#include "worlds/tree_texts.hpp"

#include <cstdint>
#include <map>
#include <regex>
#include <utility>

namespace worlds {

namespace {

/// The manifest without the number of the revision, which a chart may show.
std::string without_revision(const std::string& manifest) {
  static const std::regex shown("revision: '[0-9]+'");
  return std::regex_replace(manifest, shown, "");
}

class revision_rule final : public rule {
public:
  using rule::rule;

  void upgrade_begins(const std::string& release) override {
    const auto made = helm().latest(release);
    if (!made) return;
    const auto last_begun = std::exchange(begun_revisions_[release], made->revision);
    const auto before = helm().stored(release, made->revision - 1);
    if (!before || before->status != "deployed" || !has_all_objects(release, before->manifest)) return;
    // An incomplete upgrade may have changed anything.
    if (last_begun != before->revision || helm().finished(release) != before->revision) return;
    // If the digest of the last rendering was not noted, another revision is allowed.
    const auto number = before->labels.find("moduleRevision");
    const bool is_own = number != before->labels.end() && number->second == std::to_string(before->revision);
    if (!is_own || !before->labels.contains("moduleChecksum")) return;
    holds();
    if (without_revision(made->manifest) == without_revision(before->manifest))
      broken("revision " + std::to_string(made->revision) + " of " + release + " is as the one before it");
  }

private:
  /// Whether the ConfigMaps of a release exist: an object that a user has deleted justifies another revision.
  [[nodiscard]] bool has_all_objects(const std::string& release, const std::string& manifest) const {
    const auto is_there = [&](const std::string& name) {
      return api().object("ConfigMap", operator_namespace, name).has_value();
    };
    const auto extra = release + std::string(extra_suffix);
    return is_there(release) && (manifest.find(extra) == manifest.npos || is_there(extra));
  }

  std::map<std::string, std::uint32_t> begun_revisions_; ///< release -> the revision that its last upgrade has begun
};

const registered<revision_rule> entry{"revision"};

} // namespace

} // namespace worlds
