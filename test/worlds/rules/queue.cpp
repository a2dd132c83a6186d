// A queue runs one hook or Helm at a time; in `main`, modules with the same number run side by side.
#include "worlds/rule.hpp"

#include "worlds/task_events.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace worlds {

namespace {

/// The place where a hook or Helm runs.
struct place {
  std::string queue;
  std::string member; ///< the module that this run belongs to; empty: the program has the queue to itself
  auto operator<=>(const place&) const = default;
};

class queue_rule final : public rule {
public:
  using rule::rule;

  void forgets_life() override {
    running_in_.clear();
    module_runs_.forget();
  }
  void handles(const trace::event& event) override { module_runs_.note(event); }

  void begins(const begun_run& x) override { check({queue_of(x.run), member_of(x.run)}, x.id, x.run.script); }
  void helm_begins(const helm_work& x) override {
    check({"main", x.verb == "upgrade" ? x.release : ""}, x.id, "helm " + x.release);
  }
  void helm_answers(const helm_work& x) override {
    std::erase_if(running_in_, [&](const auto& entry) {
      const auto& [where, program] = entry;
      return program == x.id && (where.member == x.release || where.member.empty());
    });
  }

private:
  void check(const place& where, sys::process::process_id id, const std::string& what) {
    const auto running = processes().running();
    std::erase_if(running_in_,
                  [&](const auto& x) { return std::find(running.begin(), running.end(), x.second) == running.end(); });
    if (!running_in_.empty()) holds();
    std::size_t beside = 0;
    for (const auto& [other, program] : running_in_) {
      if (other.queue != where.queue) continue;
      if (!may_be_beside(where, other)) broken(what + " runs in queue " + where.queue + " beside another one");
      ++beside;
    }
    if (beside >= planned().at_once && beside > 0) broken(what + " is one module too many at the same time");
    running_in_[where] = id;
  }

  /// True only for runs of two modules with the same number.
  [[nodiscard]] bool may_be_beside(const place& one, const place& other) const {
    const bool are_two_modules = !one.member.empty() && !other.member.empty() && one.member != other.member;
    return planned().at_once > 1 && are_two_modules
           && number_of(planned(), one.member) == number_of(planned(), other.member);
  }

  [[nodiscard]] std::string queue_of(const test::hook_run& run) const {
    const auto owner = run.script.substr(0, run.script.find('/'));
    if (run.script.ends_with("/ticks.sh")) return "ticks";
    if (run.script.ends_with("/secrets.sh")) return "secrets";
    if (run.script.ends_with("/counts.sh")) return "counts-" + owner;
    if (run.script.ends_with("/both.sh") && run.reasons().starts_with("nodes")) return "both-" + owner;
    const bool has_own = run.script.ends_with("/items.sh") && world_.scripts().are_items_in_queue(owner);
    return has_own && run.reasons().starts_with("items") ? "items-" + owner : "main";
  }

  /// The module that the run belongs to; empty for runs for events and deletions.
  [[nodiscard]] std::string member_of(const test::hook_run& run) const {
    const auto owner = run.script.substr(0, run.script.find('/'));
    if (run.script.ends_with("/enabled")) return module_runs_.contains(owner) ? owner : std::string();
    const auto reasons = run.reasons();
    const bool is_of_run = reasons == "onStartup" || reasons == "beforeHelm" || reasons == "afterHelm"
                           || reasons.find(":Synchronization") != reasons.npos;
    return owner != "global" && is_of_run ? owner : std::string();
  }

  std::map<place, sys::process::process_id> running_in_; ///< the hook or helm that began last
  module_runs module_runs_;
};

const registered<queue_rule> entry{"queue"};

} // namespace

} // namespace worlds
