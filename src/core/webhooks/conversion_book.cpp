#include "core/webhooks/conversion_book.hpp"

#include "core/webhooks/conversion_path.hpp"

#include <utility>

namespace core::webhooks {

void conversion_book::claim(const std::string& module, std::vector<hook_conversion> conversions) {
  if (conversions.empty())
    by_module_.erase(module);
  else
    by_module_.insert_or_assign(module, std::move(conversions));
}

std::set<std::string> conversion_book::definitions() const {
  std::set<std::string> names;
  for (const auto& [module, conversions] : by_module_)
    for (const auto& x : conversions) names.insert(x.binding->definition);
  return names;
}

std::string conversion_book::definition_at(std::string_view path) const {
  if (!path.starts_with('/')) return {};
  auto name = std::string(path.substr(1));
  return definitions().contains(name) ? name : std::string();
}

std::vector<conversion_stage> conversion_book::find(const std::string& definition, const std::string& from,
                                                    const std::string& to) const {
  std::vector<conversion_stage> all;
  std::vector<bindings::conversion_step> steps;
  for (const auto& [module, conversions] : by_module_)
    for (const auto& x : conversions) {
      if (x.binding->definition != definition) continue;
      for (const auto& step : x.binding->steps) {
        all.push_back({module, x, step, {}});
        steps.push_back(step);
      }
    }
  std::vector<conversion_stage> chain;
  for (const auto& x : find_chain(steps, from, to)) {
    chain.push_back(all[x.step]);
    chain.back().version = x.version;
  }
  return chain;
}

} // namespace core::webhooks
