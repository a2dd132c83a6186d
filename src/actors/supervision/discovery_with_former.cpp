// The second look at scripts that say no after a change of their values: do they say yes to the former
// values?
#include "actors/supervision/module_discovery.hpp"
#include "core/modules/own_releases.hpp"

#include <utility>

namespace actors::supervision {

void module_discovery::ask_with_former(const discoverable_module& module, std::function<void()> then) {
  using core::modules::script_answer;
  const auto& question = replies_.at(module.name).question;
  const auto yes = scope_.last_yes.find(module.name);
  const bool counts = question.answer == script_answer::no && yes != scope_.last_yes.end()
                      && core::modules::would_be_deleted(facts_, module.name);
  if (!counts) return then();
  // The script had the same values at its last "yes", so no edit is the reason for its "no".
  if (yes->second.given.inputs == question.inputs) {
    scope_.grace.deny_edit(module.name);
    return then();
  }
  auto me = shared_from_this();
  const script_peers peers{peers_.values, peers_.runner, peers_.metrics, peers_.kube};
  std::make_shared<enabled_script>(
    self_, peers, module,
    script_request{
      .enabled_before = question.enabled_before, .activation = scope_.activation, .former = yes->second.given},
    [me, name = module.name, then = std::move(then)](base::result<std::optional<script_reply>> reply) {
      // A run that fails shows no reason, so the release gets its grace. The current values count all the
      // same: the former ones may name a server that is there no more.
      const bool is_answered = reply && *reply;
      if (!is_answered || (*reply)->question.answer != script_answer::yes) me->scope_.grace.deny_edit(name);
      if (is_answered && (*reply)->question.answer == script_answer::no) me->replies_.at(name).is_no_to_former = true;
      then();
    })
    ->ask();
}

} // namespace actors::supervision
