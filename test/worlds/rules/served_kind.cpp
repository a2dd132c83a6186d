// A chart has an object only if a group is served. The group is served all the time, so no upgrade removes
// the object.
#include "worlds/rule.hpp"

#include "worlds/tree_texts.hpp"

namespace worlds {

namespace {

class served_kind_rule final : public rule {
public:
  using rule::rule;

  void upgrade_begins(const std::string& release) override {
    const auto made = helm().latest(release);
    if (!made || made->manifest.find(release + steady_suffix) == std::string::npos) return;
    if (world_.troubles().find(trouble_kind::group_away) != nullptr) holds();
    if (made->manifest.find(release + steady_suffix + "false") != std::string::npos)
      broken("release " + release + " loses an object of a group that is served");
  }
};

const registered<served_kind_rule> entry{"served-kind"};

} // namespace

} // namespace worlds
