#include "cluster/operations/object_patching.hpp"

#include "base/overload.hpp"
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

namespace cluster::operations {

namespace {

using answer = base::result<kube::api::http_response>;
using base::error_code;

/// Applies a jq program to an object and returns the new object.
base::result<text::json> rewritten(const core::hooks::jq_patch& change, const text::json& before,
                                   base::evaluation_limit& limit) {
  auto filter = core::bindings::object_filter::compile(change.program);
  // Hooks write content of objects into such programs, so errors repeat neither the program nor the object.
  if (!filter) return base::fail(filter.error().code, "the jq program does not compile");
  const auto text = filter->apply(before.dump(), limit, core::bindings::object_filter::report::without_content);
  if (!text) return tl::unexpected(text.error());
  auto after = text::parse_json(*text);
  if (!after || after->type() != text::json::kind::object)
    return base::fail(error_code::invalid_input, "the jq program does not give an object");
  return after;
}

/// The reason why a patch does not fit an object: index, operation and path, without content. Empty: it fits.
std::optional<base::error> misfit(const core::hooks::json_patch_list& steps, const text::json& object) {
  const auto patch = text::parse_json_patch(steps.operations);
  if (!patch) return std::nullopt;
  const auto applied = text::apply_json_patch(object, *patch);
  if (applied) return std::nullopt;
  return base::error{error_code::invalid_input, "jsonPatch: " + applied.error().message};
}

/// The part of an object that a patch of it, or of its subresource `status`, can change, without the fields
/// that the API server and controllers write.
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

/// The object before a patch that must not be carried out twice, and the object after it.
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
    std::visit(base::overload{
                 [this](const core::hooks::jq_patch& program) { read(program); },
                 [this](const core::hooks::merge_patch& merge) { look({.body = merge.patch}); },
                 [this](const core::hooks::json_patch_list& steps) {
                   look({.kind = kube::api::patch_kind::json, .body = steps.operations});
                 },
               },
               wanted_.change);
  }

private:
  /// Reads the version before the patch: the API server keeps it if the patch changes no field. The version
  /// belongs to the whole object, also for a patch of a subresource.
  void look(kube::api::patch_options patch) {
    const bool needs_content = patch.kind == kube::api::patch_kind::json;
    const auto content = needs_content ? kube::api::object_content::full : kube::api::object_content::metadata;
    seams_->send(kube::api::get_request(at_.resource, whole_object(), content),
                 [self = shared_from_this(), patch = std::move(patch)](const answer& got) {
                   self->looked(json_of(self->at_, got), patch);
                 });
  }

  void looked(const base::result<text::json>& before, const kube::api::patch_options& patch) {
    // The operator may have the right to patch objects without the right to read them: then the outcome is
    // `patched`, whether or not a field has changed.
    if (!before && before.error().code != error_code::forbidden) return fail(before.error());
    if (before) version_before_ = metadata_text(*before, "resourceVersion");
    if (before && patch.kind == kube::api::patch_kind::json)
      if (const auto steps = text::parse_json_patch(patch.body))
        if (const auto after = text::apply_json_patch(*before, *steps)) expect(*before, *after);
    send(patch);
  }

  void send(const kube::api::patch_options& patch) {
    seams_->send(kube::api::patch_request(at_.resource, at_.where, patch),
                 [self = shared_from_this()](const answer& got) {
                   const auto written = json_of(self->at_, got);
                   return written ? self->patched(*written) : self->refused(written.error());
                 });
  }

  [[nodiscard]] kube::api::object_location whole_object() const { return {at_.where.namespace_, at_.where.name, {}}; }

  /// Notes the change that the patch should make. Other subresources have documents of their own.
  void expect(const text::json& before, const text::json& after) {
    const auto& part = at_.where.subresource;
    if (part.empty() || part == "status") expected_ = {patched_part(before, part), patched_part(after, part)};
  }

  /// Handles a lost answer. A merge patch may be repeated by its hook, because it always has the same result.
  /// Other patches may change the object again, so the object decides whether the patch has succeeded. If the
  /// object cannot decide, the patch has failed.
  void look_at_result(const base::error& reason) {
    if (!expected_ || !is_answer_lost(reason)) return fail(reason);
    seams_->send(kube::api::get_request(at_.resource, whole_object()),
                 [self = shared_from_this(), reason](const answer& got) {
                   const auto now = json_of(self->at_, got);
                   const bool is_done = now && self->expected_->is_in(patched_part(*now, self->at_.where.subresource));
                   is_done ? self->patched(*now) : self->done_(tl::unexpected(reason));
                 });
  }

  /// Tries the JSON patch here after a refusal, because the API server does not name the operation that does
  /// not fit.
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

} // namespace cluster::operations
