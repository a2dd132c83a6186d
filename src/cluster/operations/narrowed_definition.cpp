#include "cluster/operations/narrowed_definition.hpp"

#include "core/crds/pruned_fields.hpp"
#include "kube/api/list_end.hpp"
#include "kube/api/request.hpp"
#include "kube/api/response.hpp"
#include "kube/watch/reachability.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

namespace cluster::operations {

namespace {

/// Objects in a page of a list, at first.
constexpr std::size_t page_size = 100;
/// A page above the bound of an answer is asked for again with this part of its objects, as in other lists.
constexpr std::size_t divisor = 8;

std::string text_at(const text::json& object, std::string_view part, std::string_view key) {
  const auto* found = object.is_object() ? object.find(part) : nullptr;
  return found == nullptr || !found->is_object() ? std::string() : found->string_at(key).value_or("");
}

/// The kind of a definition, in the version that is read.
kube::api::resource kind_of(const text::json& definition, const std::string& version) {
  const auto* spec = definition.find("spec");
  kube::api::resource x;
  x.group = text_at(definition, "spec", "group");
  x.version = version;
  x.kind = text_at(*spec, "names", "kind");
  x.plural = text_at(*spec, "names", "plural");
  x.namespaced = text_at(definition, "spec", "scope") != "Cluster";
  return x;
}

class search : public std::enable_shared_from_this<search> {
public:
  using on_found = std::function<void(base::result<std::vector<std::string>>)>;

  search(kube::api::send_request send, text::json definition, std::vector<core::crds::narrowed_version> versions,
         on_found done)
    : send_(std::move(send)), definition_(std::move(definition)), left_(std::move(versions)), done_(std::move(done)) {}

  /// Reads the objects of the next version.
  void go_on() {
    if (left_.empty()) return done_(std::move(found_));
    read({});
  }

private:
  void read(std::string continue_token) {
    token_ = std::move(continue_token);
    kube::api::list_options options;
    options.limit = limit_;
    options.continue_token = token_;
    send_(kube::api::list_request(kind_of(definition_, left_.back().name), options),
          [self = shared_from_this()](const base::result<kube::api::http_response>& response) {
            if (!response && self->is_too_large(response.error())) return self->read_less();
            self->on_page(kube::api::object_of(response));
          });
  }

  /// A page that is too long fails like this. Bound: a single object.
  [[nodiscard]] bool is_too_large(const base::error& failure) const {
    return failure.code == base::error_code::invalid_input && limit_ > 1;
  }

  void read_less() {
    limit_ = std::max<std::size_t>(limit_ / divisor, 1);
    read(token_);
  }

  void on_page(const base::result<text::json>& page) {
    if (!page) return on_failure(page.error());
    const auto* objects = page->find("items");
    if (objects == nullptr || !objects->is_array())
      return done_(base::fail(base::error_code::unavailable, "the list of its objects has no items"));
    for (const auto& x : objects->as_array())
      if (const auto part = core::crds::lost_part(x, left_.back())) return end_version(x, *part);
    const auto next = text_at(*page, "metadata", "continue");
    if (!next.empty() && next == token_)
      return on_failure({base::error_code::invalid_input, "a page of the list names itself as the next page"});
    if (!next.empty()) return read(next);
    if (kube::api::is_cut_off(*page))
      return done_(base::fail(base::error_code::unavailable,
                              "by metadata.remainingItemCount the list of its objects is not complete, but it names no "
                              "next page"));
    left_.pop_back();
    go_on();
  }

  void on_failure(const base::error& reason) {
    if (kube::watch::may_be_outage(reason) || reason.code == base::error_code::expired)
      return done_(base::fail("reading objects that may have fields which go", reason));
    const auto& lost = left_.back().subresource;
    found_.push_back((lost.empty() ? "fields" : "subresources." + lost) + " of " + words_of_version()
                     + " (objects with them cannot be ruled out: " + reason.message + ")");
    left_.pop_back();
    go_on();
  }

  void end_version(const text::json& object, const std::string& part) {
    const auto namespace_name = text_at(object, "metadata", "namespace");
    const auto name = text_at(object, "metadata", "name");
    found_.push_back(part + " of " + words_of_version() + ", which " + kind_of(definition_, {}).kind + " "
                     + (namespace_name.empty() ? name : namespace_name + "/" + name) + " has");
    left_.pop_back();
    go_on();
  }

  /// `v1`, or `v2 in v1, the storage version`.
  [[nodiscard]] std::string words_of_version() const {
    const auto& x = left_.back();
    return x.stored_as.empty() ? x.name : x.name + " in " + x.stored_as + ", the storage version";
  }

  kube::api::send_request send_;
  text::json definition_;
  std::vector<core::crds::narrowed_version> left_; ///< the last is being read
  std::size_t limit_ = page_size;                  ///< of a page; only falls
  std::string token_{};                            ///< of the page that was asked for last
  on_found done_;
  std::vector<std::string> found_;
};

} // namespace

void find_used_parts(kube::api::send_request send, const core::crds::definition& wanted, const text::json& current,
                     std::function<void(base::result<std::vector<std::string>>)> done) {
  auto versions = core::crds::narrowed_versions(wanted, current);
  if (versions.empty()) return done(std::vector<std::string>{});
  std::make_shared<search>(std::move(send), current, std::move(versions), std::move(done))->go_on();
}

} // namespace cluster::operations
