#pragma once

#include "core/bindings/webhook_binding.hpp"
#include "core/webhooks/entry_verdicts.hpp"
#include "core/webhooks/wanted_webhook.hpp"
#include "core/webhooks/webhook_owners.hpp"
#include "core/webhooks/webhook_wish.hpp"
#include "text/json/json.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace core::webhooks {

/// Entries of a configuration by the names of their webhooks.
using entries_by_name = std::map<std::string, text::json, std::less<>>;

/// The entries of a configuration. @param configuration null: it does not exist
[[nodiscard]] entries_by_name entries_of(const text::json* configuration);

/// The entry that a refused webhook keeps in place of the wanted entry.
enum class held_entry { none, earlier };

/// A webhook of a hook whose entry the API server refuses.
struct refused_webhook {
  hook_webhook of;
  std::string words; ///< of the API server
  held_entry held = held_entry::none;

  friend bool operator==(const refused_webhook& a, const refused_webhook& b) {
    return a.of.binding->name == b.of.binding->name && a.of.hook == b.of.hook && a.words == b.words && a.held == b.held;
  }
};

/// A registered webhook that stays although no hook wants it, because nothing written gives it up.
struct unclaimed_webhook {
  std::string name;
  webhook_owner owner;
  unclaimed why = unclaimed::ownerless;
  bindings::failure_policy on_failure = bindings::failure_policy::fail; ///< of its registration

  friend bool operator==(const unclaimed_webhook&, const unclaimed_webhook&) = default;
};

/// The entries to write, and the webhooks that these entries lack.
struct entry_choice {
  entries_by_name entries;
  std::vector<refused_webhook> refused;
  std::vector<unclaimed_webhook> unclaimed; ///< by name
  std::vector<unclaimed_webhook> dropped;   ///< registered webhooks that go by `unclaimed::dropped`, by name
  owners_by_name owners;                    ///< of the entries, as far as they are known
};

/// Chooses the entries of a configuration. A webhook whose wanted entry is refused keeps its present entry,
/// or is left out if that is refused, too. A registered webhook that the wish lacks stays until the wish is
/// complete and its owner has given it up, see `judge`.
/// @param now the entries in the API server
/// @param owners of these entries
[[nodiscard]] entry_choice choose_entries(bindings::webhook_kind kind, const webhook_wish& wish,
                                          const webhook_terms& terms, const entries_by_name& now,
                                          const entry_verdicts& verdicts, const owners_by_name& owners);

/// The wanted entries of the webhooks that are refused, to try them again.
[[nodiscard]] std::vector<text::json> refused_entries(bindings::webhook_kind kind, const webhook_wish& wish,
                                                      const webhook_terms& terms, const entries_by_name& now,
                                                      const entry_verdicts& verdicts);

/// Why a webhook has no hook, for people: `it is of hook 'a.sh' of module 'web', and no module has this
/// name`.
[[nodiscard]] std::string words_on(const unclaimed_webhook& x);
/// The answers that the API server gets meanwhile, for people.
[[nodiscard]] std::string consequence_of(const unclaimed_webhook& x);

/// `webhook 'a.b.c' of hook 'hooks/a.sh' of module 'web'`
[[nodiscard]] std::string words_on(const hook_webhook& x);

} // namespace core::webhooks
