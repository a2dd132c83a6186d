// The operator names a release before it uninstalls the release, and names releases of other platforms.
#include "worlds/rule.hpp"

#include "worlds/log_lines.hpp"

#include <set>

namespace worlds {

namespace {

class named_first_rule final : public rule {
public:
  using rule::rule;

  void forgets_life() override { of_others_.clear(); }

  void logs(const std::string& line) override {
    if (line.find(" release_not_wanted ") != line.npos) named_.insert(field_of(line, "release"));
    if (line.find(" releases_of_other_platforms ") != line.npos) of_others_ = line;
  }

  /// A removal that an operator has begun goes on in later lives, and is not named again.
  void upgrade_begins(const std::string& release) override { named_.erase(release); }

  void helm_begins(const helm_work& x) override {
    if (x.verb != "uninstall") return;
    holds();
    if (!named_.contains(x.release)) broken("release " + x.release + " is uninstalled without a word before");
  }

  void ends(const end_of_world&) override {
    if (!planned().neighbour) return;
    for (const auto* name : {neighbour_release, second_neighbour_release})
      if (of_others_.find(std::string(" ") + name + " (" + neighbour_platform + ")") == of_others_.npos)
        broken("the release " + std::string(name) + " of another platform is not named");
  }

private:
  std::set<std::string> named_; ///< releases, since their last upgrade
  std::string of_others_;       ///< the last line of this life about releases of other platforms
};

const registered<named_first_rule> entry{"named-first"};

} // namespace

} // namespace worlds
