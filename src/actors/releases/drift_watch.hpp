#pragma once

#include "actors/messages/helm.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/releases/object_comparison.hpp"
#include "core/bindings/binding.hpp"
#include "core/bindings/snapshot.hpp"
#include "core/releases/absent_resources.hpp"
#include "core/releases/drift_report.hpp"
#include "core/releases/missing_object_backoff.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace actors::releases {

/// Finds objects of releases whose fields another client has changed or removed. The watches of metadata show
/// which objects have writes of other clients, and where Helm owns other fields than before; only these
/// objects are read, and compared with the manifest of their release, a single release at a time. A part of
/// the RELEASE WATCHER.
///
/// In mode `repair` drift causes a run of the module, which respects pauses of the module and the order of
/// queue `main`. After the Helm step of this run a patch gives the fields the values of the chart, because
/// Helm itself would leave the fields of custom resources as they are.
class drift_watch {
public:
  /// The facts of the release watcher that this part reads.
  struct facts {
    const core::releases::absent_resources& expected;
    const known_kinds_by_name& kinds;
    const std::set<std::string>& paused; ///< modules with a Helm step that may be running
  };

  drift_watch(framework::actor_base<messages::release_watcher_actor>* self, messages::supervisor_actor supervisor,
              object_sources from, core::releases::drift_mode mode, facts known);

  /// Lets a subscription to metadata report deletions that finalizers hold, and writes of other clients.
  void ask_for_facts(core::bindings::kubernetes_binding& wants) const;
  /// The `ending_mark` of an object of such a subscription; empty: the object is not being deleted.
  [[nodiscard]] static std::string ending_part(const core::bindings::snapshot_object& x);

  /// Takes all objects of a place.
  void listed(const core::releases::resource_place& place, const core::bindings::object_list& objects);
  /// Takes an added, changed or deleted object.
  void changed(const core::releases::manifest_object& object, const core::bindings::snapshot_object& now,
               core::bindings::watch_event event);
  /// The Helm step of the module's run has succeeded, or has found that Helm need not run.
  void on_applied(const std::string& release, core::releases::absent_resources::reason why);
  void forget(const std::string& release);
  /// The wait before a repair, or the pause after a comparison, may be over.
  void on_time();

  /// Compares all objects with writes of other clients now, for people.
  framework::promise<messages::drift_read> read(const messages::read_drift& x);
  /// The same with a callback.
  void read(const std::string& module, std::function<void(messages::drift_read)> done);

private:
  using compared = std::vector<core::releases::compared_object>;
  /// A comparison for people, release by release.
  struct reading {
    std::function<void(messages::drift_read)> done;
    messages::drift_read answer;
    std::vector<std::string> left;
  };

  enum class writers { own, others };
  enum class moment { comparison, upgrade, repair };

  void note(const core::releases::manifest_object& object, writers by);
  void note_fields(const core::releases::manifest_object& object, std::string_view fields);
  void want(const std::string& release);
  void compare_next();
  /// @returns false if the release has no object to compare
  bool compare(const std::string& release);
  void on_compared(const std::string& release, const compared& all);
  [[nodiscard]] std::vector<core::releases::manifest_object> suspects_of(const std::string& release) const;
  /// Gives the fields the values of the chart, object by object.
  void set_back(const std::string& release, std::shared_ptr<compared> all, std::size_t next);
  /// Reports the drift that there is, and asks for a run in mode `repair`.
  /// @param after `repair`: the objects were patched; `upgrade`: Helm has run
  void conclude(const std::string& release, const compared& all, moment after);
  void note_repairs(const std::string& release, std::vector<core::releases::drifted_object>& drifted, moment after);
  [[nodiscard]] const std::vector<core::releases::drifted_object>& shown_of(const std::string& release) const;
  void show(const std::string& release, std::vector<core::releases::drifted_object> drifted, moment after);
  /// Says by whom the drift of an object has ended, because the values of the other client may be lost.
  void name_end(const std::string& release, const std::vector<core::releases::drifted_object>& now, moment after);
  void want_run(const std::string& release);
  void try_again_later(const std::string& release, const base::error& why);
  void await_time();
  void read_next(std::shared_ptr<reading> x);

  framework::actor_base<messages::release_watcher_actor>* self_;
  messages::supervisor_actor supervisor_;
  object_sources from_;
  core::releases::drift_mode mode_;
  facts known_;
  /// Objects with writes of other clients. Bound: the objects with Helm's label in the watched places.
  std::set<core::releases::manifest_object> written_by_others_;
  /// The fields that Helm owns, by `own_fields`. Bound: as above.
  std::map<core::releases::manifest_object, std::string> own_fields_;
  /// Objects whose own fields have changed, until a comparison finds no drift. Bound: as above.
  std::set<core::releases::manifest_object> lost_fields_;
  std::set<std::string> due_; ///< releases to compare
  std::optional<std::string> comparing_;
  /// Releases with a Helm step since their last comparison.
  std::map<std::string, core::releases::absent_resources::reason> is_applied_;
  std::map<std::string, std::int64_t> ended_us_; ///< end of the last comparison of a release; steady clock
  std::set<std::string> waiting_;                ///< releases whose comparison is tried again later
  std::map<std::string, std::vector<core::releases::drifted_object>> shown_; ///< the reported drift, by release
  core::releases::missing_object_backoff repairs_;
  std::optional<std::int64_t> next_look_us_; ///< time of the next `on_time`
};

} // namespace actors::releases
