#include "actors/processes/lasting_runs.hpp"

#include "actors/framework/time_text.hpp"
#include "base/excerpt.hpp"
#include "sys/log/log.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace actors::processes {

namespace {

/// A person who looks at a page wants to know about a run of this length.
constexpr std::chrono::milliseconds lasts_after{2000};
/// A stage names objects of charts.
constexpr std::size_t stage_bytes_max = 300;

} // namespace

void lasting_runs::begin(std::uint64_t run, std::string subject, kernel_number pid) {
  sys::log::log_debug("run_began", {{"subject", subject}});
  runs_.emplace(run, known{{std::move(subject), framework::time_text(self_->shared().wall_time_us()),
                            self_->shared().steady_time_us()},
                           std::move(pid)});
  // A reminder that is set already comes too early for this run, and is set again for it then.
  if (!std::exchange(awaits_lasting_, true))
    self_->remind(std::min(lasts_after, slow_after_), messages::lasting_run_due{{}, false});
}

void lasting_runs::note_stage(std::uint64_t run, const std::string& stage) {
  const auto at = runs_.find(run);
  if (at == runs_.end()) return;
  at->second.run.stage = base::excerpt(stage, stage_bytes_max);
  if (at->second.is_reported) report(run, at->second);
}

void lasting_runs::end(std::uint64_t run) {
  const auto node = runs_.extract(run);
  if (!node.empty() && node.mapped().is_reported)
    self_->tell(supervisor_, messages::lasting_run_changed{{}, run, std::nullopt});
}

std::chrono::milliseconds lasting_runs::lasted(const known& x) const {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
    std::chrono::microseconds(self_->shared().steady_time_us() - x.run.began_us));
}

void lasting_runs::report(std::uint64_t run, known& x) {
  x.is_reported = true;
  if (x.pid) x.run.pid = x.pid->load(std::memory_order_relaxed);
  self_->tell(supervisor_, messages::lasting_run_changed{{}, run, x.run});
}

void lasting_runs::look(const messages::lasting_run_due& x) {
  (x.slow ? awaits_slow_ : awaits_lasting_) = false;
  if (x.slow)
    look_at_slow();
  else
    look_at_lasting();
}

void lasting_runs::look_at_lasting() {
  const auto after = std::min(lasts_after, slow_after_);
  for (auto& [number, x] : runs_) {
    if (x.is_reported) continue;
    if (const auto time = lasted(x); time < after) {
      // All later runs need their report after this run.
      awaits_lasting_ = true;
      return self_->remind(after - time, messages::lasting_run_due{{}, false});
    }
    report(number, x);
    if (!std::exchange(awaits_slow_, true))
      self_->remind(std::max(slow_after_ - lasted(x), std::chrono::milliseconds(0)),
                    messages::lasting_run_due{{}, true});
  }
}

void lasting_runs::look_at_slow() {
  for (auto& [number, x] : runs_) {
    // For a run that was not reported yet, this reminder is set when the run is reported.
    if (x.run.slow || !x.is_reported) continue;
    if (const auto time = lasted(x); time < slow_after_) {
      awaits_slow_ = true;
      return self_->remind(slow_after_ - time, messages::lasting_run_due{{}, true});
    }
    x.run.slow = true;
    report(number, x);
    std::vector<sys::log::log_field> fields{{"subject", x.run.subject},
                                            {"seconds", std::chrono::duration<double>(lasted(x)).count()}};
    if (!x.run.stage.empty()) fields.push_back({"stage", x.run.stage});
    if (x.run.pid != 0) fields.push_back({"pid", x.run.pid});
    fields.push_back({"consequence", "tasks behind it in its queue wait until it ends"});
    sys::log::log(sys::log::log_level::warning, "run_slow", fields);
  }
}

} // namespace actors::processes
