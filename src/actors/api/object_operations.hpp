#pragma once

#include "actors/messages/kube_client.hpp"
#include "cluster/operations/operation_seams.hpp"
#include "core/hooks/object_patch.hpp"
#include "kube/api/resource_table.hpp"

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

/// Executes the operations that a hook wrote to KUBERNETES_PATCH_PATH, one after another. After a failed
/// operation the later operations are still tried. (shell-operator, "Modifying Kubernetes objects")
///
/// All kinds are looked up before the first operation. If a kind is not served, or its API group cannot be
/// reached, only operations on this kind fail. Such a kind is looked up again directly before its operation,
/// because an earlier operation may have created its definition. If it is still undecided, no later operation
/// on this kind or this object is tried, so that operations on an object keep their order.
class object_operations : public std::enable_shared_from_this<object_operations> {
public:
  using list = std::shared_ptr<const std::vector<core::hooks::object_operation>>;
  using on_done = std::function<void(std::vector<messages::object_failure> failures)>;

  /// @param default_namespace for objects of a namespaced kind that name no namespace.
  /// @param time_max the time after which no operation begins, so that the operations of a hook cannot hold
  /// up its queue without a limit.
  static void execute(list operations, std::string default_namespace, std::chrono::milliseconds time_max,
                      cluster::operations::operation_seams seams, on_done done);

  object_operations(list operations, std::string default_namespace, std::chrono::milliseconds time_max,
                    cluster::operations::operation_seams seams, on_done done);

private:
  using kind_name = std::pair<std::string, std::string>; ///< apiVersion and kind

  using object_name = std::tuple<std::string, std::string, std::string>; ///< kind, namespace and name

  void find_kinds();
  void go_on();
  /// Fails the operations that are left, if the time is over.
  void limit_time();
  void carry_out();
  void carry_out(const kube::api::resource& resource);
  void leave_out(const kind_name& kind, const std::string& reason);
  [[nodiscard]] object_name object_at_turn() const;
  void finish(const base::result<cluster::operations::operation_success>& result);

  list operations_;
  std::string default_namespace_;
  std::chrono::milliseconds time_max_;
  cluster::operations::operation_seams_ptr seams_;
  on_done done_;
  std::map<kind_name, kube::api::lookup_result> kinds_;
  std::map<kind_name, std::string> undecided_; ///< kinds that were undecided at their operation, and why
  std::set<object_name> left_out_;             ///< objects of these kinds, with a skipped operation
  std::size_t kinds_to_find_ = 0;
  std::size_t index_ = 0;     ///< the current operation
  std::int64_t all_began_us_; ///< start of all operations
  std::int64_t began_us_ = 0; ///< start of the current operation
  bool under_way_ = false;    ///< the current operation is running
  bool is_in_go_on_ = false;
  std::vector<messages::object_failure> failures_;
};

} // namespace actors::api
