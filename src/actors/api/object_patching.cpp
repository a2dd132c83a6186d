#include "actors/api/object_patching.hpp"

#include "core/bindings/object_filter.hpp"
#include "core/releases/object_difference.hpp"
#include "kube/api/request.hpp"
#include "kube/api/response.hpp"
#include "text/json/json_patch_reader.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace actors::api {

namespace {

using answer = base::result<kube::api::http_response>;
using base::error_code;

/// The object that a jq program makes of an object.
base::result<text::json> rewritten(const core::hooks::jq_patch& change, const text::json& before,
                                   base::evaluation_limit& limit) {
  auto filter = core::bindings::object_filter::compile(change.program);
  if (!filter) return tl::unexpected(filter.error());
  // Hooks write content into such programs, which are shown for that reason as little as the object.
  const auto text = filter->apply(before.dump(), limit, core::bindings::object_filter::report::without_content);
  if (!text) return tl::unexpected(text.error());
  auto after = text::parse_json(*text);
  if (!after || after->type() != text::json::kind::object)
    return base::fail(error_code::invalid_input, "the jq program does not give an object");
  return after;
}

/// The reason why a patch cannot be applied to an object: index, operation and path, and no content. Empty:
/// it can.
std::optional<base::error> misfit(const core::hooks::json_patch_list& steps, const text::json& object) {
  const auto patch = text::parse_json_patch(steps.operations);
  if (!patch) return std::nullopt;
  const auto applied = text::apply_json_patch(object, *patch);
  if (applied) return std::nullopt;
  return base::error{error_code::invalid_input, "jsonPatch: " + applied.error().message};
}

/// The part of an object that a patch of it, or of its subresource `status`, can change, without the fields that the API
/// server and controllers write.
text::json patched_part(const text::json& object, const std::string& subresource) {
  const auto member = [&](const char* key) {
    const auto* found = object.find(key);
    return found == nullptr ? text::json() : *found;
  };
  if (!subresource.empty()) return text::json::object({{"status", member("status")}});
  auto metadata = member("metadata");
  if (metadata.is_object())
    for (const auto* key : {"resourceVersion", "generation", "managedFields"}) metadata = metadata.without(key);
  return object.without("status").with("metadata", metadata);
}

/// The object before a patch that must not be carried out twice, and the object that the patch makes of it.
struct expected_change {
  text::json before;
  text::json after;

  /// Whether the object shows that the patch was carried out. The API server may have added fields to it.
  [[nodiscard]] bool is_in(const text::json& now) const {
    if (before == after) return false;
    return now == after || (has_all_of(now, after) && !has_all_of(before, after));
  }

private:
  static bool has_all_of(const text::json& object, const text::json& wanted) {
    const auto as_it_is = [](const text::json& x) { return x; };
    return core::releases::field_differences(object, wanted, core::releases::compared_fields::of_second, as_it_is)
      .empty();
  }
};

class patching : public std::enable_shared_from_this<patching> {
public:
  patching(operation_seams_ptr seams, operation_target at, const core::hooks::patch_object& x, on_outcome done)
    : seams_(std::move(seams)), at_(std::move(at)), wanted_(x), done_(std::move(done)) {}

  void begin() {
    if (const auto* program = std::get_if<core::hooks::jq_patch>(&wanted_.change)) return read(*program);
    look();
  }

private:
  /// The version before shows whether the patch has changed a field: without a change the server keeps it. It
  /// is the version of the whole object, also for a patch of a subresource.
  void look() {
    const bool needs_content = std::holds_alternative<core::hooks::json_patch_list>(wanted_.change);
    const auto content = needs_content ? kube::api::object_content::full : kube::api::object_content::metadata;
    seams_->send(kube::api::get_request(at_.resource, whole_object(), content),
                 [self = shared_from_this()](const answer& got) { self->looked(json_of(self->at_, got)); });
  }

  void looked(const base::result<text::json>& before) {
    // The right to patch objects does not include the right to read them.
    if (!before && before.error().code != error_code::forbidden) return fail(before.error());
    if (before) version_before_ = metadata_text(*before, "resourceVersion");
    const auto* steps = std::get_if<core::hooks::json_patch_list>(&wanted_.change);
    if (before && steps != nullptr)
      if (const auto patch = text::parse_json_patch(steps->operations))
        if (const auto after = text::apply_json_patch(*before, *patch)) expect(*before, *after);
    send();
  }

  void send() {
    kube::api::patch_options options;
    if (const auto* merge = std::get_if<core::hooks::merge_patch>(&wanted_.change)) options.body = merge->patch;
    if (const auto* steps = std::get_if<core::hooks::json_patch_list>(&wanted_.change)) {
      options.kind = kube::api::patch_kind::json;
      options.body = steps->operations;
    }
    seams_->send(kube::api::patch_request(at_.resource, at_.where, std::move(options)),
                 [self = shared_from_this()](const answer& got) {
                   const auto written = json_of(self->at_, got);
                   return written ? self->patched(*written) : self->refused(written.error());
                 });
  }

  [[nodiscard]] kube::api::object_location whole_object() const { return {at_.where.namespace_, at_.where.name, {}}; }

  /// Notes the change that the patch is to make. Other subresources have documents of their own.
  void expect(const text::json& before, const text::json& after) {
    const auto& part = at_.where.subresource;
    if (part.empty() || part == "status") expected_ = {patched_part(before, part), patched_part(after, part)};
  }

  /// The answer was lost. A merge patch has the same result each time, so its hook may repeat it; other patches may add to
  /// the object each time, so the object decides whether the patch has succeeded. If it cannot decide, the patch has
  /// failed.
  void look_at_result(const base::error& reason) {
    if (!expected_ || !is_answer_lost(reason)) return fail(reason);
    seams_->send(kube::api::get_request(at_.resource, whole_object()),
                 [self = shared_from_this(), reason](const answer& got) {
                   const auto now = json_of(self->at_, got);
                   const bool is_done = now && self->expected_->is_in(patched_part(*now, self->at_.where.subresource));
                   is_done ? self->patched(*now) : self->done_(tl::unexpected(reason));
                 });
  }

  /// The API server does not say which operation of a JSON patch does not fit, so the patch is tried here.
  void refused(const base::error& reason) {
    const auto* steps = std::get_if<core::hooks::json_patch_list>(&wanted_.change);
    if (steps == nullptr || reason.code != error_code::invalid_input) return look_at_result(reason);
    seams_->send(kube::api::get_request(at_.resource, at_.where),
                 [self = shared_from_this(), steps, reason](const answer& got) {
                   const auto object = json_of(self->at_, got);
                   self->fail(object ? misfit(*steps, *object).value_or(reason) : reason);
                 });
  }

  void read(const core::hooks::jq_patch& program) {
    seams_->send(kube::api::get_request(at_.resource, at_.where),
                 [self = shared_from_this(), &program](const answer& got) {
                   const auto before = json_of(self->at_, got);
                   return before ? self->write_back(program, *before) : self->fail(before.error());
                 });
  }

  void write_back(const core::hooks::jq_patch& program, const text::json& before) {
    const auto after = rewritten(program, before, *seams_->filter_limit);
    if (!after) return done_(tl::unexpected(after.error()));
    if (*after == before) return done_(operation_outcome::unchanged);
    version_before_ = metadata_text(before, "resourceVersion");
    expect(before, *after);
    seams_->send(kube::api::update_request(at_.resource, at_.where, after->dump()),
                 [self = shared_from_this(), &program](const answer& got) {
                   const auto written = json_of(self->at_, got);
                   if (written) return self->patched(*written);
                   const bool conflict = written.error().code == error_code::conflict;
                   if (conflict && ++self->tries_ < operation_tries_max) return self->read(program);
                   self->look_at_result(written.error());
                 });
  }

  void patched(const text::json& now) {
    auto version = metadata_text(now, "resourceVersion");
    if (!version.empty() && version == version_before_) return done_(operation_outcome::unchanged);
    done_(operation_success{operation_outcome::patched, std::move(version)});
  }

  void fail(const base::error& reason) {
    if (reason.code == error_code::not_found && wanted_.ignore_missing) return done_(operation_outcome::absent);
    done_(tl::unexpected(reason));
  }

  operation_seams_ptr seams_;
  operation_target at_;
  const core::hooks::patch_object& wanted_;
  on_outcome done_;
  std::string version_before_;
  std::optional<expected_change> expected_;
  int tries_ = 0;
};

} // namespace

void patch_object(operation_seams_ptr seams, operation_target at, const core::hooks::patch_object& x, on_outcome done) {
  std::make_shared<patching>(std::move(seams), std::move(at), x, std::move(done))->begin();
}

} // namespace actors::api
