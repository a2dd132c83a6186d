#include "core/config/configuration_order.hpp"

#include <utility>

namespace core::config {

configuration_change configuration_order::arrived(const configuration_ptr& x) {
  const auto before = std::exchange(last_arrived_, x);
  return differences(before ? *before : configuration{}, *x);
}

void configuration_order::found(const std::string& key, configuration_ptr x) {
  found_[key] = std::move(x);
}

configuration configuration_order::apply(const configuration& x) {
  std::erase_if(found_, [&](const auto& found) { return found.second->number <= x.number; });
  auto now = x;
  for (const auto& [key, newer] : found_) {
    std::erase_if(now.errors, [&key = key](const auto& error) { return error.key == key; });
    now.set_section(key, newer->section(key));
  }
  return now;
}

} // namespace core::config
