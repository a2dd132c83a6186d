// No program runs while the cluster stays the same.
#include "worlds/rule.hpp"

#include <cstddef>

namespace worlds {

namespace {

/// A time without any program, which is long enough to prove rest.
constexpr std::int64_t quiet_us = 300'000'000;

class rest_rule final : public rule {
public:
  using rule::rule;

  void rests() override {
    const auto before = world_.here().programs;
    world_.advance_to(now_us() + quiet_us);
    if (is_broken()) return;
    holds();
    if (const auto more = world_.here().programs - before; more != 0)
      broken(std::to_string(more) + " programs ran although nothing changed");
  }
};

const registered<rest_rule> entry{"rest", rank::first};

} // namespace

} // namespace worlds
