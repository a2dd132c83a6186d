#include "cluster/operations/object_patching.hpp"

#include "base/overload.hpp"
#include "core/bindings/object_filter.hpp"
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
  /// The version before shows whether the patch has changed a field: without a change the server keeps it. It
  /// is the version of the whole object, also for a patch of a subresource.
  void look(kube::api::patch_options patch) {
    const kube::api::object_location object{at_.where.namespace_, at_.where.name, {}};
    seams_->send(kube::api::get_request(at_.resource, object, kube::api::object_content::metadata),
                 [self = shared_from_this(), patch = std::move(patch)](const answer& got) {
                   self->looked(json_of(self->at_, got), patch);
                 });
  }

  void looked(const base::result<text::json>& before, const kube::api::patch_options& patch) {
    // The right to patch objects does not include the right to read them.
    if (!before && before.error().code != error_code::forbidden) return fail(before.error());
    if (before) version_before_ = metadata_text(*before, "resourceVersion");
    send(patch);
  }

  void send(const kube::api::patch_options& patch) {
    seams_->send(kube::api::patch_request(at_.resource, at_.where, patch),
                 [self = shared_from_this()](const answer& got) {
                   const auto written = json_of(self->at_, got);
                   return written ? self->patched(*written) : self->refused(written.error());
                 });
  }

  /// The API server does not say which operation of a JSON patch does not fit, so the patch is tried here.
  void refused(const base::error& reason) {
    const auto* steps = std::get_if<core::hooks::json_patch_list>(&wanted_.change);
    if (steps == nullptr || reason.code != error_code::invalid_input) return fail(reason);
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
    seams_->send(kube::api::update_request(at_.resource, at_.where, after->dump()),
                 [self = shared_from_this(), &program](const answer& got) {
                   const auto written = json_of(self->at_, got);
                   if (written) return self->patched(*written);
                   const bool conflict = written.error().code == error_code::conflict;
                   if (conflict && ++self->tries_ < operation_tries_max) return self->read(program);
                   self->fail(written.error());
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
  int tries_ = 0;
};

} // namespace

void patch_object(operation_seams_ptr seams, operation_target at, const core::hooks::patch_object& x, on_outcome done) {
  std::make_shared<patching>(std::move(seams), std::move(at), x, std::move(done))->begin();
}

} // namespace cluster::operations
