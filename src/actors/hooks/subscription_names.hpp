#pragma once

#include "actors/messages/observer.hpp"
#include "core/bindings/binding.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace actors::hooks {

/// The names of an owner's subscriptions. A name is never used again, so that a late message for an ended
/// subscription is recognised.
class subscription_names {
public:
  /// Creates a new name. @param text names owner, hook and binding, for messages.
  [[nodiscard]] messages::subscription_key make(const core::bindings::binding_id& id, const std::string& text) {
    auto key = fmt::format("{}#{}.{}", text, id.index, ++last_);
    bindings_.emplace(key, id);
    return key;
  }
  void drop(const messages::subscription_key& key) { bindings_.erase(key); }
  void clear() { bindings_.clear(); }

  /// The binding of a subscription; empty if the subscription has ended.
  [[nodiscard]] std::optional<core::bindings::binding_id> find(const messages::subscription_key& key) const {
    const auto found = bindings_.find(key);
    if (found == bindings_.end()) return std::nullopt;
    return found->second;
  }

private:
  std::map<messages::subscription_key, core::bindings::binding_id> bindings_;
  std::uint64_t last_ = 0;
};

} // namespace actors::hooks
