#include "worlds/request_faults.hpp"

#include "kube/api/api_path.hpp"
#include "worlds/operator_life.hpp"

#include <cerrno>
#include <iterator>

namespace worlds {

namespace {

constexpr std::int64_t ms = 1000;

/// True for a list or a watch, false for a single object.
bool is_of_many(const kube::api::http_request& request) {
  const auto path = request.target.substr(0, request.target.find('?'));
  return request.method == "GET"
         && (path.ends_with("/widgets") || path.ends_with("/configmaps") || path.ends_with("/secrets")
             || path.ends_with("/nodes") || path.ends_with("/things") || path.ends_with("/namespaces"));
}

/// True for a request that addresses a single object by its name.
bool is_of_one(const kube::api::http_request& request) {
  const auto object = kube::api::object_of_path(request.target);
  return object && !object->name.empty();
}

bool is_read_of_objects(const kube::api::http_request& request) {
  return request.method == "GET" && !request.streaming
         && (request.target.starts_with("/api/v1/") || request.target.starts_with("/apis/"));
}

} // namespace

int request_faults::of_file(file_request what, std::string_view path) {
  // Only the operator's own files: charts and hooks lie on another disk.
  if (what != file_request::write && path.find("/tmp-") == path.npos) return 0;
  const bool reads = what == file_request::read;
  if (troubles_.at({reads ? trouble_kind::disk_broken : trouble_kind::disk_full}, {}) == nullptr) return 0;
  ++tally_.file_faults;
  return reads ? EIO : ENOSPC;
}

std::optional<trouble_kind> request_faults::of_line(const kube::api::http_request& request, std::string_view line) {
  std::set<trouble_kind> kinds{trouble_kind::events_twice, trouble_kind::events_late, trouble_kind::events_lost};
  if (line.find(R"("type":"BOOKMARK")") != line.npos) kinds.insert(trouble_kind::bookmarks_lost);
  const auto* found = troubles_.at(kinds, request.target);
  if (found == nullptr) return std::nullopt;
  if (found->kind == trouble_kind::events_lost) excuses_.lost_lines = true;
  return found->kind;
}

void request_faults::note_revision() {
  revisions_[now_us_] = api_.revision();
  revisions_.erase(revisions_.begin(), revisions_.lower_bound(now_us_ - 6000 * ms));
}

kube::api::http_response request_faults::answer_from_the_past(const kube::api::http_request& request) {
  const auto then = revisions_.upper_bound(now_us_ - chance_.between(500, 5000) * ms);
  return api_.carry_out_as_of(then == revisions_.begin() ? api_.revision() : std::prev(then)->second, request);
}

/// Restores the API server from a backup that is a second old, as `etcdutl snapshot restore --bump-revision
/// --mark-compacted` does.
void request_faults::restore_server() {
  auto last = revisions_.upper_bound(now_us_ - 1000 * ms);
  if (last == revisions_.begin()) return;
  const auto lost = api_.go_back((--last)->second);
  note("the API server has lost " + std::to_string(lost) + " writes");
  excuses_.lost_writes = excuses_.lost_writes || lost > 0;
  tell(&observer::writes_lost, std::size_t{1000});
  outside_.note_past();
  if (life_) life_->way().break_watches();
}

std::optional<trouble_kind> request_faults::of_request(const kube::api::http_request& request) {
  static const auto kinds = [] {
    std::set<trouble_kind> found{trouble_kind::group_hangs};
    for (const auto kind : all_troubles())
      if (kind <= trouble_kind::slow) found.insert(kind);
    return found;
  }();
  tell(&observer::requests, request);
  if (request.streaming && troubles_.find(trouble_kind::history_expires) != nullptr) return trouble_kind::refused;
  auto fitting = kinds;
  if (!is_of_many(request) && !is_of_one(request)) fitting.erase(trouble_kind::status_404);
  if (request.method != "PUT" && request.method != "PATCH") fitting.erase(trouble_kind::conflict);
  if (!is_read_of_objects(request)) fitting.erase(trouble_kind::stale_reads);
  const auto* found = troubles_.at(fitting, request.target);
  return found == nullptr ? std::nullopt : std::optional(found->kind);
}

} // namespace worlds
