#pragma once

#include "actors/messages/kube_client.hpp"
#include "cluster/operations/creation_trial.hpp"
#include "cluster/operations/operation_passes.hpp"
#include "cluster/operations/operation_seams.hpp"
#include "core/hooks/object_patch.hpp"
#include "kube/api/resource_table.hpp"
#include "kube/watch/reachability.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace actors::api {

/// The operations of a hook run, with the functions of the owning actor that only they need.
struct ordered_operations {
  std::shared_ptr<const std::vector<core::hooks::object_operation>> list;
  std::string default_namespace; ///< for objects of a namespaced kind that name no namespace
  /// The time without a success after which no operation begins, so that a queue is not blocked by operations
  /// without success.
  std::chrono::milliseconds idle_max{0};
  /// Called while operations run, at most once a second, with a text about their progress for people.
  std::function<void(std::string)> on_advanced;
  /// Waits while the API server answers no request.
  std::function<void(std::function<void(kube::watch::outage_verdict)>)> await_server;
};

/// Executes the operations that a hook wrote to KUBERNETES_PATCH_PATH, one after another. After a failed
/// operation the later operations are still tried. (shell-operator, "Modifying Kubernetes objects")
///
/// All kinds are looked up before the first operation. If a kind is not served, or its API group cannot be
/// reached, only operations on this kind fail. Such a kind is looked up again directly before its operation,
/// because an earlier operation may have created its definition. If it is still undecided, no later operation
/// on this kind or this object is tried, so that operations on an object keep their order.
///
/// An object that a later operation creates anew is deleted only if the API server would create it now
/// (`cluster::operations::try_creation`). Else it stays, and no later operation on it is tried.
///
/// In a long run, an operation whose failure may pass is put off to a further pass, with all later operations
/// on its object (`cluster::operations::operation_passes`).
class object_operations : public std::enable_shared_from_this<object_operations> {
public:
  using on_done = std::function<void(std::vector<messages::object_failure> failures)>;

  static void execute(ordered_operations what, cluster::operations::operation_seams seams, on_done done);

  object_operations(ordered_operations what, cluster::operations::operation_seams seams, on_done done);

private:
  using kind_name = std::pair<std::string, std::string>; ///< apiVersion and kind

  using object_name = std::tuple<std::string, std::string, std::string>; ///< kind, namespace and name

  void find_kinds();
  void go_on();
  void take_step();
  void take(const cluster::operations::pass_step::try_operation& x);
  void take(const cluster::operations::pass_step::pause& x);
  void take(const cluster::operations::pass_step::give_up& x);
  void take(const cluster::operations::pass_step::finish& x);
  void carry_out(const kube::api::resource& resource);
  void carry_out(const core::hooks::delete_object& x, cluster::operations::operation_target at);
  void remove(const core::hooks::delete_object& x, cluster::operations::operation_target at);
  [[nodiscard]] base::error with_deletion(base::error reason) const;
  void leave_out(const kind_name& kind, const base::error& reason);
  void tell_progress();
  [[nodiscard]] object_name object_at_turn() const;
  void finish(const base::result<cluster::operations::operation_success>& result);
  void put_off(const base::error& reason);
  void fail(std::size_t index, const base::error& reason);

  ordered_operations what_;
  cluster::operations::operation_seams_ptr seams_;
  on_done done_;
  cluster::operations::operation_passes passes_;
  cluster::operations::later_creations creations_;
  std::map<kind_name, kube::api::lookup_result> kinds_;
  std::map<kind_name, base::error> undecided_; ///< kinds that were undecided at their operation, and why
  std::set<object_name> left_out_;             ///< objects with a skipped operation, in this pass
  /// Objects that this run has deleted to create them anew -> why the creation was not tried first, or an
  /// empty text. Bound: some of the operations.
  std::map<object_name, std::string> deleted_;
  std::vector<base::error> put_off_; ///< the reasons, in the order of `operation_passes::waiting`
  std::string last_reason_;          ///< of the operation that was put off last
  std::size_t kinds_to_find_ = 0;
  std::size_t index_ = 0;     ///< the current operation
  std::int64_t began_us_ = 0; ///< start of the current operation
  std::int64_t told_us_;      ///< the last report of the progress
  bool under_way_ = false;    ///< the current operation is running, or a pause
  bool is_in_go_on_ = false;
  bool has_ended_ = false;
  std::vector<messages::object_failure> failures_;
};

} // namespace actors::api
