#include "actors/hooks/global_hook_files.hpp"

#include "base/backoff.hpp"
#include "base/log_hint.hpp"
#include "core/modules/refusal_wait.hpp"
#include "sys/log/log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace actors::hooks {

namespace {

constexpr base::backoff asked_again{std::chrono::seconds(2), std::chrono::seconds(16)};
/// Of a standby, which has no work that waits for the answers.
constexpr base::backoff asked_early_again{std::chrono::seconds(2), std::chrono::seconds(60)};

} // namespace

global_hook_files::global_hook_files(framework::actor_base<messages::global_hooks_actor>* self,
                                     messages::hook_runner_actor runner, messages::supervisor_actor supervisor,
                                     hook_source source)
  : self_(self), runner_(std::move(runner)), supervisor_(std::move(supervisor)),
    source_(std::make_shared<const hook_source>(std::move(source))),
    left_out_(self, supervisor_, "some global hooks do not run"), skipped_(self, supervisor_, "global hooks") {}

void global_hook_files::ask_early(std::function<void()> done) {
  early_done_ = std::move(done);
  try_early();
}

/// A standby whose hooks have no valid configuration is not ready, so that the rollout of a broken image is
/// noticed before the leader ends.
void global_hook_files::try_early() {
  if (!early_done_) return;
  is_asked_early_ = true;
  load_hooks(self_, runner_, source_, [this](const hooks_loaded& loaded) {
    is_asked_early_ = false;
    // The lead has come meanwhile, and `read` waits for these answers.
    if (done_) return on_answers(loaded);
    if (!loaded.failure) {
      early_.keep(*source_, loaded);
      return std::exchange(early_done_, {})();
    }
    const auto wait = asked_early_again.after(++early_tries_);
    if (early_tries_ == 1)
      sys::log::log_warning("global_hooks_awaited",
                            {{"error", loaded.failure->log_text()},
                             {"retry_in_seconds", wait},
                             {"hint", "this standby is not ready before all global hooks have a valid configuration"}});
    self_->remind(wait, messages::retry_due{{}, messages::retry_due::reason::early});
  });
}

void global_hook_files::read(on_read done) {
  if (const auto asked = std::exchange(early_done_, {})) asked();
  done_ = std::move(done);
  since_us_ = self_->shared().steady_time_us();
  ask_at_start();
}

void global_hook_files::try_again(messages::retry_due::reason why) {
  if (why == messages::retry_due::reason::early) return try_early();
  if (why == messages::retry_due::reason::start) return ask_at_start();
  ask_refused();
}

void global_hook_files::leave_out(const std::string& reason) {
  until_restart_ += (until_restart_.empty() ? "" : "; ") + reason;
  report();
}

void global_hook_files::report() {
  const auto with_others = [this](const std::string& refused) {
    return until_restart_ + (until_restart_.empty() || refused.empty() ? "" : "; ") + refused;
  };
  left_out_.begin(with_others(refusal_), with_others(refusal_in_detail_));
}

void global_hook_files::ask_at_start() {
  if (const auto early = early_.take(*source_)) return take(*early);
  if (is_asked_early_) return;
  load_hooks(self_, runner_, source_, [this](const hooks_loaded& loaded) { on_answers(loaded); });
}

void global_hook_files::on_answers(const hooks_loaded& loaded) {
  const std::chrono::microseconds waited(self_->shared().steady_time_us() - since_us_);
  if (!loaded.failure || !loaded.may_answer_later || waited >= source_->patience) return take(loaded);
  const auto wait = std::min<std::chrono::microseconds>(asked_again.after(++tries_), source_->patience - waited);
  sys::log::log_warning("global_hooks_awaited",
                        {{"error", loaded.failure->log_text()},
                         {"retry_in_seconds", std::chrono::duration<double>(wait).count()},
                         {"hint", fmt::format("the start waits {} s for these hooks, and goes on without them then",
                                              source_->patience.count())}});
  self_->remind(wait, messages::retry_due{{}, messages::retry_due::reason::start});
}

void global_hook_files::take(const hooks_loaded& loaded) {
  auto known = core::modules::hooks_known::all;
  asked_ = loaded.asked;
  // The hook at a broken link might switch modules on, so no release is removed (`hooks_known::some`).
  if (const auto broken = report_broken_links("global hooks", *source_); !broken.empty()) {
    known = core::modules::hooks_known::some;
    leave_out(broken);
  }
  if (loaded.failure) {
    known = core::modules::hooks_known::some;
    auto refused = *source_;
    // Only the files whose configuration failed are run with `--config` again.
    refused.found.hooks = loaded.refused;
    refused_ = std::make_shared<const hook_source>(std::move(refused));
    ask_refused_later(*loaded.failure);
  } else if (const auto skipped = report_skipped_files("global hooks", *source_, *loaded.hooks)) {
    skipped_.begin(*skipped);
  }
  std::exchange(done_, {})(loaded.hooks, known);
}

void global_hook_files::ask_refused_later(const messages::program_failure& why) {
  const auto wait = core::modules::retry_of_refused(refusals_++);
  self_->remind(wait, messages::retry_due{});
  sys::log::log_error("global_hooks_refused",
                      {{"error", why.log_text()},
                       {"retry_in_seconds", wait},
                       {"hint", "the other hooks and the modules run; meanwhile no release is removed, and no object "
                                "that depends on a value of the refused hooks"}});
  refusal_ = why.reported("global_hooks_refused").message;
  refusal_in_detail_ = base::with_words(refusal_, why.decisive());
  report();
}

/// Runs the refused hooks with `--config` again. If a hook has a valid configuration now, this process cannot
/// add it, because it may have to run at the start and before all modules. So the process ends, and the next
/// process starts with the hook.
void global_hook_files::ask_refused() {
  load_hooks(self_, runner_, refused_, [this](const hooks_loaded& loaded) {
    const bool configures_none = loaded.refused.empty() || loaded.refused.size() == refused_->found.hooks.size();
    // A restart is useful only if a hook has a valid configuration now.
    if (loaded.failure && configures_none) return ask_refused_later(*loaded.failure);
    self_->tell(supervisor_,
                messages::stop_operator{{}, "refused hooks have a valid configuration now: a restart adds them", 1});
  });
}

} // namespace actors::hooks
