// Two Helms never work on a release at the same time.
#include "worlds/rule.hpp"

#include <map>
#include <set>

namespace worlds {

namespace {

class helm_rule final : public rule {
public:
  using rule::rule;

  void helm_begins(const helm_work& x) override {
    auto& helms = helms_of_[x.release];
    // Another Helm is or was at work on the release.
    if (!helms.empty()) holds();
    for (const auto other : helms)
      if (is_running(other)) broken("two helms work on release " + x.release);
    helms = {x.id};
  }
  void helm_answers(const helm_work& x) override { helms_of_.erase(x.release); }

private:
  std::map<std::string, std::set<sys::process::process_id>> helms_of_; ///< by release: helms that write
};

const registered<helm_rule> entry{"helm"};

} // namespace

} // namespace worlds
