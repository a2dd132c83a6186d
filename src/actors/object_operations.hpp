#pragma once

#include "actors/resource_discovery.hpp"
#include "core/hooks/object_patch.hpp"
#include "core/text/json.hpp"
#include "kube/api_path.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace actors {

/// What object operations need from their actor. All callbacks run as its handlers.
struct operation_seams {
  send_request send;
  std::function<void(const std::string& api_version, const std::string& kind, resource_discovery::on_lookup)> resolve;
  std::function<void(std::chrono::milliseconds, std::function<void()>)> wait;
};

/// Carries out what a hook wrote to KUBERNETES_PATCH_PATH: one operation after the other, each to its end. One that
/// fails does not keep the others from being tried. (HOOKS, and chapter 3.4 of the incumbent's inventory)
class object_operations : public std::enable_shared_from_this<object_operations> {
public:
  using list = std::shared_ptr<const std::vector<core::object_operation>>;
  using on_done = std::function<void(std::vector<core::error> failures)>;

  /// @param default_namespace of objects of namespaced kinds that name none.
  static void execute(list operations, std::string default_namespace, operation_seams seams, on_done done);

  object_operations(list operations, std::string default_namespace, operation_seams seams, on_done done);

private:
  /// What the operation that is under way works on.
  struct target {
    kube::resource resource;
    kube::object_location where;
    int tries = 0; ///< that ended in a conflict
  };

  void next();
  void finish(const core::result<void>& result);
  void fail(core::error reason) { finish(tl::unexpected(std::move(reason))); }
  void resolve(const core::object_coordinates& coordinates, std::function<void(target)> then);

  void begin(const core::create_object& x);
  void begin(const core::delete_object& x);
  void begin(const core::patch_object& x);

  void create(const core::create_object& x, target at);
  void replace(const core::create_object& x, target at);
  void await_gone(target at, std::string uid, std::chrono::milliseconds waited);
  void patch(const core::patch_object& x, const target& at);
  void rewrite(const core::jq_patch& change, bool ignore_missing, target at);
  void write_back(const core::jq_patch& change, bool ignore_missing, target at, const core::json& before);
  /// @returns true if one more try is allowed.
  [[nodiscard]] static bool may_try_again(target& at);

  list operations_;
  std::string default_namespace_;
  operation_seams seams_;
  on_done done_;
  std::size_t index_ = 0;
  std::vector<core::error> failures_;
};

} // namespace actors
