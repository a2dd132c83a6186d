#pragma once

#include "base/error.hpp"
#include "core/bindings/binding.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace core::webhooks {

/// A webhook with its hook.
struct hook_webhook {
  std::string hook;
  bindings::webhook_ptr binding; ///< not null
  std::string module{};          ///< empty: a global hook, or not said
};

/// The webhooks of all hooks by their paths, and whether their owners answer at the moment. A path belongs to
/// a single hook, so that no hook answers in place of another. A webhook that is not claimed any more keeps
/// its path until another hook claims it, because its failure policy still counts for the API server.
class webhook_book {
public:
  struct entry {
    std::string module; ///< empty: a global hook
    hook_webhook webhook;
    bool is_open = false;  ///< the owner answers
    bool was_open = false; ///< the owner has answered since the claim
    bool is_off = false;   ///< it is not claimed any more
  };

  /// Claims the paths of an owner's webhooks, in place of its earlier claims. They are closed.
  /// @returns the hooks that claim nothing, because another webhook has one of their names, or a name with
  ///   the same path (`invalid_input`). The message names both hooks.
  [[nodiscard]] std::map<std::string, base::error> claim(const std::string& module,
                                                         const std::vector<hook_webhook>& webhooks);
  /// The owner answers for a hook from now on. @param hook empty: for all its hooks
  /// @param webhook the name of the only webhook; empty: all of the hook
  void open(std::string_view module, std::string_view hook, std::string_view webhook = {});
  /// The owner does not answer any more.
  void close(std::string_view module);

  /// Names all owners. An owner without a claim may want webhooks, also if its claim comes later or never.
  void expect(std::set<std::string> owners);
  /// The hooks of an owner are known only in part, so that it may want further webhooks.
  void doubt(const std::string& module) { unknown_.insert(module); }
  /// The webhooks that answer, for the API server.
  [[nodiscard]] std::vector<hook_webhook> wanted() const;
  /// Whether hooks have webhooks, also if they do not answer yet.
  [[nodiscard]] bool has_claims() const;
  /// Whether no further webhook is wanted: each owner has claimed its webhooks, and has answered for them.
  [[nodiscard]] bool is_complete() const;

  /// The webhook of a path, or null.
  [[nodiscard]] const entry* find(std::string_view path) const;
  /// All webhooks by their paths, also those that are not claimed any more.
  [[nodiscard]] const std::map<std::string, entry, std::less<>>& entries() const noexcept { return by_path_; }

private:
  std::map<std::string, entry, std::less<>> by_path_; ///< bound: the bindings that hooks have had
  std::set<std::string> unknown_;                     ///< owners whose webhooks are not known; bound: the owners
};

} // namespace core::webhooks
