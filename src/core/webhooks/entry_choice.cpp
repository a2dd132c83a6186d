#include "core/webhooks/entry_choice.hpp"

#include <set>
#include <utility>

namespace core::webhooks {

namespace {

using text::json;

const json* find(const entries_by_name& all, const std::string& name) {
  const auto at = all.find(name);
  return at == all.end() ? nullptr : &at->second;
}

/// The failurePolicy of an entry; `Fail` without a policy (admissionregistration.k8s.io/v1).
bindings::failure_policy policy_of(const json& entry) {
  return entry.string_at("failurePolicy") == "Ignore" ? bindings::failure_policy::ignore
                                                      : bindings::failure_policy::fail;
}

/// Adds the registered webhooks that no hook wants, and that stay all the same.
void keep_unclaimed(entry_choice& made, const webhook_wish& wish, const webhook_terms& terms,
                    const entries_by_name& now, const entry_verdicts& verdicts, const owners_by_name& owners) {
  std::set<std::string> wanted;
  for (const auto& x : wish.webhooks) wanted.insert(x.binding->name);
  for (const auto& [name, x] : now) {
    if (made.entries.contains(name)) continue;
    const auto owner = owners.find(name);
    const auto* const by = owner == owners.end() ? nullptr : &owner->second;
    const auto why = judge(wish.owners, name, by);
    if (wish.is_complete && why == unclaimed::dropped && !wanted.contains(name))
      made.dropped.push_back({name, *by, why, policy_of(x)});
    if (wish.is_complete && (goes(why) || wanted.contains(name))) continue;
    auto entry = earlier_webhook(x, name, terms, hook_answers::not_yet);
    if (verdicts.refusal(entry) != nullptr) continue;
    made.entries.insert_or_assign(name, std::move(entry));
    // While the hook may still claim the webhook, a missing claim is no reason for a report.
    const bool is_awaited = why == unclaimed::awaited || (why == unclaimed::ownerless && !wish.is_complete);
    if (!goes(why) && !is_awaited && !wanted.contains(name))
      made.unclaimed.push_back({name, owner->second, why, policy_of(x)});
  }
}

/// The digest of the file of a hook; empty: not known.
std::string digest_of(const known_owners& known, const hook_webhook& x) {
  const auto of = known.asked.find(x.module);
  const auto* file = of == known.asked.end() ? nullptr : file_of(of->second, x.hook);
  return file == nullptr ? std::string() : file->second;
}

void note_owners(entry_choice& made, bindings::webhook_kind kind, const webhook_wish& wish,
                 const owners_by_name& before) {
  for (const auto& x : wish.webhooks)
    if (x.binding->kind == kind && made.entries.contains(x.binding->name))
      made.owners.insert_or_assign(x.binding->name, webhook_owner{x.module, x.hook, digest_of(wish.owners, x)});
  for (const auto& [name, x] : before)
    if (made.entries.contains(name)) made.owners.try_emplace(name, x);
}

} // namespace

entries_by_name entries_of(const json* configuration) {
  entries_by_name all;
  const auto* list = configuration == nullptr ? nullptr : configuration->find("webhooks");
  if (list == nullptr || !list->is_array()) return all;
  for (const auto& x : list->as_array())
    if (const auto name = x.string_at("name")) all.insert_or_assign(*name, x);
  return all;
}

entry_choice choose_entries(bindings::webhook_kind kind, const webhook_wish& wish, const webhook_terms& terms,
                            const entries_by_name& now, const entry_verdicts& verdicts, const owners_by_name& owners) {
  entry_choice made;
  for (const auto& x : wish.webhooks) {
    const auto& name = x.binding->name;
    if (x.binding->kind != kind) continue;
    const auto* present = find(now, name);
    auto wanted = wanted_webhook(*x.binding, terms, present);
    const auto* refusal = verdicts.refusal(wanted);
    if (refusal == nullptr) {
      made.entries.insert_or_assign(name, std::move(wanted));
      continue;
    }
    made.refused.push_back({x, *refusal});
    if (present == nullptr) continue;
    auto earlier = earlier_webhook(*present, name, terms, hook_answers::now);
    if (verdicts.refusal(earlier) != nullptr) continue;
    made.refused.back().held = held_entry::earlier;
    made.entries.insert_or_assign(name, std::move(earlier));
  }
  keep_unclaimed(made, wish, terms, now, verdicts, owners);
  note_owners(made, kind, wish, owners);
  return made;
}

std::string words_on(const unclaimed_webhook& x) {
  const auto hook = words_on(x.owner);
  switch (x.why) {
    case unclaimed::ownerless: return "its annotation does not name its hook";
    case unclaimed::module_gone: return "it is of " + hook + ", and no module has this name";
    case unclaimed::module_off: return "it is of " + hook + ", and nothing written switches this module off";
    case unclaimed::hook_gone: return "it is of " + hook + ", which is not there, or whose --config has failed";
    case unclaimed::awaited: return "it is of " + hook + ", which may still claim it";
    case unclaimed::given_up: return "its hook has given it up";
    case unclaimed::dropped: return "it is of " + hook + ", whose --config does not ask for it any more";
    case unclaimed::not_asked:
      return "it is of " + hook
             + ", whose --config does not ask for it any more, though its file is the same: a variable, tool or file "
               "that it reads may be missing";
  }
  return {};
}

std::string consequence_of(const unclaimed_webhook& x) {
  return x.on_failure == bindings::failure_policy::ignore
           ? "nobody answers it, and requests go on without it (failurePolicy: Ignore)"
           : "nobody answers it, and requests that it guards are refused (failurePolicy: Fail)";
}

std::vector<json> refused_entries(bindings::webhook_kind kind, const webhook_wish& wish, const webhook_terms& terms,
                                  const entries_by_name& now, const entry_verdicts& verdicts) {
  std::vector<json> all;
  for (const auto& x : choose_entries(kind, wish, terms, now, verdicts, {}).refused)
    all.push_back(wanted_webhook(*x.of.binding, terms, find(now, x.of.binding->name)));
  return all;
}

std::string words_on(const hook_webhook& x) {
  return "webhook '" + x.binding->name + "' of hook '" + x.hook + "'"
         + (x.module.empty() ? std::string() : " of module '" + x.module + "'");
}

} // namespace core::webhooks
