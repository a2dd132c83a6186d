#pragma once

#include "kube/api/transport.hpp"
#include "kube/watch/outages.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace kube::watch {

/// A time in which the API server has not let the operator in.
struct refused_time {
  outage_time time;
  int status = 0; ///< 401: it does not know the login; 403: the rights of the account have gone
};

/// The times in which the API server has refused the operator itself, so that the run of a hook with the same
/// account can be doubted.
///
/// A 401 counts only for a path that no aggregated server answers: `/api`, a path below it, `/apis` or
/// `/version`. A 403 counts only for the list of the operator's ConfigMap, which the operator cannot work
/// without, and only after an earlier request for the same list has succeeded: an account that never had the
/// right cannot lose it.
/// Such a time lasts from the last success before the first refusal to the next success.
/// Why so: docs/decisions/runs-in-doubt-remove-no-data.md
class own_refusals {
public:
  /// @param own_namespace of the ConfigMap; empty: there is none, and no 403 counts
  own_refusals(std::int64_t now_us, const std::string& own_namespace);

  /// Learns from an answer of the API server (`is_of_api_server`).
  void heard(const api::http_response& answer, std::int64_t now_us);

  /// False if a request has to find out whether the API server has let the operator in at this time or later.
  [[nodiscard]] bool is_settled_since(std::int64_t at_us) const noexcept;
  /// The refusals during a run, as `outages::during`.
  [[nodiscard]] std::optional<refused_time> during(std::int64_t from_us, std::int64_t to_us) const;
  /// The request that finds out whether the API server lets the operator in: a list of a single object from
  /// the API server's cache, or, until such a list was answered, `probe_request`.
  [[nodiscard]] api::http_request probe() const;

private:
  outages logins_;
  outages rights_;
  std::string own_lists_; ///< the beginning of the targets of such lists; empty: no 403 counts
  std::string own_list_;  ///< path and selector of the first such list that was answered; empty: none
};

} // namespace kube::watch
