#include "actors/processes/lasting_runs.hpp"

#include "actors/framework/time_text.hpp"
#include "actors/messages/hook_runner.hpp"
#include "sys/log/log.hpp"

#include <algorithm>
#include <utility>

namespace actors::processes {

namespace {

/// A person who looks at a page wants to know about a run of this length.
constexpr std::chrono::milliseconds lasts_after{2000};

} // namespace

void lasting_runs::begin(std::uint64_t run, std::string subject) {
  runs_.emplace(run, known{{std::move(subject), framework::time_text(self_->shared().wall_time_us()),
                            self_->shared().steady_time_us()}});
  self_->remind(std::min(lasts_after, slow_after_), messages::lasting_run_due{{}, run});
}

void lasting_runs::end(std::uint64_t run) {
  const auto node = runs_.extract(run);
  if (!node.empty() && node.mapped().reported)
    self_->tell(supervisor_, messages::lasting_run_changed{{}, run, std::nullopt});
}

void lasting_runs::look(const messages::lasting_run_due& x) {
  const auto at = runs_.find(x.run);
  if (at == runs_.end()) return;
  auto& known = at->second;
  const std::chrono::microseconds lasted(self_->shared().steady_time_us() - known.run.began_us);
  if (lasted >= slow_after_ && !std::exchange(known.run.slow, true))
    sys::log::log_warning("run_slow", {{"subject", known.run.subject},
                                       {"seconds", std::chrono::duration<double>(lasted).count()},
                                       {"consequence", "tasks behind it in its queue wait until it ends"}});
  known.reported = true;
  self_->tell(supervisor_, messages::lasting_run_changed{{}, x.run, known.run});
  if (!known.run.slow)
    self_->remind(slow_after_ - std::chrono::duration_cast<std::chrono::milliseconds>(lasted),
                  messages::lasting_run_due{{}, x.run});
}

} // namespace actors::processes
