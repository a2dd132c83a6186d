#pragma once

#include "run.hpp"

#include <string>
#include <vector>

namespace e2e {

/// A platform in a namespace of its own with an operator that writes `run.jsonl`, and a page with the output
/// of commands about this file. The page calls the namespace `demo`.
struct story {
  /// @param page of the repository; its blocks `console` have commands after `$ addon-operator ` and their
  ///   output, section by section
  explicit story(const std::string& name, std::string page = "docs/tracing.md");

  [[nodiscard]] std::string with_names(const std::string& text) const;
  /// As the page has it: without the namespace and the directory of this run.
  [[nodiscard]] std::string without_names(const std::string& text) const;

  /// @param configuration in YAML
  void add_hook(const std::string& path, const std::string& configuration, const std::string& script);

  /// @param recording where in the platform
  [[nodiscard]] operator_run start(const std::string& recording = "run.jsonl", const retry_delays& retries = {}) const;

  void create(const std::string& manifest) const;
  /// Merges into the operator's ConfigMap, or into another ConfigMap. @returns its version
  std::string edit(const std::string& patch, const std::string& name = "addon-operator") const;

  /// Waits until the hook of module `watch` would see an object: the operator has heard of it.
  void await_snapshot_with(const std::string& object) const;

  /// Waits until queue `main` has ended its tasks: the trace has the ends of its tasks.
  void await_rest() const;

  /// The output of a command that names files of the platform, or asks its operator.
  [[nodiscard]] std::string answer(std::vector<std::string> words) const;
  /// Compares the output of the commands of a section with the page.
  void check_answers(const std::string& title) const;
  /// Compares a text with the page's output of the only command of a section.
  void check_text(const std::string& title, const std::string& text) const;

  std::string space;
  std::string page;
  platform files;
};

/// Waits until a hook has run so often for events or at times: the trace has the ends of its tasks.
void await_runs(operator_run& run, const std::string& hook, int times);

} // namespace e2e
