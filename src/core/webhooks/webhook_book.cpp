#include "core/webhooks/webhook_book.hpp"

#include "core/bindings/webhook_binding.hpp"
#include "core/webhooks/webhook_path.hpp"

#include <algorithm>
#include <utility>

namespace core::webhooks {

namespace {

std::string hook_words(const std::string& module, const std::string& hook) {
  return "hook '" + hook + "'" + (module.empty() ? " of the global hooks" : " of module '" + module + "'");
}

base::error taken(const std::string& module, const hook_webhook& x, const webhook_book::entry& by) {
  const auto& name = x.binding->name;
  const auto& other = by.webhook.binding->name;
  const auto same = name == other ? "" : " as '" + other + "', which has the same path " + webhook_path(name);
  return {base::error_code::invalid_input,
          std::string(bindings::key_of(x.binding->kind)) + ": '" + name + "' of " + hook_words(module, x.hook)
            + " is taken by " + hook_words(by.module, by.webhook.hook) + same + ": give each webhook its own name"};
}

} // namespace

std::map<std::string, base::error> webhook_book::claim(const std::string& module,
                                                       const std::vector<hook_webhook>& webhooks) {
  std::map<std::string, base::error> refused;
  // The owner is known from now on, whatever it claims.
  unknown_.erase(module);
  for (auto& [path, x] : by_path_)
    if (x.module == module) x.is_off = true, x.is_open = false;
  for (const auto& x : webhooks) {
    const auto at = by_path_.find(webhook_path(x.binding->name));
    if (at != by_path_.end() && !at->second.is_off) refused.try_emplace(x.hook, taken(module, x, at->second));
    if (!refused.contains(x.hook)) by_path_.insert_or_assign(webhook_path(x.binding->name), entry{module, x});
  }
  // A hook is refused as a whole, also with names that it has claimed before the refusal.
  for (auto& [path, x] : by_path_)
    if (x.module == module && refused.contains(x.webhook.hook)) x.is_off = true;
  return refused;
}

void webhook_book::open(std::string_view module, std::string_view hook, std::string_view webhook) {
  for (auto& [path, x] : by_path_) {
    const bool is_meant =
      (hook.empty() || x.webhook.hook == hook) && (webhook.empty() || x.webhook.binding->name == webhook);
    if (x.module == module && !x.is_off && is_meant) x.is_open = x.was_open = true;
  }
}

void webhook_book::close(std::string_view module) {
  for (auto& [path, x] : by_path_)
    if (x.module == module) x.is_open = false;
}

void webhook_book::expect(std::set<std::string> owners) {
  unknown_.merge(owners);
  for (const auto& [path, x] : by_path_)
    // An owner that has claimed its webhooks before is known already.
    if (!x.is_off) unknown_.erase(x.module);
}

std::vector<hook_webhook> webhook_book::wanted() const {
  std::vector<hook_webhook> all;
  for (const auto& [path, x] : by_path_)
    if (x.is_open && !x.is_off) all.push_back({x.webhook.hook, x.webhook.binding, x.module});
  return all;
}

bool webhook_book::has_claims() const {
  return std::any_of(by_path_.begin(), by_path_.end(), [](const auto& x) { return !x.second.is_off; });
}

bool webhook_book::is_complete() const {
  return unknown_.empty() && std::all_of(by_path_.begin(), by_path_.end(), [](const auto& x) {
           return x.second.is_off || x.second.was_open;
         });
}

const webhook_book::entry* webhook_book::find(std::string_view path) const {
  const auto at = by_path_.find(path);
  return at == by_path_.end() ? nullptr : &at->second;
}

} // namespace core::webhooks
