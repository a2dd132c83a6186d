#include "cluster/operations/object_creation.hpp"

#include "core/releases/object_difference.hpp"
#include "kube/api/request.hpp"
#include "kube/api/response.hpp"
#include "kube/objects/object_age.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cluster::operations {

namespace {

using answer = base::result<kube::api::http_response>;
using base::error_code;
using if_exists = core::hooks::create_object::if_exists;

text::json metadata_of(const text::json& object) {
  const auto* metadata = object.find("metadata");
  return metadata == nullptr ? text::json::object() : *metadata;
}

text::json with_version(const text::json& object, const std::string& resource_version) {
  return object.with("metadata", metadata_of(object).with("resourceVersion", resource_version));
}

/// Removes the version: the API server refuses to create an object that has a version, as objects from
/// snapshots do.
text::json without_version(const text::json& object) {
  if (metadata_of(object).find("resourceVersion") == nullptr) return object;
  return object.with("metadata", metadata_of(object).without("resourceVersion"));
}

/// The error names only the fields, because the API server's message repeats the whole Pod template of a Job.
base::error immutable_error(const std::vector<std::string>& fields) {
  std::string names;
  for (const auto& field : fields) names += (names.empty() ? "" : ", ") + field;
  return {error_code::invalid_input,
          "the API server does not let these fields of an object that exists change: " + names
            + "; delete the object before (operation Delete), or give the new one another name"};
}

/// True if an object has all fields of the wanted object. Other fields were added by the API server.
bool is_as_wanted(const text::json& found, const text::json& wanted) {
  const auto as_it_is = [](const text::json& x) { return x; };
  return core::releases::field_differences(found, wanted, core::releases::compared_fields::of_second, as_it_is).empty();
}

class creation : public std::enable_shared_from_this<creation> {
public:
  creation(operation_seams_ptr seams, operation_target at, const core::hooks::create_object& x, on_outcome done)
    : seams_(std::move(seams)), at_(std::move(at)), wanted_(x), done_(std::move(done)) {}

  void begin() {
    const auto wanted = text::parse_json(wanted_.object);
    if (!wanted) return done_(tl::unexpected(wanted.error()));
    object_ = without_version(*wanted);
    path_ = kube::api::get_request(at_.resource, at_.where).target;
    lost_since_us_ = seams_->lost->begun_us(path_);
    begun_us_ = seams_->now_us();
    create();
  }

private:
  void create() {
    seams_->send(kube::api::create_request(at_.resource, at_.where, object_.dump()),
                 [self = shared_from_this()](const answer& got) { self->created(got); });
  }

  void created(const answer& got) {
    const auto result = json_of(at_, got);
    if (result) return finish(*result);
    if (wanted_.existing == if_exists::fail) return refused(result.error());
    if (result.error().code != error_code::already_exists) return done_(tl::unexpected(result.error()));
    // `keep` does not read the object: its content does not matter.
    if (wanted_.existing == if_exists::keep) return done_(operation_outcome::unchanged);
    replace();
  }

  void finish(const text::json& object) {
    seams_->lost->forget(path_);
    done_(operation_success{operation_outcome::created, metadata_text(object, "resourceVersion")});
  }

  void refused(const base::error& reason) {
    const bool is_unknown = is_answer_lost(reason) && !at_.where.name.empty();
    if (!is_unknown && (reason.code != error_code::already_exists || !lost_since_us_))
      return done_(tl::unexpected(reason));
    // Noted before the object is read, because this read may be unanswered, too.
    if (is_unknown) seams_->lost->note(path_, begun_us_);
    seams_->send(kube::api::get_request(at_.resource, at_.where),
                 [self = shared_from_this(), reason](const answer& got) { self->looked(got, reason); });
  }

  /// An existing object is the result of this operation if it was made since the operation began and has all
  /// wanted fields.
  void looked(const answer& got, const base::error& reason) {
    const auto object = json_of(at_, got);
    if (object && is_as_wanted(*object, object_) && is_made_since(*object, got->date_s)) return finish(*object);
    if (object) seams_->lost->forget(path_);
    done_(tl::unexpected(reason));
  }

  [[nodiscard]] bool is_made_since(const text::json& object, std::optional<std::int64_t> answered_s) const {
    const auto age = kube::objects::age_since_creation(object, answered_s);
    const auto us = seams_->now_us() - lost_since_us_.value_or(begun_us_);
    // A second is added because both times come from the API server in whole seconds.
    return age && *age <= std::chrono::microseconds(us) + std::chrono::seconds(1);
  }

  void replace() {
    seams_->send(kube::api::get_request(at_.resource, at_.where),
                 [self = shared_from_this()](const answer& got) { self->found(json_of(self->at_, got)); });
  }

  void found(const base::result<text::json>& current) {
    if (!current) {
      // The object was deleted since the create was refused, so it can be created now.
      const bool gone = current.error().code == error_code::not_found && may_try_again();
      return gone ? create() : done_(tl::unexpected(current.error()));
    }
    version_before_ = metadata_text(*current, "resourceVersion");
    auto request = kube::api::update_request(at_.resource, at_.where, with_version(object_, version_before_).dump());
    seams_->send(std::move(request), [self = shared_from_this()](const answer& got) {
      const bool is_kept = got && !kube::api::immutable_fields(*got).empty();
      is_kept ? self->lay_over() : self->written(got);
    });
  }

  /// Lays the hook's object over the existing object (RFC 7386). Immutable fields that the API server has
  /// set, such as the selector of a Job, are missing in the hook's object, so they stay.
  void lay_over() {
    kube::api::patch_options options;
    options.body = with_version(object_, version_before_).dump();
    seams_->send(kube::api::patch_request(at_.resource, at_.where, std::move(options)),
                 [self = shared_from_this()](const answer& got) { self->written(got); });
  }

  void written(const answer& got) {
    const auto now = json_of(at_, got);
    if (!now) return fail(got, now.error());
    // The API server keeps the `resourceVersion` of an object that an update does not change.
    auto version = metadata_text(*now, "resourceVersion");
    if (version == version_before_) return done_(operation_outcome::unchanged);
    done_(operation_success{operation_outcome::updated, std::move(version)});
  }

  void fail(const answer& got, const base::error& reason) {
    const bool others_wrote = reason.code == error_code::conflict || reason.code == error_code::not_found;
    if (others_wrote && may_try_again()) return replace();
    const auto fields = got ? kube::api::immutable_fields(*got) : std::vector<std::string>{};
    done_(tl::unexpected(fields.empty() ? reason : immutable_error(fields)));
  }

  [[nodiscard]] bool may_try_again() { return ++tries_ < operation_tries_max; }

  operation_seams_ptr seams_;
  operation_target at_;
  const core::hooks::create_object& wanted_;
  on_outcome done_;
  text::json object_;
  std::string path_;
  std::int64_t begun_us_ = 0;
  /// The start of an earlier operation for the object, if its answer was lost.
  std::optional<std::int64_t> lost_since_us_;
  std::string version_before_;
  int tries_ = 0;
};

} // namespace

void create_object(operation_seams_ptr seams, operation_target at, const core::hooks::create_object& x,
                   on_outcome done) {
  std::make_shared<creation>(std::move(seams), std::move(at), x, std::move(done))->begin();
}

} // namespace cluster::operations
