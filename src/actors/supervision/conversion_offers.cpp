#include "actors/supervision/conversion_offers.hpp"

#include "actors/messages/conversions.hpp"

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace actors::supervision {

void offer_conversions(framework::actor_base<messages::supervisor_actor>* self, const peer_registry& peers,
                       const operator_setup& setup, std::function<void()> then) {
  std::vector<messages::module_actor> asked;
  for (const auto& module : setup.modules)
    if (module.source.hooks.may_convert) asked.push_back(peers->modules.at(module.source.name));
  if (asked.empty()) return then();
  const auto one_less = [left = std::make_shared<std::size_t>(asked.size()), then = std::move(then)] {
    if (--*left == 0) then();
  };
  for (const auto& module : asked)
    self->ask(
      module, messages::offer_conversions{}, [one_less](const messages::conversions_offered&) { one_less(); },
      [one_less](const std::string&) { one_less(); });
}

} // namespace actors::supervision
