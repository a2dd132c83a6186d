#pragma once

#include "e2e/given.hpp"
#include "e2e/run.hpp"
#include "worlds/dice.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace faults {

/// The user's wishes for a module.
struct wanted_module {
  bool enabled = true;
  std::string word = "none"; ///< that the object of its release holds
};

/// A namespace of a real cluster with an operator's modules in it: three with charts, and `eyes`, whose hook
/// writes its view of the watched objects into the ConfigMap `seen`. Changes are made as the administrator,
/// past everything between operator and API server, and are noted, so that the end can be compared with them.
/// Failures throw.
class bad_day {
public:
  explicit bad_day(const std::string& name);

  [[nodiscard]] const std::string& space() const { return space_; }
  [[nodiscard]] e2e::platform& files() { return files_; }

  /// The administrator's kubeconfig with another address of the API server. @returns its path.
  /// @param token_file in the same folder, in place of the administrator's certificate
  std::string kubeconfig_at(const std::string& address, const std::string& token_file = {});
  /// Replaces a file of the folder at once, as tools do that renew tokens.
  void replace_file(const std::string& name, const std::string& text);

  void set_word(const std::string& module, const std::string& word);
  void enable(const std::string& module);
  void disable(const std::string& module);
  /// Makes or changes a watched object.
  void put_item(const std::string& name, const std::string& word);
  void drop_item(const std::string& name);

  /// Any of the changes above.
  void change(worlds::dice& chance);

  /// Waits until the cluster is as wanted and the operator says that all is well, and checks that it is so:
  /// objects and releases of the modules, and the last view of the hook.
  void check_end(e2e::operator_run& run);

  /// Waits until the hook has seen the watched objects as they are.
  void await_sight();

private:
  void edit_config(const std::string& key, const std::string& text);
  void await_objects();
  [[nodiscard]] std::vector<e2e::listed_release> wanted_releases() const;

  std::string space_;
  e2e::platform files_;
  std::map<std::string, wanted_module> modules_;
  std::map<std::string, std::string> items_;
  std::uint64_t changes_ = 0;
};

/// Where the API server listens on this machine.
[[nodiscard]] std::uint16_t api_port();

/// Waits until the condition holds. The condition is checked again when the operator has logged a line, and a
/// few times a second, because pages and releases change without a line of the log. Throws, with the end of
/// the log, if the condition does not hold in time.
void await_truth(e2e::operator_run& run, const std::string& what, const std::function<bool()>& holds);

/// Lets the operator work for so long: the pace of changes only. No test relies on the events meanwhile.
void pass(e2e::operator_run& run, std::chrono::milliseconds time);
void pass_until(e2e::operator_run& run, std::chrono::steady_clock::time_point moment);

/// The number that all chance of these tests comes from: $FAULTS_SEED, or always the same.
[[nodiscard]] worlds::dice chance_of(const std::string& test);

/// How often something is done: less in the short form of these tests ($FAULTS_SHORT).
[[nodiscard]] int times(int long_form, int short_form);

} // namespace faults
