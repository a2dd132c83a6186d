#include "actors/hooks/invoker.hpp"

#include "base/overload.hpp"
#include "core/bindings/combined_contexts.hpp"
#include "core/hooks/object_rounds.hpp"

#include <utility>

namespace actors::hooks {

namespace {

/// Adds the hook's name to a failure, because the task may be a run of all hooks of a module.
base::result<void> named_after(const core::bindings::hook_ptr& hook, const base::result<void>& result) {
  if (result) return result;
  return base::fail("hook '" + hook->name + "'", result.error());
}

/// The bindings that appear with a snapshot in the contexts.
std::set<core::bindings::binding_id> needed(const core::bindings::hook_ptr& hook,
                                            const std::vector<core::bindings::context>& contexts) {
  std::set<std::string> names;
  std::set<core::bindings::binding_id> ids;
  bool all = false;
  const auto with = [&](const auto& x) { names.insert(x.snapshots_from.begin(), x.snapshots_from.end()); };
  const base::overload read{
    [&](const core::bindings::lifecycle_context& x) {
      // At `onStartup` the watches have not started, so the context has no snapshots.
      all = all || x.point != core::bindings::lifecycle_point::on_startup;
    },
    [&](const core::bindings::schedule_context& x) { with(x); },
    [&](const core::bindings::event_context& x) { with(x); },
    [&](const core::bindings::synchronization_context& x) {
      with(x);
      ids.insert(x.id);
    },
  };
  for (const auto& context : contexts) std::visit(read, context);
  for (std::size_t i = 0; i < hook->kubernetes.size(); ++i)
    if (all || names.contains(hook->kubernetes[i].name)) ids.insert({hook->name, i});
  return ids;
}

/// The objects whose events are in the contexts; of very many only the first.
std::set<std::string> woken_by(const std::vector<core::bindings::context>& contexts) {
  std::set<std::string> names;
  for (const auto& context : contexts) {
    if (names.size() == core::hooks::woken_by_max) break;
    if (const auto* x = std::get_if<core::bindings::event_context>(&context))
      names.insert(core::hooks::woken_name(x->kind, x->object.namespace_name(), std::string(x->object.name())));
  }
  return names;
}

} // namespace

invoker::invoker(owner_self self, const peers& peers, const binding_watches& watches,
                 core::bindings::binding_states& states)
  : self_(self), runner_(peers.runner), context_limits_(peers.context_limits), watches_(watches), states_(states) {}

messages::run_hook invoker::message_for(const core::bindings::hook_ptr& hook, const hook_occasion& why) const {
  messages::run_hook message;
  message.module = location_.module;
  message.hook = hook;
  message.place = {hook->path, location_.directory, location_.venv, hook->arguments, location_.module};
  message.binding = why.binding;
  message.binding_type = why.type;
  message.queue = why.queue;
  message.step = why.step;
  message.announce_changes = why.announce_changes;
  message.allow_failure = why.allow_failure;
  return message;
}

bool invoker::knows(const core::bindings::hook_ptr& hook, const std::vector<core::bindings::context>& contexts) const {
  return watches_.are_known(needed(hook, contexts));
}

void invoker::run(const core::bindings::hook_ptr& hook, std::vector<core::bindings::context> contexts,
                  const hook_occasion& why, on_run done) {
  for (const auto& context : contexts)
    // Called before the informers are asked: the objects that are read contain all earlier events, but
    // perhaps not all later events.
    if (const auto* x = std::get_if<core::bindings::synchronization_context>(&context)) states_.reading_begins(x->id);
  const auto sources = watches_.readings(needed(hook, contexts));
  auto message = message_for(hook, why);
  message.woken_by = woken_by(contexts);
  read_snapshots(self_.get(), sources,
                 [this, hook, contexts = std::move(contexts), message = std::move(message),
                  merge = why.compacted ? core::bindings::last_of_groups : core::bindings::merge_groups,
                  done = std::move(done)](const binding_snapshots& read) mutable {
                   auto shown = merge(begin(*hook, std::move(contexts), read));
                   run_with(hook, shown, read, std::move(message), std::move(done));
                 });
}

std::vector<core::bindings::context> invoker::begin(const core::bindings::hook_definition& hook,
                                                    std::vector<core::bindings::context> contexts,
                                                    const binding_snapshots& read) {
  std::vector<core::bindings::context> shown;
  for (auto& context : contexts) {
    if (auto* x = std::get_if<core::bindings::synchronization_context>(&context)) {
      const auto& now = read.at(x->id);
      states_.synchronization_begins(x->id, now.position);
      x->objects = now.objects;
      // With `executeHookOnSynchronization: false` the hook does not see this context. The objects are read
      // only to release later events.
      if (!hook.kubernetes[x->id.index].on_synchronization) continue;
    }
    shown.push_back(std::move(context));
  }
  return shown;
}

void invoker::run_with(const core::bindings::hook_ptr& hook, const std::vector<core::bindings::context>& shown,
                       const binding_snapshots& read, messages::run_hook message, on_run done) {
  if (shown.empty()) return done({});
  core::bindings::snapshots_by_name by_name;
  for (const auto& [id, x] : read) by_name.try_emplace(hook->kubernetes[id.index].name, x.objects);
  const auto bytes_max = shown.size() > 1 ? context_limits_.several : context_limits_.single;
  auto text = core::bindings::context_text(hook->version, shown, by_name, bytes_max);
  if (!text)
    return done({named_after(hook, tl::unexpected(text.error())),
                 false,
                 {},
                 text.error().code == base::error_code::invalid_input});
  // Shared, so that a copy of the message does not copy the text of all objects.
  message.context = std::make_shared<const text::text_pieces>(std::move(*text));
  self_->ask(
    runner_, std::move(message),
    [done, hook](const messages::hook_finished& x) {
      // If there is no room, the hook has not run. There may be room for fewer contexts, or for the same
      // contexts after the end of other runs.
      done({named_after(hook, x.result), x.values_changed, x.changed_values, x.lacks_room, x.is_in_outage});
    },
    [done](const std::string& reason) {
      done({base::fail(base::error_code::unavailable, "the hook runner has ended: " + reason), false});
    });
}

} // namespace actors::hooks
