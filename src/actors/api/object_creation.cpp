#include "actors/api/object_creation.hpp"

#include "kube/request.hpp"
#include "kube/response.hpp"

#include <memory>
#include <utility>

namespace actors {

namespace {

using answer = core::result<kube::http_response>;
using core::error_code;
using if_exists = core::create_object::if_exists;

core::json with_version(const core::json& object, const std::string& resource_version) {
  const auto* metadata = object.find("metadata");
  const auto named = metadata == nullptr ? core::json::object() : *metadata;
  return object.with("metadata", named.with("resourceVersion", resource_version));
}

class creation : public std::enable_shared_from_this<creation> {
public:
  creation(operation_seams_ptr seams, operation_target at, const core::create_object& x, on_outcome done)
    : seams_(std::move(seams)), at_(std::move(at)), wanted_(x), done_(std::move(done)) {}

  void create() {
    seams_->send(kube::create_request(at_.resource, at_.where, wanted_.object),
                 [self = shared_from_this()](const answer& got) { self->created(got); });
  }

private:
  void created(const answer& got) {
    const auto result = json_of(at_, got);
    if (result) return done_(operation_success{operation_outcome::created, metadata_text(*result, "resourceVersion")});
    if (result.error().code != error_code::already_exists || wanted_.existing == if_exists::fail)
      return done_(tl::unexpected(result.error()));
    if (wanted_.existing == if_exists::keep) return done_(operation_outcome::unchanged);
    replace();
  }

  void replace() {
    seams_->send(kube::get_request(at_.resource, at_.where),
                 [self = shared_from_this()](const answer& got) { self->found(kube::object_of(got)); });
  }

  void found(const core::result<core::json>& current) {
    if (!current) {
      const bool gone = current.error().code == error_code::not_found && may_try_again();
      return gone ? create() : done_(tl::unexpected(current.error()));
    }
    auto version = metadata_text(*current, "resourceVersion");
    const auto wanted = core::parse_json(wanted_.object);
    if (!wanted) return done_(tl::unexpected(wanted.error()));
    auto request = kube::update_request(at_.resource, at_.where, with_version(*wanted, version).dump());
    seams_->send(std::move(request), [self = shared_from_this(), version](const answer& got) {
      self->updated(kube::object_of(got), version);
    });
  }

  void updated(const core::result<core::json>& now, const std::string& version_before) {
    if (now) {
      // The server keeps the version of an object that an update does not change.
      auto version = metadata_text(*now, "resourceVersion");
      if (version == version_before) return done_(operation_outcome::unchanged);
      return done_(operation_success{operation_outcome::updated, std::move(version)});
    }
    const auto code = now.error().code;
    const bool others_wrote = code == error_code::conflict || code == error_code::not_found;
    if (others_wrote && may_try_again()) return replace();
    done_(tl::unexpected(now.error()));
  }

  [[nodiscard]] bool may_try_again() { return ++tries_ < operation_tries_max; }

  operation_seams_ptr seams_;
  operation_target at_;
  const core::create_object& wanted_;
  on_outcome done_;
  int tries_ = 0;
};

} // namespace

void create_object(operation_seams_ptr seams, operation_target at, const core::create_object& x, on_outcome done) {
  std::make_shared<creation>(std::move(seams), std::move(at), x, std::move(done))->create();
}

} // namespace actors
