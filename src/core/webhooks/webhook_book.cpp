#include "core/webhooks/webhook_book.hpp"

#include "core/bindings/webhook_binding.hpp"
#include "core/webhooks/webhook_path.hpp"

#include <utility>

namespace core::webhooks {

namespace {

std::string hook_words(const std::string& module, const std::string& hook) {
  return "hook '" + hook + "'" + (module.empty() ? " of the global hooks" : " of module '" + module + "'");
}

tl::unexpected<base::error> taken(const std::string& module, const hook_webhook& x, const webhook_book::entry& by) {
  const auto& name = x.binding->name;
  const auto& other = by.webhook.binding->name;
  const auto same = name == other ? "" : " as '" + other + "', which has the same path " + webhook_path(name);
  return base::fail(base::error_code::invalid_input, std::string(bindings::key_of(x.binding->kind)) + ": '" + name
                                                       + "' of " + hook_words(module, x.hook) + " is taken by "
                                                       + hook_words(by.module, by.webhook.hook) + same
                                                       + ": give each webhook its own name");
}

} // namespace

base::result<void> webhook_book::claim(const std::string& module, const std::vector<hook_webhook>& webhooks) {
  auto next = by_path_;
  std::erase_if(next, [&](const auto& x) { return x.second.module == module; });
  for (const auto& x : webhooks) {
    const auto [at, is_new] = next.try_emplace(webhook_path(x.binding->name), entry{module, x});
    if (!is_new) return taken(module, x, at->second);
  }
  by_path_ = std::move(next);
  return {};
}

void webhook_book::open(std::string_view module, std::string_view hook) {
  for (auto& [path, x] : by_path_)
    if (x.module == module && (hook.empty() || x.webhook.hook == hook)) x.is_open = true;
}

void webhook_book::close(std::string_view module) {
  for (auto& [path, x] : by_path_)
    if (x.module == module) x.is_open = false;
}

const webhook_book::entry* webhook_book::find(std::string_view path) const {
  const auto at = by_path_.find(path);
  return at == by_path_.end() ? nullptr : &at->second;
}

} // namespace core::webhooks
