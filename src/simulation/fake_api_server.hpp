#pragma once

#include "kube/api/transport.hpp"
#include "simulation/fake_api_objects.hpp"
#include "simulation/fake_api_target.hpp"
#include "simulation/fake_resources.hpp"
#include "text/json/json.hpp"

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace simulation {

/// A request as the log of the fake keeps it.
struct logged_request {
  std::string method;
  std::string target;
  std::string body;
};

/// Selects requests for a fault or a hold; empty fields fit all requests.
struct request_filter {
  std::string method;
  std::string target_part; ///< text that the target contains
};

/// An answer instead of the real answer.
struct fault {
  request_filter filter;
  base::result<kube::api::http_response> answer = tl::unexpected(base::error{base::error_code::unavailable, "fault"});
  unsigned times = 1;
};

/// A small real Kubernetes API behind the transport seam: list with selectors and pages, watch with
/// bookmarks, get, create, update, patch, delete, Status errors, aggregated discovery. It passes the same
/// contract tests as a kube-apiserver.
///
/// `start` and `cancel` only take notes. `deliver` answers requests in the order of their arrival, and pushes
/// changes to watches. It calls the events on the caller's thread, as do the functions that end or bookmark
/// watches. CustomResourceDefinitions with a `spec` are established when all waiting requests are answered;
/// from then on their versions are served. Events may call `start` and `cancel`. Not thread-safe.
///
/// Left out, because days and tests do not need it: admission, defaulting, garbage collection, server-side
/// apply's field ownership (apply creates or merges), managedFields, schemas of custom kinds.
/// Why so: docs/decisions/scope-of-the-simulation.md
class fake_api_server final : public kube::api::transport {
public:
  /// Serves the built-in kinds; there are the namespaces `default` and `kube-system`.
  fake_api_server();

  kube::api::transfer_id start(kube::api::http_request request, kube::api::response_events events) override;
  void cancel(kube::api::transfer_id id) override;

  /// Answers all waiting requests and pushes events to watches until there is no work left.
  /// @returns the number of called events
  std::size_t deliver();

  /// True if `deliver` would do something.
  [[nodiscard]] bool has_work() const;

  /// Serves a further kind, or stops serving a kind (its objects are kept, its watches end).
  void add_resource(kube::api::resource x);
  void remove_resource(const std::string& group, const std::string& plural);
  /// Stops to serve a version of a group; the objects are kept, and are there in its other versions.
  void remove_version(const std::string& group, const std::string& version);
  /// The server of an aggregated API goes away: the version is stale, its kinds are unknown, and requests to
  /// it are answered with 503. `find_group` brings the server back, `add_resource` its kinds.
  void lose_group(const std::string& group, const std::string& version);
  void find_group(const std::string& group);
  /// Answers with this version from now on, as another API server behind the same address would.
  void set_version(std::string version) { version_ = std::move(version); }
  [[nodiscard]] const std::string& version() const noexcept { return version_; }
  /// The name by which this server knows its clients (SelfSubjectReview).
  void set_user(std::string user) { user_ = std::move(user); }
  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& away_groups() const noexcept {
    return away_groups_;
  }
  [[nodiscard]] bool serves(const std::string& kind) const;

  /// Calls for tests that act at once, as an administrator's kubectl. Objects need `apiVersion`, `kind` and
  /// `metadata.name`; a missing namespace is created.
  /// @pre the kind is served.
  text::json put_object(text::json object);
  /// Stores an object of another cluster as it is, see `fake_api_objects::take_over`.
  text::json take_over(const kube::api::resource& what, text::json object) {
    return storage_.take_over(what, std::move(object));
  }
  /// @returns false if there was no such object.
  bool delete_object(const std::string& kind, const std::string& namespace_, const std::string& name);
  [[nodiscard]] std::optional<text::json> object(const std::string& kind, const std::string& namespace_,
                                                 const std::string& name) const;
  [[nodiscard]] std::vector<text::json> objects(const std::string& kind, const std::string& namespace_ = "") const;
  /// The objects of a resource, for kinds that share their name with another kind.
  [[nodiscard]] std::vector<text::json> objects_of(const kube::api::resource& what,
                                                   const std::string& namespace_) const {
    return storage_.list(what, namespace_);
  }
  [[nodiscard]] const std::vector<kube::api::resource>& resources() const noexcept { return resources_; }
  /// Carries a request out at once, without faults. @pre it is no watch.
  [[nodiscard]] kube::api::http_response carry_out(const kube::api::http_request& request);
  /// Changes each object before it is stored, as an API server sets defaults.
  void admit_by(std::function<text::json(const kube::api::resource&, text::json)> admit) {
    storage_.admit = std::move(admit);
  }

  /// Answers the next fitting requests with the fault `x`.
  void fail_next(fault x);
  void clear_faults() { faults_.clear(); }
  /// A proxy in front of the API server: its result is the answer to a request; empty: the request is passed
  /// on.
  using proxy = std::function<std::optional<base::result<kube::api::http_response>>(const kube::api::http_request&)>;
  void put_between(proxy x) { proxy_ = std::move(x); }
  /// Runs `action` just before each of the next fitting requests, as a faster client would.
  void overtake_next(request_filter filter, unsigned times, std::function<void()> action);
  /// Lets fitting requests wait until `release`: a delay without a clock.
  void hold(request_filter filter);
  /// Carries out the next fitting request, and lets its answer wait until `release`.
  void hold_next_answer(request_filter filter) { answer_holds_.push_back(std::move(filter)); }
  /// Keeps open watches silent until `release`, as a cache does that lags behind.
  void hold_events() { events_held_ = true; }
  void release();
  /// New CustomResourceDefinitions are not established until `release_definitions`.
  void hold_definitions() { definitions_held_ = true; }
  void release_definitions() { definitions_held_ = false; }
  /// The next write gets the revision after `to`.
  void skip_revisions(std::uint64_t to) { storage_.skip_revisions(to); }
  /// Ends all watches at once, as a server does at the end of their time; `break_watches` ends them with an
  /// error.
  void end_watches();
  void break_watches(base::error reason);
  /// Until `come_back`, no request is answered: open watches break, and every request fails with this reason.
  /// Direct calls still change stored objects.
  void go_away(base::error reason);
  void come_back() { away_.reset(); }
  /// Sends a bookmark with the newest revision to every watch that wants bookmarks.
  void send_bookmarks();
  /// Forgets the history: older positions and continue tokens are answered with 410.
  void expire_history();
  /// Loses all writes after that revision, as a real server whose etcd was restored. Objects have their old
  /// versions again, and watches end. A watch from an earlier position is answered with 410 if revisions are
  /// raised; otherwise it stays silent until the new history has passed that position. Has no effect if
  /// definitions have changed since.
  /// @returns the number of lost writes
  std::size_t go_back(std::uint64_t revision, restored_revisions revisions = restored_revisions::raised);
  [[nodiscard]] std::uint64_t revision() const noexcept { return storage_.revision(); }
  /// Answers a request as a cache would that has not seen later revisions. @pre it is a read.
  [[nodiscard]] kube::api::http_response carry_out_as_of(std::uint64_t revision,
                                                         const kube::api::http_request& request);

  [[nodiscard]] const std::vector<logged_request>& requests() const noexcept { return log_; }
  [[nodiscard]] std::size_t open_watches() const noexcept { return watches_.size(); }

private:
  struct pending_request {
    kube::api::transfer_id id;
    kube::api::http_request request;
    kube::api::response_events events;
  };
  struct overtaking {
    request_filter filter;
    std::function<void()> action;
    unsigned times;
  };
  struct open_watch {
    kube::api::response_events events;
    addressed target;
    std::string labels, fields;
    bool metadata_only = false;
    bool bookmarks = false;
    std::uint64_t position = 0;
  };
  struct rest_of_list {
    std::vector<text::json> items;
    std::uint64_t revision = 0;
  };
  using watch_map = std::map<kube::api::transfer_id, open_watch>;

  [[nodiscard]] const kube::api::resource& resource_of_kind(const std::string& kind) const;
  [[nodiscard]] std::optional<pending_request> take_pending();
  [[nodiscard]] bool is_held(const kube::api::http_request& request) const;
  /// True for a request to an API group whose server is away.
  [[nodiscard]] bool is_away(const kube::api::http_request& request) const;
  void answer(pending_request x);
  /// The answer of a proxy.
  static void answer_instead(const pending_request& x, base::result<kube::api::http_response> answer);
  void overtake(const kube::api::http_request& request);
  [[nodiscard]] std::optional<base::result<kube::api::http_response>>
  take_fault(const kube::api::http_request& request);
  [[nodiscard]] base::result<kube::api::http_response> answer_unary(const kube::api::http_request& request);
  [[nodiscard]] std::optional<kube::api::http_response> answer_fixed(const api_target& target) const;
  [[nodiscard]] api_outcome<text::json> answer_list(const addressed& x, const api_target& target,
                                                    const kube::api::http_request& request);
  void begin_watch(pending_request x, const addressed& target, const api_target& parsed);
  std::size_t push_changes();
  void end_unserved_watches();
  [[nodiscard]] std::vector<std::string> lines_since(const open_watch& watch) const;
  void end_watches_if(const std::function<bool(const open_watch&)>& is_meant,
                      const base::result<kube::api::http_response>& end);

  std::string version_ = "v1.36.3";
  std::string user_ = "kubernetes-admin";
  std::vector<kube::api::resource> resources_;
  std::vector<std::pair<std::string, std::string>> away_groups_; ///< group and version
  fake_api_objects storage_;
  std::deque<pending_request> pending_;
  watch_map watches_;
  std::map<std::string, rest_of_list> continued_;
  std::vector<fault> faults_;
  proxy proxy_;
  std::vector<overtaking> overtakings_;
  std::vector<request_filter> holds_;
  std::vector<request_filter> answer_holds_;
  std::vector<std::function<void()>> held_answers_;
  bool events_held_ = false;
  bool definitions_held_ = false;
  std::optional<base::error> away_;
  std::vector<logged_request> log_;
  kube::api::transfer_id last_id_ = 0;
  std::uint64_t last_token_ = 0;
};

} // namespace simulation
