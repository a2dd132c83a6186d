// Every act has a reason from outside: disturbances at rest cause no run, no reload, no write and no list.
#include "worlds/rule.hpp"

#include "worlds/operator_life.hpp"

#include <cstddef>

namespace worlds {

namespace {

constexpr std::int64_t ms = 1000;
/// Longer than the longest wait of a watch.
constexpr std::int64_t disturbed_us = 90'000 * ms;

text::json touched(const text::json& object) {
  const auto* metadata = object.find("metadata");
  return object.with("metadata", metadata->with("annotations", text::json::object({{"touched", "yes"}})));
}

/// True for a list of a single object, by which a watch checks its position after a break.
bool asks_for_position(const std::string& target) {
  const auto at = target.find("limit=1");
  return at != target.npos && (at + 7 == target.size() || target[at + 7] == '&');
}

/// The acts of the operator, except the programs that it has run.
struct deeds {
  std::size_t reloads = 0;
  std::size_t writes = 0; ///< requests that change something
  std::size_t lists = 0;
};

class work_at_rest_rule final : public rule {
public:
  using rule::rule;

  void requests(const kube::api::http_request& request) override {
    if (request.method != "GET") ++deeds_.writes;
    if (request.method == "GET" && !request.streaming && request.target.find("limit=") != request.target.npos
        && !asks_for_position(request.target))
      ++deeds_.lists;
  }

  void handles(const trace::event& event) override {
    if (event.type == "execute_task" && event.fact("task") == "DiscoverModules") ++deeds_.reloads;
  }

  void rests() override {
    if (is_broken() || life() == nullptr) return;
    enum class disturbance { breaks, ends, outage, touches, expires_before, expires };
    const auto what = static_cast<disturbance>(world_.here().chance.between(0, 5));
    // A bookmark gives a position newer than the expired events, so a watch goes on without a list.
    world_.here().agenda.at(now_us() + 1, [this, what] {
      if (what == disturbance::expires_before) api().expire_history();
      api().send_bookmarks();
    });
    world_.advance_to(now_us() + 1000 * ms);
    const auto before = deeds_;
    const auto programs = world_.here().programs;
    world_.here().agenda.at(now_us() + 1, [this, what] {
      world_.here().note("at rest: disturbance " + std::to_string(static_cast<int>(what)));
      if (what == disturbance::touches) return touch_objects();
      if (what == disturbance::ends) return api().end_watches();
      if (what == disturbance::expires) api().expire_history();
      if (what == disturbance::outage) world_.troubles().begin_outage();
      life()->way().break_watches();
    });
    world_.here().agenda.at(now_us() + 20'000 * ms, [this] { world_.troubles().end_outage(); });
    world_.advance_to(now_us() + disturbed_us);
    if (is_broken()) return;
    holds();
    const auto check = [&](std::size_t now, std::size_t then, const char* deeds) {
      if (now != then) broken(std::to_string(now - then) + " " + deeds + " although nothing has changed");
    };
    check(deeds_.reloads, before.reloads, "reloads");
    check(world_.here().programs, programs, "programs have run");
    check(deeds_.writes, before.writes, "requests have written");
    if (what != disturbance::expires) check(deeds_.lists, before.lists, "lists were read");
  }

private:
  /// Changes fields that no hook or chart reads, in all watched objects.
  void touch_objects() {
    for (const auto* kind : {"Widget", "Node", "Namespace"}) {
      if (!api().serves(kind)) continue;
      for (const auto& object : api().objects(kind)) api().put_object(touched(object));
    }
    // Hooks restore their objects, and Helm restores its objects. So only the owners touch other ConfigMaps.
    if (const auto object = api().object("ConfigMap", operator_namespace, operator_config))
      api().put_object(touched(*object));
    for (const auto& x : planned().modules)
      if (x.defines && api().serves(kind_of_things(x.name)))
        for (const auto& object : api().objects(kind_of_things(x.name))) api().put_object(touched(object));
  }

  deeds deeds_; ///< of all lives
};

const registered<work_at_rest_rule> entry{"work-at-rest", rank::disturbs};

} // namespace

} // namespace worlds
