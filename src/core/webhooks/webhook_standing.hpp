#pragma once

#include "core/webhooks/conversion_book.hpp"
#include "core/webhooks/webhook_book.hpp"
#include "core/webhooks/webhook_wish.hpp"

#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace core::webhooks {

/// The part that the API server has of the wish of all hooks, as far as the operator has seen it.
struct registered_webhooks {
  bool is_kept = false; ///< false: the operator registers no webhooks
  /// By `bindings::webhook_kind`: the wanted webhooks that are registered, as of the last look that has shown
  /// it. A failed look that shows that the configuration is not as wanted clears them; any other failed look
  /// leaves them.
  std::array<std::set<std::string>, 2> names{};
  /// By `bindings::webhook_kind`: why the last look has failed; empty: it has succeeded.
  std::array<std::string, 2> problems{};
  std::set<std::string> definitions{};                      ///< that ask for conversions
  std::map<std::string, std::string> definition_problems{}; ///< by the name of the definition
};

/// Whether the API server asks a webhook or a conversion of a hook, for people.
struct webhook_standing {
  enum class kind { validating, mutating, conversion };
  enum class state {
    asked,      ///< the API server asks it, and its hook answers
    unasked,    ///< its hook answers, but the API server does not ask it
    waits,      ///< its hook does not answer yet
    closed,     ///< its hook does not answer any more
    given_back, ///< no hook wants it at the moment
  };
  std::string module; ///< empty: a global hook
  std::string hook;
  kind what = kind::validating;
  std::string name; ///< of a conversion: its definition
  state now = state::asked;
  std::string why{}; ///< why it is not asked, or why that is not certain; may be empty
};

/// `validating`, `mutating` or `conversion`.
[[nodiscard]] const char* name(webhook_standing::kind x) noexcept;

/// The wanted webhooks of a kind whose last look has failed, except the `names` that are known to be
/// registered: the first five, and the number of the rest: `a.b.c, d.e.f and 3 more`. Empty: there are none.
[[nodiscard]] std::string unasked_names(const webhook_wish& wish, const registered_webhooks& registered);

/// All webhooks in the order of their paths, then the conversions by definition, module and hook.
[[nodiscard]] std::vector<webhook_standing>
standings_of(const webhook_book& webhooks, const conversion_book& conversions, const registered_webhooks& registered);

} // namespace core::webhooks
