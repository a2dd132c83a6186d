#pragma once

#include "base/error.hpp"
#include "kube/api/resource_table.hpp"
#include "kube/api/transport.hpp"
#include "kube/discovery/document.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace kube::discovery {

/// Finds out which resources an API server serves: a pure state machine, driven by the owner of a transport.
///
/// It asks for the aggregated documents (`/api` and `/apis` as `APIGroupDiscoveryList` of
/// `apidiscovery.k8s.io`). A server that does not know them answers with the old documents; then each group
/// version is requested separately. Each group version is also requested separately if an aggregated document
/// is too long for the transport, because the length may come from a single group. A group that cannot be
/// discovered (an aggregated API without its server) is marked in the table; discovery succeeds without it.
///
/// ```
/// api_discovery d;
/// send(d.start());  …  send(d.answer(target, response));  …  if (d.finished()) use(d.take());
/// ```
class api_discovery {
public:
  /// The first requests. Begins anew if called again.
  [[nodiscard]] std::vector<api::http_request> start();

  /// Takes the answer to the request of that target; an answer that is not waited for is ignored.
  /// @returns further requests, to be sent in any order or at once.
  [[nodiscard]] std::vector<api::http_request> answer(const std::string& target,
                                                      const base::result<api::http_response>& response);

  /// True when no answer is outstanding.
  [[nodiscard]] bool finished() const noexcept { return outstanding_.empty(); }

  /// The outcome: the table, or an error if `/api` or `/apis` could not be read at all, or does not have the
  /// form that an API server gives it.
  /// @pre finished()
  [[nodiscard]] base::result<api::resource_table> take();

private:
  void read_group(const std::string& target, const base::result<api::http_response>& response);

  std::set<std::string> outstanding_;         ///< targets
  std::set<std::string> asked_plainly_;       ///< roots whose aggregated document is too long
  std::vector<discovered_group> core_groups_; ///< both in the server's order of preference
  std::vector<discovered_group> groups_;
  std::optional<base::error> failure_;
};

} // namespace kube::discovery
