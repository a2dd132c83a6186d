// After the stop no watch, no request, no process and no temporary file is left.
#include "worlds/rule.hpp"

#include "sys/files/file_tree.hpp"
#include "worlds/operator_life.hpp"

namespace worlds {

namespace {

class left_behind_rule final : public rule {
public:
  using rule::rule;

  void stopped() override {
    holds();
    if (life()->way().open() != 0)
      return broken(std::to_string(life()->way().open()) + " transfers are open after the stop");
    if (api().open_watches() != 0)
      return broken(std::to_string(api().open_watches()) + " watches are open after the stop");
    const auto left = processes().running();
    if (!left.empty()) return broken(std::to_string(left.size()) + " processes run after the stop");
    const auto tree = sys::files::list_tree(life()->tmp_dir());
    if (tree && !tree->empty()) broken("the temp directory has " + tree->front().path);
  }
};

const registered<left_behind_rule> entry{"left-behind"};

} // namespace

} // namespace worlds
