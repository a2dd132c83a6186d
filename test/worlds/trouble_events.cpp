#include "worlds/trouble_events.hpp"

#include "core/values/names.hpp"
#include "worlds/operator_life.hpp"
#include "worlds/world.hpp"

#include <chrono>
#include <filesystem>

namespace worlds {

namespace {

constexpr std::int64_t ms = 1000;
/// After so long a transport must have found out that a connection is dead.
constexpr std::int64_t dead_connection_us = 30'000 * ms;

std::string maintenance_key_of(const std::string& module) {
  return core::values::maintenance_key(core::values::to_camel(module));
}

} // namespace

trouble_events::trouble_events(world& around, const needs& x) : part(around.here()), world_(around), parts_(x) {}

void trouble_events::begin(const trouble& x) {
  tell(&observer::trouble_begins, x);
  switch (x.kind) {
    case trouble_kind::watches_break:
      if (life_) life_->way().break_watches();
      break;
    case trouble_kind::watches_end: api_.end_watches(); break;
    case trouble_kind::watches_silent:
      if (life_) life_->way().silence_watches(dead_connection_us);
      break;
    case trouble_kind::history_expires:
      if (life_) life_->way().break_watches();
      parts_.troubles.add(x);
      break;
    case trouble_kind::server_restored: parts_.faults.restore_server(); break;
    case trouble_kind::config_invalid:
    case trouble_kind::hand_upgrades:
    case trouble_kind::hand_leaves:
    case trouble_kind::hand_uninstalls:
    case trouble_kind::hand_deletes:
    case trouble_kind::hook_reconfigured:
    case trouble_kind::fields_edited:
      if (!parts_.hands.begin(x)) return;
      break;
    case trouble_kind::clock_steps:
      if (life_) life_->set_clock(std::chrono::seconds(x.percent % 2 == 0 ? 3600 : -3600));
      break;
    case trouble_kind::files_gone:
      if (life_) std::filesystem::remove_all(life_->tmp_dir());
      ++tally_.file_faults;
      break;
    case trouble_kind::crash:
      if (!life_) return;
      world_.interrupts_with(interruption::kill);
      life_->interrupt_after(x.message);
      agenda_.at(now_us_ + 1000 * ms, [this, number = here_.lives] {
        if (life_ && here_.lives == number) world_.kill();
      });
      agenda_.at(now_us_ + (1000 + x.for_ms) * ms, [this, module = x.subject] {
        if (life_) return;
        parts_.cluster.disable_meanwhile(module);
        world_.begin_life();
      });
      break;
    case trouble_kind::restart:
      if (!life_) return;
      world_.interrupts_with(interruption::terminate);
      life_->interrupt_after(x.message);
      agenda_.at(now_us_ + 1000 * ms, [this, number = here_.lives] {
        if (life_ && here_.lives == number && world_.will_terminate()) world_.terminate();
      });
      agenda_.at(now_us_ + 61'000 * ms, [this, number = here_.lives, module = x.subject] {
        if (here_.lives != number || !life_) return;
        if (!life_->has_stopped()) return here_.breach_of("stop", "the operator has not stopped within a minute");
        life_.reset();
        parts_.cluster.disable_meanwhile(module);
        world_.begin_life();
      });
      break;
    case trouble_kind::hooks_refused:
      if (!life_ || !has_global_hooks(plan_)) return;
      parts_.troubles.add(x);
      replace_operator();
      return;
    case trouble_kind::things_lost:
      if (!life_ || !parts_.losses.begin(x)) return;
      replace_operator();
      if (x.percent == confirmed_loss) agenda_.at(now_us_ + x.for_ms * ms / 2, [this] { parts_.losses.confirm(); });
      break;
    case trouble_kind::kind_goes:
      if (!parts_.kind.is_served()) return;
      for (const auto& object : api_.objects("Widget")) {
        api_.delete_object("Widget", object.find("metadata")->string_at("namespace").value_or(""),
                           object.find("metadata")->string_at("name").value_or(""));
        parts_.cluster.note_past(); // Each deletion is an event of its own: a watch may see the rest after each.
      }
      parts_.kind.remove();
      break;
    case trouble_kind::version_goes:
      if (!parts_.kind.is_served() || parts_.kind.version() != "v1") return;
      parts_.kind.serve_version("v2");
      break;
    case trouble_kind::server_goes_back:
      if (parts_.kind.is_served()) parts_.items.begin_loss(x);
      return;
    case trouble_kind::item_swells:
      if (!parts_.items.begin_swelling(x.subject)) return;
      break;
    case trouble_kind::filter_fails: parts_.cluster.put_secret("bad", true); break;
    case trouble_kind::module_paused:
      parts_.config.write(maintenance_key_of(x.subject), "NoResourceReconciliation # a user looks at it");
      break;
    case trouble_kind::config_goes:
      if (!parts_.config.take_away()) return;
      break;
    default:
      parts_.troubles.add(x);
      if (x.kind == trouble_kind::silent && life_) return life_->way().silence_watches(dead_connection_us);
      if (x.kind == trouble_kind::bookmarks_lost)
        agenda_.at(now_us_ + x.for_ms * ms / 2, [this] { api_.send_bookmarks(); });
      // A trouble of requests needs requests: watches that go on do not notice it.
      if (x.kind <= trouble_kind::slow && x.from_ms % 3 != 0 && life_) life_->way().break_watches();
      if (x.kind == trouble_kind::group_hangs && life_) life_->way().break_watches();
      return;
  }
  here_.count_hit(x.kind);
}

void trouble_events::replace_operator() {
  if (life_) world_.kill();
  agenda_.at(now_us_ + 1000 * ms, [this] {
    if (!life_) world_.begin_life();
  });
}

void trouble_events::end(const trouble& x) {
  parts_.troubles.remove(x);
  if (x.kind == trouble_kind::kind_goes && !parts_.kind.is_served()) parts_.kind.serve();
  if (x.kind == trouble_kind::version_goes && parts_.kind.is_served() && parts_.kind.version() != "v1")
    parts_.kind.serve_version("v1");
  if (x.kind == trouble_kind::things_lost && parts_.losses.is_on()) {
    replace_operator();
    parts_.losses.end();
  }
  if (x.kind == trouble_kind::config_goes) parts_.config.bring_back();
  if (x.kind == trouble_kind::module_paused) parts_.config.write(maintenance_key_of(x.subject), std::nullopt);
  if (x.kind == trouble_kind::filter_fails) api_.delete_object("Secret", apps_namespace, "bad");
  // Lost events are seen by the next list only.
  if (x.kind == trouble_kind::events_lost && life_) life_->way().break_watches();
  if (x.kind == trouble_kind::events_lost) api_.expire_history();
  // No watch was open during the trouble. So each watch has missed changes, and its position is too old now.
  if (x.kind == trouble_kind::history_expires) api_.expire_history();
  if (x.kind == trouble_kind::bookmarks_lost && life_) life_->way().break_watches();
  if (x.kind == trouble_kind::server_goes_back) parts_.items.lose(x);
  if (x.kind == trouble_kind::item_swells) parts_.items.end_swelling(x.subject);
  parts_.hands.end(x);
  if (x.kind < trouble_kind::clock_steps) note("! " + std::string(name_of(x.kind)) + " is over");
}

/// The new operator finds an API server that has just started.
void trouble_events::end_life_beside(const trouble& x) {
  if (x.message == 0) return;
  auto end = x;
  end.kind = trouble_kind::crash;
  end.subject.clear();
  end.for_ms = 100;
  begin(end);
}

} // namespace worlds
