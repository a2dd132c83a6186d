#include "trace/read/done_work.hpp"

#include "trace/read/event_text.hpp"
#include "trace/read/reviews.hpp"
#include "trace/read/run_blocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace trace::read {

namespace {

constexpr std::string_view not_ended = "not ended";

bool is_reload_step(const event& request) {
  return request.fact("task") == "ConvergeModules";
}

std::string with_reason(std::string_view outcome, std::string_view reason) {
  return fmt::format("{}{}{}", outcome, reason.empty() ? "" : ": ", reason);
}

class work_collector {
public:
  explicit work_collector(const recorded_run& run) : run_(run) {
    for (const auto& x : run.events())
      if (is_module_run(x) && x.cause != 0) ++siblings_[x.cause];
  }

  [[nodiscard]] std::vector<done_work> collect() {
    for (const auto& block : blocks_of(run_)) {
      add_reload(block);
      for (const auto* request : block.requests)
        if (!is_reload_step(*request)) add_task(*request);
      for (const auto* part : block.parts) add_part(*part);
      for (const auto* review : block.reviews)
        all_.push_back({fmt::format("{} {}", review->fact("for"), words_of_webhook(*review)),
                        with_reason(review->fact("outcome"), review->fact("reason")),
                        {},
                        review->time_us,
                        review->duration_us});
    }
    std::stable_sort(all_.begin(), all_.end(), [](const auto& a, const auto& b) { return a.time_us < b.time_us; });
    return std::move(all_);
  }

private:
  [[nodiscard]] static bool is_module_run(const event& x) {
    return is_request_of_queue(x) && x.fact("task") == "ModuleRun";
  }

  /// The line of a piece of work. The modules of a group share the message that asked for their runs, so each
  /// module gets a line of its own.
  [[nodiscard]] std::string line_of(const event* request) const {
    if (request == nullptr) return {};
    auto line = std::string(request->fact("queue"));
    const auto found = siblings_.find(request->cause);
    if (is_module_run(*request) && found != siblings_.end() && found->second > 1)
      line += fmt::format(" {}", request->fact("module"));
    return line;
  }

  /// All steps of a reload form a single piece, from the first to the end of the last.
  void add_reload(const run_block& block) {
    const auto first =
      std::find_if(block.requests.begin(), block.requests.end(), [](const event* x) { return is_reload_step(*x); });
    if (first == block.requests.end()) return;
    const auto last =
      std::find_if(block.requests.rbegin(), block.requests.rend(), [](const event* x) { return is_reload_step(*x); });
    const auto* task = run_.task_of(**last);
    const bool has_ended = task != nullptr && task->fact("outcome") != "continues";
    const auto end = has_ended ? task->time_us + task->duration_us : 0;
    all_.push_back({words_of_task(**first),
                    std::string(has_ended ? task->fact("outcome") : not_ended),
                    {},
                    (*first)->time_us,
                    has_ended ? end - (*first)->time_us : -1});
  }

  void add_task(const event& request) {
    const auto* task = run_.task_of(request);
    const auto queue = request.fact("queue");
    all_.push_back({words_of_task(request) + (queue == "main" ? "" : fmt::format(" in queue {}", queue)),
                    task != nullptr ? with_reason(task->fact("outcome"), task->fact("reason")) : std::string(not_ended),
                    line_of(&request), request.time_us, task != nullptr ? task->duration_us : -1});
  }

  void add_part(const event& x) {
    if (x.type == trace_span::values_commit) return add_changes(x);
    const auto* request = run_.request_of(x);
    done_work work{{}, {}, line_of(request), x.time_us, x.duration_us};
    if (x.type == trace_span::helm) {
      work.name = fmt::format("Helm and release '{}'", x.fact("module"));
      work.result = with_reason(x.fact("outcome") == "failed" ? "failed" : x.fact("operation"), x.fact("error"));
    } else if (x.type == trace_span::enabled_script) {
      work.name = fmt::format("enabled script of module '{}'", x.fact("module"));
      work.result = with_reason(x.fact("enabled") == "true" ? "enabled" : "disabled", x.fact("reason"));
    } else {
      // If a task consists of the hook alone, only the task is compared.
      if (request != nullptr && request->fact("hook") == x.fact("hook")
          && request->fact("binding") == x.fact("binding"))
        return;
      work.name = fmt::format("{} for {}", words_of_hook(x), x.fact("binding"));
      work.result = with_reason(x.fact("outcome"), x.fact("reason"));
    }
    all_.push_back(std::move(work));
  }

  void add_changes(const event& commit) {
    for (const auto& x : commit.changes)
      all_.push_back({fmt::format("value {} by {}", x.key, words_of_author(commit)),
                      x.after.value_or("(none)"),
                      {},
                      commit.time_us,
                      -1});
  }

  const recorded_run& run_;
  std::map<std::uint64_t, int> siblings_; ///< runs of modules by the message that asked for them
  std::vector<done_work> all_;
};

} // namespace

std::vector<done_work> done_work_of(const recorded_run& run) {
  return work_collector(run).collect();
}

} // namespace trace::read
