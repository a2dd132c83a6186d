#pragma once

#include "core/webhooks/known_owners.hpp"
#include "core/webhooks/webhook_book.hpp"

#include <set>
#include <string>
#include <vector>

namespace core::webhooks {

/// The webhooks that the API server is to ask for an operator.
struct webhook_wish {
  std::vector<hook_webhook> webhooks{}; ///< whose hooks answer, in the order of their paths
  /// False: the hooks of some owners are not known, or do not answer yet. So a registered webhook that is
  /// missing in the list may be wanted, and stays. True: it goes if its owner has given it up, see `judge`.
  bool is_complete = false;
  /// Hooks have webhooks, also if they do not answer yet. So the listener needs its certificate, and the API
  /// server has to trust it.
  bool are_claimed = false;
  std::set<std::string> definitions{}; ///< whose objects hooks convert
  known_owners owners{};               ///< decide whether a registered webhook that no hook wants may go
};

} // namespace core::webhooks
