// A hook sees the cluster as it was at a single moment, never earlier than the moment that it saw last.
#include "worlds/rule.hpp"

#include <cstddef>
#include <map>

namespace worlds {

namespace {

class snapshot_rule final : public rule {
public:
  using rule::rule;

  void sees(const std::string& script, const std::string& place, const text_map& seen) override {
    holds();
    auto& last = seen_past_[script];
    const auto when = past().find(place, seen, last);
    if (when)
      last = *when;
    else if (excused().lost_lines)
      return;
    else if (past().find(place, seen, 0))
      broken(script + " saw " + place + " older than before: " + joined(seen));
    else if (!seen.empty() || past().find(place, {}, 0))
      broken(script + " saw what never was: " + place + " " + joined(seen));
  }

private:
  std::map<std::string, std::size_t> seen_past_; ///< by hook: the moment that its last snapshot showed
};

const registered<snapshot_rule> entry{"snapshot"};

} // namespace

} // namespace worlds
