#pragma once

#include "actors/running_operator.hpp"
#include "contract/rules/rule.hpp"
#include "contract/rules/run_reports.hpp"
#include "support/api_client.hpp"
#include "sys/temp_dir.hpp"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace test {

/// An API server for rules.
struct rule_api {
  std::string name;
  std::shared_ptr<kube::transport> transport; ///< with a thread of its own
};

/// A new fake one, and the real one if there is one.
[[nodiscard]] std::vector<rule_api> rule_apis();

/// A running operator with the hook of a rule, real processes, and what has come of it.
class rule_world {
public:
  rule_world(const rule_api& api, const rule& x);
  ~rule_world();
  rule_world(const rule_world&) = delete;
  rule_world& operator=(const rule_world&) = delete;

  void start();
  /// Does a list of acts.
  void act(const std::string& yaml);
  /// Waits for as many runs of the hook.
  [[nodiscard]] std::vector<reported_run> take_runs(std::size_t count);
  void expect(const std::string& yaml);
  /// Lets everything that was set off come to its end, and stops. @returns runs that nobody has asked for.
  [[nodiscard]] std::vector<reported_run> stop();

  /// What the operator has logged.
  [[nodiscard]] std::string log() const;

  /// A YAML text of the rule, with its namespaces filled in.
  [[nodiscard]] core::json read(const std::string& yaml) const;
  /// Binding contexts as rules write them.
  [[nodiscard]] core::json shown(const core::json& contexts) const;

private:
  [[nodiscard]] std::string filled(std::string text) const;
  void put(const core::json& x);
  void act_one(const core::json& x);
  void expect_one(const core::json& x);
  [[nodiscard]] kube::object_location place_of(const core::json& x, const char* name) const;
  void await_log(const std::string& text);
  /// Queue main has done what came before.
  void fence();
  /// Waits for one more run of any hook.
  void take_run();
  [[nodiscard]] core::json shown_object(const core::json& object) const;

  rule rule_;
  sys::temp_dir root_;
  std::shared_ptr<kube::transport> transport_;
  api_client api_;
  std::string namespace_;
  run_reports reports_;
  struct log_lines {
    std::mutex guard;
    std::condition_variable changed;
    std::string text;
  };
  std::shared_ptr<log_lines> log_ = std::make_shared<log_lines>();
  std::unique_ptr<actors::running_operator> running_;
  unsigned fence_runs_ = 0;
  std::vector<reported_run> other_; ///< of the hook, that nobody has taken yet
};

} // namespace test
