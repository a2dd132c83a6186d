#pragma once

#include "base/error.hpp"
#include "kube/api/resource.hpp"
#include "kube/api/transport.hpp"

#include <compare>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace kube::discovery {

/// A kind of a version, or the whole version.
struct kind_id {
  std::string group;
  std::string version;
  std::string kind; ///< empty: the version as a whole

  friend auto operator<=>(const kind_id&, const kind_id&) = default;
};
[[nodiscard]] kind_id id_of(const api::resource& x);
[[nodiscard]] kind_id id_of(const api::object_type& x);
/// `apps/v1/Deployment`, `apps/v1`.
[[nodiscard]] std::string describe(const kind_id& x);

/// The question whether kinds that discovery lacks are gone.
struct absence_question {
  std::string group;
  std::string version;
  bool is_whole = false;            ///< discovery lacks the version, not only some of its kinds
  std::vector<kind_id> kinds;       ///< of the version
  std::vector<api::resource> known; ///< the kinds with known paths
};

/// The verdict of an answer on the absence of a kind. Of several verdicts, the last in this list counts.
enum class absence_verdict {
  confirmed,    ///< no contradiction
  contradicted, ///< its version is served after all, or an answer failed: to be asked again
  owned,        ///< its definition, or the APIService of its version, says that it is served
};
using absence_verdicts = std::map<kind_id, absence_verdict>;

/// The versions that have an APIService: `{group, version, ""}`. Empty: they cannot be known.
using known_services = base::result<std::set<kind_id>>;

/// `/apis/GROUP/VERSION`, `/api/v1`.
[[nodiscard]] std::string target_of_version(const std::string& group, const std::string& version);
/// Lists the APIServices, by their names.
[[nodiscard]] api::http_request services_request();
/// Reads that list. If the operator has no right to read it, or the server has no such kind, no service is
/// known. Errors: the API server has not answered.
[[nodiscard]] known_services read_services(const base::result<api::http_response>& response);
/// Reads the CustomResourceDefinition of a kind.
[[nodiscard]] api::http_request definition_request(const api::resource& x);

/// Judges the kinds of a version by the document of the version. `confirmed`: the API server itself answers
/// 404, it refuses the request (401, 403), or the document does not list the kind. `contradicted`: any other
/// answer, or no answer; for a version that discovery lacks as a whole, any document that is there.
[[nodiscard]] absence_verdicts judge_by_document(const absence_question& x,
                                                 const base::result<api::http_response>& response);
/// The reason to doubt the absence of a kind that discovery lacks and whose definition cannot be read.
/// Nullopt only if the API server itself answers 404 for the document of the version, or if the document does
/// not list the kind. A refusal or a page of a proxy leaves the kind in doubt.
/// @param x with `kind` in any form that `api::resource_table::find` takes
[[nodiscard]] std::optional<std::string> doubt_by_document(const kind_id& x,
                                                           const base::result<api::http_response>& response);
/// Judges a kind by its definition: `owned` if the definition is established, serves the version and is not
/// being deleted; `contradicted` if the API server has not answered; else `confirmed`.
[[nodiscard]] absence_verdict judge_by_definition(const api::resource& x,
                                                  const base::result<api::http_response>& response);
/// Judges, by the APIServices, the kinds of a version that discovery lacks as a whole.
[[nodiscard]] absence_verdict judge_by_services(const absence_question& x, const known_services& services);

/// Adds answers; of several verdicts about a kind the strongest stays.
void add_verdict(absence_verdicts& to, const kind_id& of, absence_verdict found);

} // namespace kube::discovery
