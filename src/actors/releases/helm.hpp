#pragma once

#include "actors/messages/helm.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/messages/kube_client.hpp"
#include "actors/messages/observation.hpp"
#include "actors/messages/observer.hpp"
#include "actors/messages/supervisor.hpp"
#include "actors/releases/chart_files.hpp"
#include "actors/releases/helm_runs.hpp"
#include "actors/releases/release_records.hpp"
#include "actors/releases/release_secrets.hpp"
#include "actors/watches/watched_objects.hpp"
#include "core/releases/chart_directories.hpp"
#include "core/releases/held_upgrade.hpp"
#include "core/releases/helm_plan.hpp"
#include "core/releases/object_owner.hpp"
#include "core/releases/release_difference.hpp"
#include "kube/api/api_path.hpp"
#include "kube/objects/list_reader.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace actors::releases {

/// Whom HELM talks to.
struct helm_peers {
  messages::supervisor_actor supervisor;
  messages::hook_runner_actor runner;
  messages::kube_client_actor kube;
  messages::metrics_actor metrics;
  messages::kind_watcher_actor kinds;
};

/// The state of HELM: runs helm, never twice at a time for a release, and knows the released state. The
/// labels of the release's Secret and a digest of the chart's inputs decide whether helm must run, without
/// starting it.
struct helm_state {
  using handle_type = messages::helm_actor;

  helm_state(framework::actor_base<messages::helm_actor>* self, helm_source source, helm_peers peers);
  messages::helm_actor::behavior_type make_behavior();

  framework::promise<messages::release_applied> apply(const messages::apply_release& x);
  framework::promise<messages::release_removed> remove(const messages::remove_release& x);
  framework::promise<messages::releases_listed> list();
  void hold(const messages::hold_removals& x);
  void note(const messages::note_flag_sources& x);
  framework::promise<messages::release_rendered> render(const messages::render_release& x);
  void listed(const messages::objects_listed& x);
  void changed(const messages::object_changed& x);
  void end_activation() { activation_.clear(); }

private:
  /// An `apply_release` on its way.
  struct application {
    messages::apply_release wanted;
    framework::promise<messages::release_applied> to;
    std::int64_t begun_us = 0;
    chart_on_disk files;
    std::optional<messages::cluster_described> cluster;
    std::string inputs_digest;
    std::optional<std::string> rendered_digest;
    std::optional<std::string> rendering_digest; ///< see `core::releases::helm_situation`
    std::shared_ptr<const std::vector<core::releases::manifest_object>> rendered;
    std::string manifest; ///< that was rendered, of a chart whose release is compared with it
    std::string words;    ///< of helm about its failure, for the log alone

    /// @pre there are values
    [[nodiscard]] const std::string& values() const { return **wanted.values; }
  };
  using application_ptr = std::shared_ptr<application>;

  // -- the watch on releases (helm.cpp)
  void open_watch_on_releases();
  void when_known(std::function<void()> then);
  /// Runs `work` when no other work is under way for the release; `end_work` must follow.
  void begin_work(const std::string& release, std::function<void()> work);
  void end_work(const std::string& release);
  void answer_list(framework::promise<messages::releases_listed> to);
  void notice_others(const std::string& name);
  /// A release that another platform has given up may be wanted here.
  void notice_release_of_platform(const core::releases::release& before);
  /// Looks in a while whether the work on this revision has come to an end.
  void await_end(const core::releases::release& unfinished);
  void take(const messages::look_at_unfinished& x);
  /// @param before the latest revision of its release before the loss
  void notice_loss(const core::releases::release& before);
  void make_loss_good(const std::string& name);
  /// @param words of helm about its failure, for the log alone
  void report(const std::string& release, int step, const std::string& operation, const std::string& reason,
              std::int64_t begun_us, const base::result<void>& result, const std::string& words);

  using on_done = std::function<void(const base::result<void>&)>;

  // -- records after a run, and their labels (helm_records.cpp)
  void read_deployed(const std::string& release, on_done then);
  using on_records = std::function<void(const base::result<kube::objects::object_list>&)>;
  void list_records(const std::string& release, on_records then);
  void look_at_number(const core::releases::release& last, on_done then);
  /// Writes the number of a revision into its label; a number that is not its own marks it as made by another
  /// client.
  void set_number(const core::releases::release& of, std::uint32_t number, on_done then);
  using on_record = std::function<void(const base::result<std::string>&)>;
  /// Gives the record of a revision a label.
  /// @param then gets the record with the label; empty: there is no such record
  void set_label(const core::releases::release& of, std::string_view label, const std::string& value, on_record then);
  /// The same for several; an empty text takes a label away.
  void set_labels(const core::releases::release& of, const std::map<std::string, std::string>& labels, on_record then);
  /// The platform that owns the release, unless that is this platform.
  [[nodiscard]] std::optional<std::string> other_owner_of(const std::string& release) const;
  /// The labels that name the owner of a revision, the source that enables it, and the sources of its values.
  [[nodiscard]] std::map<std::string, std::string> labels_of(const application& x) const;
  /// Updates the labels that name the owner of the release. This takes releases over from the predecessor.
  void own(const application_ptr& x, std::function<void()> then);

  // -- the end of a release (helm_removal.cpp)
  void begin_removal(const messages::remove_release& x, framework::promise<messages::release_removed> to,
                     std::int64_t begun_us);
  void uninstall(const messages::remove_release& x, framework::promise<messages::release_removed> to,
                 std::int64_t begun_us);
  /// Gets the result, and Helm's words about a failure.
  using on_uninstalled = std::function<void(const base::result<void>&, const std::string&)>;
  void run_uninstall(const core::releases::release& before, core::releases::helm_history history, on_uninstalled then);
  void remove_record(const std::string& release, framework::promise<messages::release_removed> to);
  void name_damage(const std::string& release, const base::result<void>& result);
  void take_uninstalled(const core::releases::release& before, core::releases::helm_history history, on_done then);
  /// Deletes the Secrets of an uninstalled release, the record itself last.
  void delete_record(const std::string& release, on_done then);
  /// A Secret of a release, and the version of it that was seen.
  struct seen_secret {
    core::releases::release release;
    std::string version;
    std::string text; ///< with metadata only
  };
  void delete_secrets(std::vector<seen_secret> oldest_first, on_done then);

  // -- results proven by renderings, for the next start (helm_proofs.cpp)
  void note_proof(const std::string& release);
  void write_next_proof();
  /// After an upgrade: notes the present rendering of the chart in the record, if it is unknown or may have
  /// changed.
  void note_rendering(const application_ptr& x, std::function<void()> then);
  void name_rendering(const application_ptr& x, const helm_runs::outcome& end, const std::function<void()>& then);

  // -- what Helm has made of a decision (helm_comparison.cpp)
  /// The labels of the next revision. Those of a chart that is compared prove nothing yet.
  [[nodiscard]] std::map<std::string, std::string> next_labels(const application& x) const;
  [[nodiscard]] bool is_compared(const application& x) const;
  /// After an upgrade: has the record name the inputs, if the release is what they are rendered to.
  void compare_released(const application_ptr& x, std::function<void()> then);
  void compare_manifests(const application_ptr& x, std::function<void()> then);
  void name_inputs(const application_ptr& x, std::function<void()> then);
  void name_difference(const application_ptr& x, const core::releases::release& last, std::function<void()> then);
  void note_difference(const application_ptr& x, const core::releases::release& last,
                       const core::releases::manifest_difference& found, std::function<void()> then);

  // -- what charts see of the API server, when that changes (helm_capabilities.cpp)
  /// Remembers the capabilities of the cluster that decided the chart, or that the chart sees none.
  void note_capabilities(const application& x);
  void await_kinds();
  void compare_capabilities();
  void run_for(const messages::cluster_described& now);

  // -- objects of a chart that is not whole any more (helm_directories.cpp)
  void guard_directories(const application_ptr& x, std::function<void()> upgrade);
  void hold_gutted(const application_ptr& x, const core::releases::release& last, core::releases::chart_losses lost,
                   std::function<void()> upgrade);

  // -- objects that no client has deleted on purpose (helm_losses.cpp)
  void guard_objects(const application_ptr& x, const std::string& reason, std::function<void()> upgrade);
  void weigh_losses(const application_ptr& x, const core::releases::release& last, const std::string& reason,
                    std::function<void()> upgrade);
  [[nodiscard]] bool is_emptiness_meant(const application& x, const core::releases::release& last) const;
  /// Objects that go for a reason are named before they do.
  void name_losses(const application& x, const core::releases::release& last,
                   const std::vector<core::releases::manifest_object>& objects, const std::string& reason) const;
  /// Ends the application without an upgrade.
  void hold_upgrade(const application_ptr& x, core::releases::held_upgrade why);
  /// The labels of a release may contain a user's confirmation that it is not to be held.
  void notice_confirmation(const core::releases::release& before);
  void note_wish(const application_ptr& x, const core::releases::release& last, std::function<void()> then);
  void with_rendering(const application_ptr& x, std::function<void()> then);

  // -- objects that another release has taken over (helm_owners.cpp)
  using objects_ptr = std::shared_ptr<const std::vector<core::releases::manifest_object>>;
  struct owned_object {
    core::releases::object_of_another object;
    bool is_kept_by_upgrade = false;
  };
  using found_owners = base::result<std::vector<owned_object>>;
  /// Holds the upgrade if Helm would delete objects of other releases.
  void keep_objects_of_others(const application_ptr& x, const std::string& reason, std::function<void()> upgrade);
  /// @param then gets the objects that Helm compares with; null: they are not known, and Helm cannot read
  /// them either
  void read_current(const application_ptr& x, const std::string& reason, std::function<void(const objects_ptr&)> then);
  void hold_for_owners(const application_ptr& x, std::vector<core::releases::manifest_object> objects,
                       const std::string& reason, std::function<void()> upgrade);
  /// Fails with `conflict` if Helm would delete objects of other releases.
  void refuse_uninstallation_of_others(const std::string& release, on_done then);
  /// @param then gets the objects that belong to another release
  void find_owners(const std::string& release, std::vector<core::releases::manifest_object> objects,
                   std::function<void(const found_owners&)> then);

  // -- records that Helm cannot read (helm_damage.cpp)
  using on_texts = std::function<void(const base::result<std::vector<std::string>>&)>;
  void read_records(const std::string& release, const std::string& labels, on_texts then);
  /// Concludes an upgrade that has failed; the records of the release are looked at for the message.
  void blame_records(const application_ptr& x, const base::error& failure, const std::string& reason);
  /// Concludes an upgrade before which a record cannot be read.
  void leave_unreadable(const application_ptr& x, const std::string& when, const base::error& why,
                        const std::string& reason);
  void look_in_place(const application_ptr& x, std::vector<std::string> records,
                     std::function<void(const std::optional<std::string>&)> then);

  // -- for people (helm_rendering.cpp)
  struct rendering;
  using rendering_ptr = std::shared_ptr<rendering>;
  void show_chart(const rendering_ptr& x, const messages::cluster_described& cluster);
  void take_shown(const rendering_ptr& x, const helm_runs::outcome& end);
  void add_release(const rendering_ptr& x);
  void add_cluster(const rendering_ptr& x);
  void end_rendering(const rendering_ptr& x, base::result<std::vector<text::json>> objects);

  // -- apply_release, step by step (helm_apply.cpp)
  void begin(const application_ptr& x);
  void refuse_loss(const application_ptr& x, std::function<void()> otherwise);
  void check_inputs(const application_ptr& x);
  /// The kinds that the cluster serves are an input of the chart.
  [[nodiscard]] static bool asks_capabilities(const application& x);
  void know_capabilities(const application_ptr& x, std::function<void()> then);
  void describe(const application_ptr& x, on_done then);
  void digest_inputs(const application_ptr& x);
  void decide(const application_ptr& x);
  void skip(const application_ptr& x, const std::string& reason);
  void render(const application_ptr& x);
  /// @pre the cluster is described
  void run_template(const application_ptr& x, const helm_runs::on_end& end);
  [[nodiscard]] std::optional<std::string> rendering_digest(const application& x, const std::string& manifest) const;
  void take_rendered(const application_ptr& x, const helm_runs::outcome& end, const std::function<void()>& then);
  void upgrade(const application_ptr& x, const std::string& reason);
  void confirm_absence(const application_ptr& x, const std::string& reason);
  void run_upgrade(const application_ptr& x, const std::string& reason);
  /// Concludes an upgrade that has failed; a kind that is served in another version is looked up for the
  /// message.
  void explain_failure(const application_ptr& x, const base::error& failure, const std::string& reason);
  void recover(const application_ptr& x, const core::releases::helm_decision::recover_pending_then_upgrade& pending);
  void mark_deployed(const application_ptr& x,
                     const core::releases::helm_decision::recover_pending_then_upgrade& pending,
                     const std::string& version);
  void remove_pending(const application_ptr& x,
                      const core::releases::helm_decision::recover_pending_then_upgrade& pending, std::string version);
  void remove_record_first(const application_ptr& x, const std::string& reason);
  /// Reads the Secret of the latest revision, if it exists and was not read before.
  void know_manifest(const application_ptr& x, std::function<void()> then);
  [[nodiscard]] kube::api::object_location place_of_secret(const std::string& release, std::uint32_t revision) const;
  void conclude(const application_ptr& x, const base::result<void>& result, const std::string& operation,
                const std::string& reason);

  /// Has the chart ready for Helm; a failure on the way ends the run.
  using use_chart = std::function<void(core::releases::helm_chart)>;
  void with_chart(const application_ptr& x, const helm_runs::on_end& end, const use_chart& use);
  void run(const application_ptr& x, core::releases::helm_task task, helm_runs::on_end then);
  [[nodiscard]] base::result<std::string> chart_directory(const application& x);

  void call(kube::api::http_request request, std::function<void(const base::result<kube::api::http_response>&)> then);

  framework::actor_base<messages::helm_actor>* self_;
  helm_peers peers_;
  std::string namespace_name_;
  core::releases::release_storage storage_;
  kube::api::resource kind_of_records_;        ///< Secret, or ConfigMap: in which Helm keeps releases
  core::releases::platform_identity platform_; ///< the owner of the releases it makes
  std::string ignored_release_;
  std::string identity_; ///< of the Helm that renders
  helm_runs runs_;
  release_records records_;
  watches::watched_objects<messages::helm_actor> secrets_; ///< of releases
  std::string activation_;                                 ///< label of metrics
  std::vector<std::function<void()>> waiting_until_known_;
  std::map<std::string, std::uint32_t> lost_; ///< releases -> the revision whose record has gone, until work looks
  std::set<std::pair<std::string, std::uint32_t>> awaited_; ///< revisions that were not finished when they were seen
  /// Releases that this process has brought to their charts -> digest of the values. Bound: an entry for each
  /// module.
  std::map<std::string, std::string> applied_;
  std::set<std::string> held_;      ///< releases whose upgrade is held
  std::set<std::string> unread_;    ///< releases written by Helm without a read of their record since
  std::set<std::string> unwritten_; ///< releases whose labels lack a result that a rendering has proven
  bool are_proofs_awaited_ = false; ///< until all of them are written
  bool is_rendering_ = false;       ///< for people
  /// Releases whose chart asks for `.Capabilities` -> digest of what it has seen. Bound: an entry for each
  /// module.
  std::map<std::string, std::string> shown_capabilities_;
  bool are_kinds_awaited_ = false;
  core::releases::difference_pace differences_;                   ///< releases that are not what was rendered
  std::map<std::string, std::deque<std::function<void()>>> work_; ///< by release; the first entry is under way
};

/// The content of `.Capabilities`, as a text.
[[nodiscard]] std::string capabilities_text(const messages::cluster_described& x);

/// Spawns the actor. It reads and writes files, so it blocks.
messages::helm_actor helm(caf::actor_system& system, framework::placement where, const framework::context_ptr& shared,
                          helm_source source, const helm_peers& peers);

} // namespace actors::releases
