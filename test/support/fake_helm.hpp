#pragma once

#include "simulation/fake_api_server.hpp"
#include "support/fake_chart.hpp"
#include "support/fake_helm_command.hpp"
#include "support/fake_processes.hpp"
#include "support/release_secret.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace test {

/// A small Helm behind the seam of processes. It knows the commands `version`, `template`, `upgrade
/// --install` and `uninstall`, and `worker`, which carries out the same commands as questions on stdin. It
/// keeps releases in Secrets of the fake API server exactly as Helm does, and creates, replaces and deletes
/// the objects of a chart. (Helm's storage driver `helm.sh/release.v1`)
///
/// Templates know a few expressions, see `render_templates`. The number of the revision is 1 for `template`;
/// for the versions of the cluster it asks the cluster unless the command names them. A manifest that cannot
/// be read fails the command, as in Helm. Manifests and releases are read by `manifest_reader` and
/// `release_secret`, not by the program's own code.
class fake_helm {
public:
  /// @param namespace_name where `store` puts releases.
  fake_helm(simulation::fake_api_server& api, std::string namespace_name)
    : api_(api), namespace_name_(std::move(namespace_name)) {}

  /// Runs the process.
  fake_end run(fake_process& process);

  /// The next `upgrade` or `uninstall` of this release fails with that text, and has no effect.
  void fail_next(const std::string& release, const std::string& error);
  /// The next `uninstall` of this release reports success, and has no effect.
  void pretend_next(const std::string& release) { pretended_.insert(release); }
  /// Versions that the cluster serves, but that Helm does not find when it asks the cluster.
  std::set<std::string> unseen;
  /// Called before each `upgrade`, `template` and `uninstall`: `helm upgrade web`.
  std::function<void(std::string)> on_run;
  /// Checks the owner of an object before an uninstallation, as Helm does from 4.3 on. `helm worker` does so
  /// for upgrades, too.
  bool looks_at_owners = true;
  /// Release -> keys that renderings by `helm worker` name as absent, until an upgrade of the release.
  std::map<std::string, std::string> lacking;
  /// The end of the next runs, if they shall go on until a signal; empty: runs end at once.
  std::optional<fake_end> next_end;

  /// Stores a revision, as another Helm would. Its objects are not made.
  void store(release_secret x);
  /// Runs as `helm worker`.
  fake_end stay(fake_process& process);
  /// Answers a question to `helm worker`.
  void answer(fake_process& worker, const std::string& line);
  /// Stores the record at the start of a question, as `begin_upgrade` and `begin_uninstall` do.
  base::result<void> begin(const std::string& question);
  /// Reads the chart, and stores a pending revision, as Helm does before it begins to work; the next upgrade
  /// of the release finishes this revision with this chart. An error has Helm's words about a chart that
  /// cannot be read.
  base::result<void> begin_upgrade(const fake_process& process);
  /// Reads the release that the next uninstall of it removes, and marks it, as Helm does before it begins to
  /// work.
  base::result<void> begin_uninstall(const fake_process& process);
  /// The first half of another Helm's `helm uninstall`, whatever is under way: marks the release and removes
  /// its objects. `remove_records` is the second half: it removes the revisions up to `last`.
  void uninstall_objects(const std::string& release);
  void remove_records(const std::string& release, std::uint32_t last);
  /// Seconds since the epoch, for the labels in which Helm keeps when a revision was written; empty: without
  /// these labels.
  std::function<std::int64_t()> now_s;
  /// A revision; empty: there is no such revision.
  [[nodiscard]] std::optional<release_secret> stored(const std::string& release, std::uint32_t revision) const;
  /// The latest revision; empty: no release.
  [[nodiscard]] std::optional<release_secret> latest(const std::string& release) const;
  /// The revision that its last upgrade has made; 0: no upgrade.
  [[nodiscard]] std::uint32_t finished(const std::string& release) const {
    const auto known = finished_.find(release);
    return known == finished_.end() ? 0 : known->second;
  }
  /// Reads a values file. The file may be gone when a slow upgrade ends.
  std::function<base::result<std::string>(const std::string&)> read_values;
  /// The latest revision's number; 0: no release.
  [[nodiscard]] std::uint32_t revision(const std::string& release) const;
  /// The text of the values file of the last upgrade of each release.
  [[nodiscard]] const std::map<std::string, std::string>& values() const { return values_; }

private:
  struct begun_upgrade {
    std::uint32_t revision = 0; ///< the revision that is stored as pending
    chart_files chart;
  };
  /// A question to `helm worker` as a command line.
  [[nodiscard]] helm_command read_own_question(const text::json& asked) const;
  base::result<void> begin(const helm_command& x);
  base::result<std::string> carry_out(const helm_command& x);
  [[nodiscard]] std::string render(const helm_command& x, const chart_files& chart,
                                   const base::result<std::string>& values, std::uint32_t revision) const;
  [[nodiscard]] std::optional<std::string> unreadable(const std::string& release) const;
  base::result<void> upgrade(const helm_command& x, const chart_files& chart, const std::string& manifest,
                             const std::vector<text::json>& objects);
  /// The labels of the next revision.
  [[nodiscard]] static std::map<std::string, std::string> next_labels(const helm_command& x,
                                                                      const std::optional<release_secret>& before);
  /// The revision whose objects an upgrade removes, as in Helm: the deployed revision, even if a failed
  /// revision follows it.
  [[nodiscard]] std::optional<release_secret> compared_with(const release_secret& before) const;
  /// The first kind in a manifest that the API server does not serve, except these kinds; empty: none.
  [[nodiscard]] std::string unserved_kind(const std::string& manifest, const std::vector<std::string>& gone) const;
  base::result<void> uninstall(const helm_command& x);
  void apply(const text::json& object, const std::string& release, const std::string& namespace_name);
  struct deletion_rule {
    std::string only_of; ///< the release whose objects go; empty: owners are not checked
    /// Also keeps objects that have the annotation to be kept only in the cluster.
    bool leaves_kept = false;
    bool leaves = false; ///< names the objects, and deletes none
  };
  [[nodiscard]] std::string leaving_note(const helm_command& x, const std::vector<text::json>& objects) const;
  /// @returns the names of the objects that it leaves
  std::vector<text::json> remove_objects(const std::string& manifest, const std::string& namespace_name,
                                         const std::vector<text::json>& but_not_these, const deletion_rule& rule);
  [[nodiscard]] base::result<std::string> values_of(const helm_command& x) const;

  simulation::fake_api_server& api_;
  std::map<std::string, std::string> failures_;
  std::set<std::string> pretended_;
  std::map<std::string, begun_upgrade> begun_;
  std::map<std::string, std::uint32_t> finished_;
  std::map<std::string, release_secret> ends_; ///< the latest revision of releases whose uninstall has begun
  std::map<std::string, std::string> values_;
  std::vector<text::json> left_; ///< by the last upgrade
  std::string namespace_name_;
  /// The kind of objects in which releases are kept, by the environment of the last process.
  std::string kind_ = "Secret";
};

} // namespace test
