#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/kube_client.hpp"
#include "core/definitions/definition.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace actors {

/// The CustomResourceDefinitions of one module: its files in `crds/`. They are installed once for each enabling, before
/// its hooks and its chart, and never deleted. A part of the MODULE.
class module_definitions {
public:
  using on_done = std::function<void(core::result<void>)>;

  module_definitions(acting* self, kube_client_actor kube, std::string module, core::definition_source source);

  [[nodiscard]] bool are_installed(std::uint64_t enabling) const noexcept {
    return source_.empty() || installed_for_ == enabling;
  }
  void install(std::uint64_t enabling, on_done done);

private:
  using list = std::shared_ptr<const std::vector<core::definition>>;

  void take(std::uint64_t enabling, const list& wanted, const definitions_installed& x, const on_done& done);
  void log(const core::definition& wanted, const definition_outcome& x) const;

  acting* self_;
  kube_client_actor kube_;
  std::string module_;
  core::definition_source source_;
  std::uint64_t installed_for_ = 0; ///< the enabling; 0: none
};

/// Whether a try of the same definitions would fail for the same reason, until somebody changes the module or the
/// operator's rights.
[[nodiscard]] bool is_lasting(const core::error& x);

} // namespace actors
