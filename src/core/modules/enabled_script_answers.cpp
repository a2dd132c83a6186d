#include "core/modules/enabled_script_answers.hpp"

#include <utility>

namespace core::modules {

void enabled_script_answers::discovered(std::map<std::string, answered_question> asked) {
  questions_.clear();
  for (auto& [module, last] : asked) {
    const auto decided = last.answer;
    questions_.emplace(module, question{std::move(last), decided});
  }
}

const std::vector<std::string>* enabled_script_answers::enabled_before(const std::string& module) const {
  const auto at = questions_.find(module);
  return at == questions_.end() ? nullptr : &at->second.last.enabled_before;
}

bool enabled_script_answers::is_answered(const std::string& module, const std::string& inputs) const {
  const auto at = questions_.find(module);
  return at != questions_.end() && at->second.last.inputs == inputs;
}

void enabled_script_answers::answered(const std::string& module, std::string inputs, script_answer answer) {
  auto& last = questions_.at(module).last;
  last.inputs = std::move(inputs);
  last.answer = answer;
}

void enabled_script_answers::forget_inputs(const std::string& module) {
  const auto at = questions_.find(module);
  if (at != questions_.end()) at->second.last.inputs.clear();
}

bool enabled_script_answers::stands(const std::string& module) const {
  const auto at = questions_.find(module);
  // Compared with the answer in the discovery, not with the answer before: a script that changes its answer
  // and then changes it back needs no reload.
  return at == questions_.end() || at->second.last.answer == at->second.decided;
}

} // namespace core::modules
