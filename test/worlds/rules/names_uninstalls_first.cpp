// The operator names a release before it uninstalls the release, with a removal grace if only a hook or a
// script has wished that, and names releases of other platforms.
#include "worlds/rule.hpp"

#include "worlds/log_lines.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace worlds {

namespace {

class names_uninstalls_first_rule final : public rule {
public:
  using rule::rule;

  void forgets_life() override {
    of_others_.clear();
    leaving_us_.clear();
    wished_.clear();
    edited_.clear();
  }

  /// An edit in this life may be the reason of a hook or a script, and a written reason needs no grace.
  void config_edited(const std::string& key) override { edited_.insert(key); }

  void logs(const std::string& line) override {
    if (line.find(" release_not_wanted ") != line.npos) named_.insert(field_of(line, "release"));
    note_grace(line);
    if (line.find(" releases_of_other_platforms ") != line.npos) of_others_ = line;
  }

  /// A removal that an operator has begun goes on in later lives, and is not named again.
  void upgrade_begins(const std::string& release) override {
    named_.erase(release);
    wished_.erase(release);
    leaving_us_.erase(release);
  }

  void helm_begins(const helm_work& x) override {
    if (x.verb != "uninstall") return;
    holds();
    if (!named_.contains(x.release)) broken("release " + x.release + " is uninstalled without a word before");
    if (planned().removal_grace_s == 0 || !wished_.contains(x.release) || !edited_.empty()) return;
    const auto named = leaving_us_.find(x.release);
    if (named == leaving_us_.end() || now_us() - named->second < std::int64_t{planned().removal_grace_s} * 1'000'000)
      broken("release " + x.release + " is uninstalled before its grace is over");
  }

  void ends(const end_of_world&) override {
    if (!planned().neighbour) return;
    for (const auto* name : {neighbour_release, second_neighbour_release})
      if (of_others_.find(std::string(" ") + name + " (" + neighbour_platform + ")") == of_others_.npos)
        broken("the release " + std::string(name) + " of another platform is not named");
  }

private:
  void note_grace(const std::string& line) {
    const auto release = field_of(line, "release");
    if (line.find(" release_leaving ") != line.npos) leaving_us_.emplace(release, now_us());
    if (line.find(" release_stays ") != line.npos) leaving_us_.erase(release);
    if (line.find(" release_not_wanted ") == line.npos) return;
    const auto reason = field_of(line, "reason");
    if (reason.ends_with("values patch of a global hook") || reason.starts_with("its enabled script says no"))
      wished_.insert(release);
  }

  std::set<std::string> named_;                    ///< releases, since their last upgrade
  std::set<std::string> wished_;                   ///< releases that a hook or a script has wished away, in this life
  std::map<std::string, std::int64_t> leaving_us_; ///< release -> when the line about its grace came, in this life
  std::set<std::string> edited_;                   ///< keys of the ConfigMap, in this life
  std::string of_others_;                          ///< the last line of this life about releases of other platforms
};

const registered<names_uninstalls_first_rule> entry{"named-first"};

} // namespace

} // namespace worlds
