#pragma once

#include "actors/messages/kube_client.hpp"
#include "cluster/operations/operation_seams.hpp"
#include "core/crds/crd.hpp"
#include "core/crds/crd_update.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace actors::api {

/// Installs CustomResourceDefinitions by server-side apply, all at the same time. For each definition it
/// watches the object until the API server has established the definition. Existing definitions are kept up
/// to date (`core::crds::update_of`). A part of the KUBE CLIENT.
///
/// The next charts and hooks look up their kinds in the server's discovery, which shows new kinds a moment
/// later and cannot be watched. So the kinds of created and changed definitions are looked up there a few
/// times.
/// Why so: docs/decisions/definitions-come-before-all-modules.md
class definition_installation : public std::enable_shared_from_this<definition_installation> {
public:
  using list = std::shared_ptr<const std::vector<core::crds::definition>>;
  using on_done = std::function<void(std::vector<messages::definition_outcome>)>;

  static void begin(list definitions, cluster::operations::operation_seams seams, on_done done);

  definition_installation(list definitions, cluster::operations::operation_seams seams, on_done done);

private:
  void install(std::size_t index);
  void on_installed(std::size_t index, messages::definition_outcome outcome);
  void look_for_kinds();
  void look_again_or_finish();

  list definitions_;
  cluster::operations::operation_seams_ptr seams_;
  on_done done_;
  std::vector<messages::definition_outcome> outcomes_;
  std::size_t missing_outcomes_ = 0;
  std::vector<core::crds::served_kind> kinds_; ///< that discovery has not shown yet
  std::size_t looks_ = 0;
};

} // namespace actors::api
