#include "core/webhooks/entry_choice.hpp"

#include <utility>

namespace core::webhooks {

namespace {

using text::json;

const json* find(const entries_by_name& all, const std::string& name) {
  const auto at = all.find(name);
  return at == all.end() ? nullptr : &at->second;
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
                            const entries_by_name& now, const entry_verdicts& verdicts) {
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
  if (wish.is_complete) return made;
  for (const auto& [name, x] : now) {
    auto entry = earlier_webhook(x, name, terms, hook_answers::not_yet);
    if (verdicts.refusal(entry) == nullptr) made.entries.try_emplace(name, std::move(entry));
  }
  return made;
}

std::vector<json> refused_entries(bindings::webhook_kind kind, const webhook_wish& wish, const webhook_terms& terms,
                                  const entries_by_name& now, const entry_verdicts& verdicts) {
  std::vector<json> all;
  for (const auto& x : choose_entries(kind, wish, terms, now, verdicts).refused)
    all.push_back(wanted_webhook(*x.of.binding, terms, find(now, x.of.binding->name)));
  return all;
}

std::string words_on(const hook_webhook& x) {
  return "webhook '" + x.binding->name + "' of hook '" + x.hook + "'"
         + (x.module.empty() ? std::string() : " of module '" + x.module + "'");
}

} // namespace core::webhooks
