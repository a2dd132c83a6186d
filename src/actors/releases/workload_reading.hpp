#pragma once

#include "actors/messages/interfaces.hpp"
#include "actors/messages/status.hpp"
#include "actors/releases/drift_watch.hpp"
#include "actors/releases/object_comparison.hpp"
#include "actors/releases/sight_reading.hpp"
#include "actors/releases/workload_reasons.hpp"
#include "core/releases/absent_resources.hpp"
#include "core/status/workloads.hpp"
#include "kube/objects/list_reader.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace actors::releases {

/// Reads the workloads of all releases when a person asks for them, and forgets them: a watch of metadata
/// does not show whether Pods are available. `workload_reasons` finds out why workloads are not available.
/// While Helm works on a release, new workloads of the release are read, too, in the namespace of the
/// releases. Questions that come meanwhile get the same answer about workloads; sights and drift are read for
/// each question. A part of the RELEASE WATCHER.
class workload_reading {
public:
  /// The state of the RELEASE WATCHER.
  struct views {
    const core::releases::absent_resources& expected;
    const std::set<std::string>& in_work; ///< releases that Helm may be working on
    drift_watch& drift;
  };

  /// @param namespace_name of the releases
  workload_reading(framework::actor_base<messages::release_watcher_actor>* self, messages::kube_client_actor kube,
                   std::string namespace_name, const views& of)
    : self_(self), kube_(kube), namespace_name_(std::move(namespace_name)), expected_(of.expected),
      in_work_(of.in_work), drift_(of.drift), reasons_(self, kube), sights_(self, std::move(kube)) {}

  framework::promise<messages::workloads_described> read(const messages::describe_workloads& x);
  /// The time for answers of the API server is over.
  void on_overdue(const messages::workloads_overdue& x);

private:
  /// A person who waits for all parts of the answer.
  struct asker {
    framework::promise<messages::workloads_described> to;
    std::optional<std::vector<core::status::workload_fault>> faults;
    std::optional<core::status::cluster_sights> seen;
    std::optional<std::map<std::string, std::vector<core::releases::compared_object>>> drift;
  };
  using names_of_releases = std::map<std::string, std::vector<std::string>>; ///< object -> its releases

  void begin();
  void list(const core::releases::resource_place& place, const std::string& continue_token);
  void on_list(std::uint64_t reading, const core::releases::resource_place& place,
               const base::result<kube::objects::object_list>& page);
  void note(const core::releases::resource_place& place, const kube::objects::object_bytes& x);
  void note_unknown(const core::releases::resource_place& place, const std::string& why);
  void read_reasons();
  void end();
  void read_drift(const std::shared_ptr<asker>& one);
  void answer_if_whole(asker& x);

  framework::actor_base<messages::release_watcher_actor>* self_;
  messages::kube_client_actor kube_;
  std::string namespace_name_;
  const core::releases::absent_resources& expected_;
  const std::set<std::string>& in_work_;
  drift_watch& drift_;
  std::uint64_t reading_ = 0;                                           ///< number of the present reading
  std::map<core::releases::resource_place, names_of_releases> missing_; ///< places without an answer
  std::vector<workload_reasons::subject> found_;
  workload_reasons reasons_;
  std::vector<std::shared_ptr<asker>> askers_; ///< not empty: a reading is under way
  sight_reading sights_;
  std::uint64_t last_drift_ = std::uint64_t{1} << 33; ///< numbers of other readings are smaller
  std::map<std::uint64_t, std::shared_ptr<asker>> awaiting_drift_;
};

} // namespace actors::releases
