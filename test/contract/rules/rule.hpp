#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

// A case for each rule of the contract between hooks and the operator: the hook's wishes and their effects,
// and the hook's input and output. The hook is a real bash script, the operator a real operator on all its
// threads, the API server is the fake and, with `ADDON_OPERATOR_TEST_REAL=1` and KUBECONFIG, a real server as
// well.
//
// All texts are YAML. `$ns` stands for a namespace that the case has to itself, `$ns-NAME` for further
// namespaces of its own, `$here` for the selector of the first.

namespace test {

/// Events, and their consequences.
struct rule_step {
  /// A list of acts, done in order; acts of the first step happen before the operator starts. `{put: NAME,
  /// labels: {…}, data: {…}}` creates or updates a ConfigMap (or `kind`) in `$ns` (or `in`), with all
  /// members of `as`; `{delete: NAME}` deletes it; `{collect: NAME}` acts as a garbage collector, once the
  /// deletion of the object waits for it; `{define: Widget}` serves a kind of group `$ns.example.com`,
  /// version v1; `{gate: closed}` holds runs of the hook after their start, `{await: gate}` waits until a
  /// run is held, `{gate: open}` lets held runs go on; `{await: events}` waits until the operator has seen
  /// all earlier changes of objects, `{await: main}` until its queue main has done all earlier tasks;
  /// `{clock: TIME}` moves the operator's clock to that time when a timer waits for the time (with `early:
  /// SECONDS` also for a time that is at most so many seconds earlier).
  std::string act = {};
  /// A list of runs, in order, each the list of its binding contexts (of the other hook: `{other:
  /// CONTEXTS}`). An `object` of a context is written as its name (`NAMESPACE/NAME` if it is not in `$ns`).
  /// The step ends when as many runs have ended.
  std::string runs = {};
  /// A list of claims; the test waits for each of these: `{object: NAME, has: {…}}`, an object has these
  /// members; `{absent: NAME}`; `{log: TEXT}`, a line of the log has the text, or all of a list of texts.
  /// When queue main has done all earlier tasks, the test checks these: `{metrics: TEXT}`, a line of
  /// /metrics/hooks begins with the text; `{no_metrics: TEXT}`, no line does; `{no_log: TEXT}`.
  std::string then = {};
  /// Of the last run: `{values: {…}}` (the section of the module), `{config: {…}}`.
  std::string inputs = {};
};

struct rule {
  std::string config; ///< the hook's output with `--config`
  /// Bash that the hook runs after its inputs were noted; `$run` counts its runs from 0. The variable `RULE`
  /// of the operator's environment has the value `rule`.
  std::string script = {};
  std::string other = {}; ///< the same of another hook of the module; empty: there is no other hook
  std::vector<std::pair<std::string, std::string>> files = {}; ///< more of the module: path and text
  std::vector<rule_step> steps;
  bool global = false;        ///< a global hook instead of a hook of module `web`
  bool whole_objects = false; ///< objects are compared whole, but for fields that only a server knows
  std::string clock = {};     ///< the time when the operator starts; empty: that of the machine
};

/// Fails the test where the operator does something else.
void check(const rule& x);

} // namespace test
