#include "core/webhooks/webhook_standing.hpp"

#include "core/bindings/webhook_binding.hpp"

#include <algorithm>
#include <utility>

namespace core::webhooks {

namespace {

constexpr auto not_kept = "the operator registers no webhooks: no configuration names it";
constexpr std::size_t names_shown = 5;
constexpr auto under_way = "it is being registered";

webhook_standing::kind kind_of(bindings::webhook_kind x) noexcept {
  return x == bindings::webhook_kind::validating ? webhook_standing::kind::validating
                                                 : webhook_standing::kind::mutating;
}

/// The state of a webhook whose hook answers.
void note_registration(webhook_standing& to, bindings::webhook_kind kind, const registered_webhooks& registered) {
  const auto& problem = registered.problems[static_cast<std::size_t>(kind)];
  const bool is_there = registered.names[static_cast<std::size_t>(kind)].contains(to.name);
  to.now = is_there ? webhook_standing::state::asked : webhook_standing::state::unasked;
  if (!problem.empty())
    to.why = is_there ? "it was registered, but the last look has failed: " + problem : problem;
  else if (!is_there)
    to.why = registered.is_kept ? under_way : not_kept;
}

webhook_standing standing_of(const webhook_book::entry& x, const registered_webhooks& registered) {
  using state = webhook_standing::state;
  const auto& binding = *x.webhook.binding;
  webhook_standing now{x.module, x.webhook.hook, kind_of(binding.kind), binding.name};
  if (x.is_off) {
    now.now = state::given_back;
    now.why = "its module is off, or its hook does not bind it any more";
  } else if (!x.is_open) {
    now.now = x.was_open ? state::closed : state::waits;
    now.why = x.was_open ? "its module does not run at the moment"
                         : "its hook answers from the end of the module's Synchronization on";
  } else {
    note_registration(now, binding.kind, registered);
  }
  return now;
}

webhook_standing standing_of(const std::string& module, const hook_conversion& x,
                             const registered_webhooks& registered) {
  webhook_standing now{module, x.hook, webhook_standing::kind::conversion, x.binding->definition};
  const auto problem = registered.definition_problems.find(now.name);
  const bool is_there = registered.definitions.contains(now.name);
  now.now = is_there ? webhook_standing::state::asked : webhook_standing::state::unasked;
  if (problem != registered.definition_problems.end())
    now.why = problem->second;
  else if (!is_there)
    now.why = registered.is_kept ? under_way : not_kept;
  return now;
}

} // namespace

const char* name(webhook_standing::kind x) noexcept {
  switch (x) {
    case webhook_standing::kind::validating: return "validating";
    case webhook_standing::kind::mutating: return "mutating";
    case webhook_standing::kind::conversion: return "conversion";
  }
  return "";
}

std::string unasked_names(const webhook_wish& wish, const registered_webhooks& registered) {
  std::string names;
  std::size_t count = 0;
  for (const auto& x : wish.webhooks) {
    const auto kind = static_cast<std::size_t>(x.binding->kind);
    if (registered.problems[kind].empty() || registered.names[kind].contains(x.binding->name)) continue;
    if (++count <= names_shown) names += (count == 1 ? "" : ", ") + x.binding->name;
  }
  return count <= names_shown ? names : names + " and " + std::to_string(count - names_shown) + " more";
}

std::vector<webhook_standing> standings_of(const webhook_book& webhooks, const conversion_book& conversions,
                                           const registered_webhooks& registered) {
  std::vector<webhook_standing> all;
  for (const auto& [path, x] : webhooks.entries()) all.push_back(standing_of(x, registered));
  const auto first = static_cast<std::ptrdiff_t>(all.size());
  for (const auto& [module, of_module] : conversions.by_module())
    for (const auto& x : of_module) all.push_back(standing_of(module, x, registered));
  std::stable_sort(all.begin() + first, all.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return all;
}

} // namespace core::webhooks
