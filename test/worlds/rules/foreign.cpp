// Releases of other users stay as they are, to the byte.
#include "worlds/rule.hpp"

#include "worlds/releases.hpp"

#include <map>

namespace worlds {

namespace {

class foreign_rule final : public rule {
public:
  using rule::rule;

  /// Notes the releases before the first start.
  void life_begins() override {
    if (lives() > 0) return;
    for (const auto& name : strangers())
      if (const auto latest = helm().latest(name))
        strangers_[name] =
          api().object("Secret", operator_namespace, test::secret_name(name, latest->revision))->dump();
  }

  void ends(const end_of_world&) override {
    for (const auto& [name, before] : strangers_) {
      holds();
      const auto latest = helm().latest(name);
      if (!latest) return broken("the release " + name + " is none of the modules, and is gone");
      const auto now = api().object("Secret", operator_namespace, test::secret_name(name, latest->revision))->dump();
      // A restored API server has given all objects other versions.
      if (now != before && !excused().lost_writes)
        return broken("the release " + name + " is none of the modules, and is changed");
    }
  }

private:
  std::map<std::string, std::string> strangers_; ///< release -> its last record, before the first start
};

const registered<foreign_rule> entry{"foreign"};

} // namespace

} // namespace worlds
