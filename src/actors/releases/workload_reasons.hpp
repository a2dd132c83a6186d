#pragma once

#include "actors/messages/interfaces.hpp"
#include "core/status/workloads.hpp"
#include "kube/api/request.hpp"
#include "kube/objects/list_reader.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace actors::releases {

/// Finds out why workloads are not available, for a person who waits: by their Pods, the warnings about a Pod
/// or a workload, the node of a Pod, and the StorageClass of a claim. Bound: the first few workloads, and a
/// page of Pods and of warnings of each; nothing is kept. A part of the RELEASE WATCHER.
class workload_reasons {
public:
  /// The standing of a workload in its release.
  enum class standing {
    expected, ///< the release must have it
    in_work,  ///< its upgrade has not succeeded yet: reported only if it does not become available by itself
  };
  struct subject {
    core::status::workload_fault fault;
    standing in_release = standing::expected;
    friend auto operator<=>(const subject&, const subject&) = default;
  };

  workload_reasons(framework::actor_base<messages::release_watcher_actor>* self, messages::kube_client_actor kube)
    : self_(self), kube_(std::move(kube)) {}

  /// Calls back when all answers are there, unless `take` is called before.
  void read(std::vector<subject> subjects, std::function<void()> done);
  /// The same without questions, so that `take` returns them as they are.
  void read_none(std::vector<subject> subjects);
  /// Ends the reading. @returns the faults as far as they are known
  [[nodiscard]] std::vector<core::status::workload_fault> take();

private:
  struct explained {
    subject what;
    bool is_certain = false;    ///< a fault that does not go by itself was found
    bool may_get_ready = false; ///< its worst Pod runs
  };
  void read_pods(std::size_t fault);
  void on_pods(std::size_t fault, const std::vector<text::json>& pods);
  void read_warnings(std::size_t fault, const std::string& kind, const std::string& name);
  void read_node(std::size_t fault, const std::string& name);
  void read_class(std::size_t fault);
  static void on_class(explained& to, const base::result<text::json>& storage_class);
  /// Asks for a page of objects.
  void list(const kube::api::resource& kind, const std::string& namespace_name,
            const kube::api::selector_texts& selectors,
            std::function<void(const base::result<std::vector<text::json>>&)> then);
  void get(const kube::api::resource& kind, const std::string& name,
           std::function<void(const base::result<text::json>&)> then);
  void finish_one();

  framework::actor_base<messages::release_watcher_actor>* self_;
  messages::kube_client_actor kube_;
  std::uint64_t reading_ = 0; ///< number of the present reading
  std::vector<explained> faults_;
  std::size_t open_ = 0; ///< answers that are missing
  std::function<void()> done_;
};

} // namespace actors::releases
