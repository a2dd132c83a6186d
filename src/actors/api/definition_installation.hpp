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

/// Brings CustomResourceDefinitions into the cluster by server-side apply, all at the same time, and waits
/// for each until the API server has established it, which a watch of this object shows. Existing definitions
/// are kept up to date (`core::crds::update_of`). A part of the KUBE CLIENT.
///
/// Charts and hooks that come next look their kinds up in the server's discovery, which follows a moment
/// later. Created and changed definitions are looked for there a few times; a discovery cannot be watched.
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
