#include "actors/supervision/enabled_script_reruns.hpp"

#include <optional>
#include <utility>

namespace actors::supervision {

enabled_script_reruns::enabled_script_reruns(framework::actor_base<messages::supervisor_actor>* self,
                                             std::shared_ptr<const operator_setup> setup, peer_registry& peers)
  : self_(self), peers_(peers) {
  for (const auto& x : setup->modules) scripts_.emplace(x.source.name, discoverable(x, *setup));
}

void enabled_script_reruns::discovered(std::map<std::string, core::modules::answered_question> asked,
                                       std::map<std::string, script_yes> yes) {
  known_.discovered(std::move(asked));
  for (auto& [module, x] : yes) note_yes(module, std::move(x));
}

void enabled_script_reruns::note_yes(const std::string& module, script_yes yes) {
  const auto grounds = yes.grounds;
  if (std::exchange(last_yes_[module], std::move(yes)).grounds == grounds) return;
  self_->tell(peers_->values, messages::note_script_grounds{{}, module, grounds});
}

void enabled_script_reruns::ask_again(const std::string& module, std::string activation,
                                      std::function<void(base::result<void>)> then) {
  const auto* enabled_before = known_.enabled_before(module);
  // The last discovery did not run this script, so its answer does not decide.
  if (enabled_before == nullptr) return then({});
  script_request request{*enabled_before, std::move(activation),
                         [this, module](const std::string& inputs) { return known_.is_answered(module, inputs); }};
  auto take = [this, module, then = std::move(then)](base::result<std::optional<script_reply>> reply) {
    if (!reply) return then(tl::unexpected(reply.error()));
    // Without a reply, the values have not changed since the last answer, which is still valid.
    if (*reply && (*reply)->question.answer == core::modules::script_answer::yes)
      note_yes(module, {(*reply)->grounds, (*reply)->given});
    if (*reply) known_.answered(module, std::move((*reply)->question.inputs), (*reply)->question.answer);
    then({});
  };
  std::make_shared<enabled_script>(self_, script_peers{peers_->values, peers_->runner, peers_->metrics, peers_->kube},
                                   scripts_.at(module), std::move(request), std::move(take))
    ->ask();
}

} // namespace actors::supervision
