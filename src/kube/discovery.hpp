#pragma once

#include "core/base/error.hpp"
#include "core/text/json.hpp"
#include "kube/resource_table.hpp"
#include "kube/transport.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kube {

/// Finds out which resources an API server serves: a pure state machine, driven by whoever owns a transport.
///
/// It asks for the aggregated documents (`/api` and `/apis` with the Accept header of
/// `apidiscovery.k8s.io/v2 APIGroupDiscoveryList`); a server that does not know them answers with the old
/// ones, and then every group version is asked for by itself. Groups that can not be discovered (an aggregated API
/// whose server is down) are marked in the table and do not fail the whole.
///
/// ```
/// discovery d;
/// send(d.start());  …  send(d.answer(target, response));  …  if (d.finished()) d.take();
/// ```
class discovery {
public:
  /// The first requests. Begins anew if called again.
  [[nodiscard]] std::vector<http_request> start();

  /// Takes the answer to the request of that target.
  /// @returns further requests, to be sent in any order or at once.
  [[nodiscard]] std::vector<http_request> answer(const std::string& target, const core::result<http_response>& response);

  /// True when no answer is outstanding.
  [[nodiscard]] bool finished() const noexcept { return outstanding_.empty(); }

  /// The outcome: the table, or an error if `/api` or `/apis` could not be read at all.
  /// @pre finished()
  [[nodiscard]] core::result<resource_table> take();

private:
  struct group_version {
    std::string group, version;
  };
  void read_root(const std::string& target, const http_response& response, std::vector<http_request>& more);
  void read_core_versions(const core::json& document, std::vector<http_request>& more);
  void read_groups(const core::json& document, std::vector<http_request>& more);
  void ask_for(group_version x, std::vector<http_request>& more);
  void read_group_version(const group_version& x, const core::result<http_response>& response);
  void fill_table();

  struct pending_group {
    group_version id;
    std::vector<resource> resources;
    std::string failure; ///< why it is not known; empty if it is
  };
  std::vector<std::string> outstanding_;
  std::vector<pending_group> core_groups_; ///< in the server's order of preference
  std::vector<pending_group> groups_;
  std::optional<core::error> failure_;
};

} // namespace kube
