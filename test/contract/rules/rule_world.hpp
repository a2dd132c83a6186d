#pragma once

#include "actors/supervision/running_operator.hpp"
#include "contract/rules/rule.hpp"
#include "contract/rules/rule_clock.hpp"
#include "contract/rules/rule_cluster.hpp"
#include "contract/rules/run_reports.hpp"
#include "sys/files/temp_dir.hpp"

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace test {

/// A running operator with the hook of a rule, real processes, and their reports.
class rule_world {
public:
  rule_world(const rule_api& api, const rule& x);
  ~rule_world();
  rule_world(const rule_world&) = delete;
  rule_world& operator=(const rule_world&) = delete;

  void start();
  /// Does a list of acts.
  void act(const std::string& yaml);
  /// Waits for this number of runs of the hook.
  [[nodiscard]] std::vector<reported_run> take_runs(std::size_t count);
  void expect(const std::string& yaml);
  /// Lets everything that was set off come to its end, and stops. @returns runs that were not expected.
  [[nodiscard]] std::vector<reported_run> stop();

  /// The operator's log.
  [[nodiscard]] std::string log() const;

  /// A YAML text of the rule, with its namespaces filled in.
  [[nodiscard]] text::json read(const std::string& yaml) const { return cluster_.read(yaml); }
  /// A run as rules write it.
  [[nodiscard]] text::json shown(const reported_run& run) const;

private:
  /// Two modules: `web` with the hooks of the rule, and a module with a hook that shows how far the operator
  /// has come.
  void write_platform();
  void await(const std::string& what);
  void act_one(const text::json& x);
  void expect_one(const text::json& x);
  void await_log(const std::vector<std::string>& texts);
  [[nodiscard]] std::string metrics();
  /// Queue main has done all earlier tasks.
  void fence() { await_fence("fence", "ConfigMap"); }
  /// Changes an object that only this binding of the fence sees, and waits for its run.
  void await_fence(const std::string& binding, const std::string& kind);
  /// Waits for a further run of any hook.
  void take_run();
  [[nodiscard]] text::json shown(const text::json& contexts) const;
  [[nodiscard]] text::json shown_object(const text::json& object) const;

  rule rule_;
  sys::files::temp_dir root_;
  rule_api api_;
  rule_cluster cluster_;
  run_reports reports_;
  std::shared_ptr<rule_clock> clock_;
  struct log_lines {
    std::mutex guard;
    std::condition_variable changed;
    std::vector<std::string> lines;
  };
  std::shared_ptr<log_lines> log_ = std::make_shared<log_lines>();
  std::unique_ptr<actors::supervision::running_operator> running_;
  std::map<std::string, unsigned> fence_runs_; ///< by binding
  std::vector<reported_run> other_;            ///< not of the fence, and not taken by the test yet
};

} // namespace test
