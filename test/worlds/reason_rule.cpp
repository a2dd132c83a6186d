// Every act has a reason from outside: watches that break, objects that are touched and lists that are read anew
// at rest bring no run, no reload and no write.
#include "worlds/operator_life.hpp"
#include "worlds/world.hpp"

namespace worlds {

namespace {

constexpr std::int64_t ms = 1000;
/// Longer than the longest wait of a watch.
constexpr std::int64_t disturbed_us = 90'000 * ms;

text::json touched(const text::json& object) {
  const auto* metadata = object.find("metadata");
  return object.with("metadata", metadata->with("annotations", text::json::object({{"touched", "yes"}})));
}

} // namespace

void world::count_deeds(const kube::api::http_request& request) {
  if (request.method != "GET") ++deeds_.writes;
  if (request.method == "GET" && !request.streaming && request.target.find("limit=") != request.target.npos)
    ++deeds_.lists;
}

void world::count_deeds(const trace::event& event) {
  if (event.type == "execute_task" && event.fact("task") == "DiscoverModules") ++deeds_.reloads;
}

/// Touches fields without readers, in all objects that are watched.
void world::touch_objects() {
  for (const auto* kind : {"Widget", "Node", "Namespace"}) {
    if (!api_.serves(kind)) continue;
    for (const auto& object : api_.objects(kind)) api_.put_object(touched(object));
  }
  // Hooks put back their own objects, and Helm its objects: only their owners touch other ConfigMaps.
  if (const auto object = api_.object("ConfigMap", operator_namespace, operator_config))
    api_.put_object(touched(*object));
  for (const auto& x : plan_.modules)
    if (x.defines && api_.serves(kind_of_things(x.name)))
      for (const auto& object : api_.objects(kind_of_things(x.name))) api_.put_object(touched(object));
}

void world::disturb_at_rest() {
  if (!breaches_.empty() || !life_) return;
  enum class disturbance { breaks, ends, outage, touches, expires_before, expires };
  const auto what = static_cast<disturbance>(chance_.between(0, 5));
  // The position of a bookmark is newer than the expired events before it: a watch goes on from there without a list.
  agenda_.at(now_us_ + 1, [this, what] {
    if (what == disturbance::expires_before) api_.expire_history();
    api_.send_bookmarks();
  });
  advance_to(now_us_ + 1000 * ms);
  const auto before = deeds_;
  const auto programs = programs_;
  agenda_.at(now_us_ + 1, [this, what] {
    note("at rest: disturbance " + std::to_string(static_cast<int>(what)));
    if (what == disturbance::touches) return touch_objects();
    if (what == disturbance::ends) return api_.end_watches();
    if (what == disturbance::expires) api_.expire_history();
    if (what == disturbance::outage)
      current_.push_back({.from_ms = -1, .for_ms = 0, .kind = trouble_kind::refused, .subject = {}});
    life_->way().break_watches();
  });
  agenda_.at(now_us_ + 20'000 * ms, [this] { std::erase_if(current_, [](const auto& x) { return x.from_ms == -1; }); });
  advance_to(now_us_ + disturbed_us);
  if (!breaches_.empty()) return;
  ++seen_.rules["reason"];
  const auto check = [&](std::size_t now, std::size_t then, const char* deeds) {
    if (now != then) breach_of("reason", std::to_string(now - then) + " " + deeds + " although nothing has changed");
  };
  check(deeds_.reloads, before.reloads, "reloads");
  check(programs_, programs, "programs have run");
  check(deeds_.writes, before.writes, "requests have written");
  if (what != disturbance::expires) check(deeds_.lists, before.lists, "lists were read");
}

} // namespace worlds
