#pragma once

#include "actors/messages/interfaces.hpp"
#include "actors/messages/kube_client.hpp"
#include "core/crds/crd.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace actors::hooks {

/// The CustomResourceDefinitions in a module's directory `crds/`. They are installed once for each enabling,
/// before hooks and chart, and are never deleted. A part of the MODULE.
class module_definitions {
public:
  using on_done = std::function<void(base::result<void>)>;

  module_definitions(framework::acting* self, messages::kube_client_actor kube, std::string module,
                     core::crds::crd_source source);

  [[nodiscard]] bool are_installed(std::uint64_t enabling) const noexcept {
    return source_.empty() || installed_for_ == enabling;
  }
  void install(std::uint64_t enabling, on_done done);
  /// The definitions of other clients that the last installation has left as they are, for people.
  [[nodiscard]] const std::string& held() const noexcept { return held_; }

private:
  using list = std::shared_ptr<const std::vector<core::crds::definition>>;

  void on_installed(std::uint64_t enabling, const list& wanted, const messages::definitions_installed& x,
                    const on_done& done);
  void hold(const core::crds::definition& wanted, const std::vector<std::string>& lost);
  void log(const core::crds::definition& wanted, const messages::definition_outcome& x) const;

  framework::acting* self_;
  messages::kube_client_actor kube_;
  std::string module_;
  core::crds::crd_source source_;
  std::string held_;
  std::uint64_t installed_for_ = 0; ///< the enabling; 0: not installed
};

/// True if the same definitions will be refused again until a user changes the module or the operator's
/// permissions.
[[nodiscard]] bool is_lasting(const base::error& x);

} // namespace actors::hooks
