#include "actors/hooks/refused_operations.hpp"

#include "sys/log/log.hpp"

namespace actors::hooks {

namespace {

constexpr auto next_step = "set --validating-webhook-client-ca, and let the API server show a certificate of that "
                           "authority; or change the objects in another binding of the hook";

} // namespace

void refused_operations::note(const messages::run_hook& run) {
  const auto& hook = run.hook->name;
  const auto subject =
    "operations on objects of hook '" + hook + "'" + (run.module.empty() ? "" : " of module '" + run.module + "'");
  const auto [at, is_new] =
    by_hook_.try_emplace(hook, self_, supervisor_, subject, core::modules::problem_place{.module = run.module});
  if (!is_new) return;
  sys::log::log_warning("review_operations_refused",
                        {{"module", run.module}, {"hook", hook}, {"binding", run.binding}, {"hint", next_step}});
  at->second.begin(std::string("they are left out in reviews, because any Pod may send reviews: ") + next_step);
}

void refused_operations::end() {
  for (auto& [hook, problem] : by_hook_) problem.end();
  by_hook_.clear();
}

} // namespace actors::hooks
