#pragma once

#include "actors/hooks/owner_self.hpp"
#include "actors/hooks/reported_problem.hpp"
#include "actors/messages/interfaces.hpp"
#include "base/error.hpp"
#include "core/bindings/hook_registry.hpp"
#include "core/modules/discovered_modules.hpp"
#include "core/webhooks/known_owners.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>

namespace actors::hooks {

/// The webhooks that the hooks of an owner offer to the WEBHOOK SERVER: their names are claimed when the
/// hooks are loaded, and reviews come from `open` until `close`. A part of the owner.
class webhook_offer {
public:
  using on_claimed = std::function<void(const std::map<std::string, base::error>& refused)>;

  /// @param module empty: the global hooks
  webhook_offer(owner_self self, messages::webhook_server_actor server, const messages::supervisor_actor& supervisor,
                std::string module);

  /// Claims the names of all webhooks of these hooks, in place of earlier claims. Calls back with the refused
  /// hooks: webhooks are not served, or a name belongs to another hook. A refused hook claims no name.
  /// @param asked see `hooks_loaded`
  /// @param known whether hooks are left out, which may have further webhooks
  void claim(const core::bindings::hook_registry& hooks, core::webhooks::asked_files asked, on_claimed done,
             core::modules::hooks_known known = core::modules::hooks_known::all);
  /// Reviews for a hook come from now on. @param hook empty: for all hooks
  void open(const std::string& hook);
  using are_known = std::function<bool(const std::set<core::bindings::binding_id>&)>;
  /// Reviews for those webhooks of a hook come from now on whose snapshots are known.
  void open_known(const core::bindings::hook_definition& hook, const are_known& known);
  /// No further reviews come.
  void close();
  /// Gives the names back. Conversions stay.
  void forget();
  /// Names the conversions of all hooks, in place of earlier conversions. A part of `claim`.
  void convert(const core::bindings::hook_registry& hooks);
  /// Reports that hooks may have further conversions. @param why empty: all are known
  void doubt_conversions(const std::string& why);

private:
  owner_self self_;
  messages::webhook_server_actor server_;
  messages::supervisor_actor supervisor_;
  std::string module_;
  bool has_claims_ = false;
  std::set<std::string> opened_; ///< by `open_known`, so that each is opened once; bound: the webhooks of the hooks
  bool has_conversions_ = false;
  reported_problem unserved_; ///< conversions are not served
  reported_problem doubted_;  ///< conversions may be missing
};

} // namespace actors::hooks
