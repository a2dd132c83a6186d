// A recorded event names a cause that was recorded before, or no cause.
#include "worlds/rule.hpp"

#include <cstdint>
#include <set>

namespace worlds {

namespace {

class cause_rule final : public rule {
public:
  using rule::rule;

  void forgets_life() override { recorded_.clear(); }

  /// Causes that were recorded long ago are forgotten.
  void handles(const trace::event& event) override {
    if (event.cause != 0) holds();
    if (event.cause != 0 && !recorded_.contains(event.cause))
      broken(event.type.text() + " to " + event.receiver + " has a cause that nobody has seen");
    recorded_.insert(event.id);
  }

private:
  std::set<std::uint64_t> recorded_; ///< ids of the trace events of this life
};

const registered<cause_rule> entry{"cause"};

} // namespace

} // namespace worlds
