#include "actors/api/object_patching.hpp"

#include "core/bindings/object_filter.hpp"
#include "kube/request.hpp"
#include "kube/response.hpp"

#include <memory>
#include <utility>
#include <variant>

namespace actors {

namespace {

using answer = core::result<kube::http_response>;
using core::error_code;

/// What a jq program makes of an object.
core::result<core::json> rewritten(const core::jq_patch& change, const core::json& before,
                                   core::evaluation_limit& limit, core::object_filter::report report) {
  auto filter = core::object_filter::compile(change.program);
  if (!filter) return tl::unexpected(filter.error());
  const auto text = filter->apply(before.dump(), limit, report);
  if (!text) return tl::unexpected(text.error());
  auto after = core::parse_json(*text);
  if (!after || after->type() != core::json::kind::object)
    return core::fail(error_code::invalid_input, "the jq program does not give an object");
  return after;
}

class patching : public std::enable_shared_from_this<patching> {
public:
  patching(operation_seams_ptr seams, operation_target at, const core::patch_object& x, on_outcome done)
    : seams_(std::move(seams)), at_(std::move(at)), wanted_(x), done_(std::move(done)) {}

  void begin() {
    if (const auto* program = std::get_if<core::jq_patch>(&wanted_.change)) return read(*program);
    kube::patch_options options;
    if (const auto* merge = std::get_if<core::merge_patch>(&wanted_.change)) options.body = merge->patch;
    if (const auto* steps = std::get_if<core::json_patch_list>(&wanted_.change)) {
      options.kind = kube::patch_kind::json;
      options.body = steps->operations;
    }
    seams_->send(kube::patch_request(at_.resource, at_.where, std::move(options)),
                 [self = shared_from_this()](const answer& got) {
                   const auto written = json_of(self->at_, got);
                   return written ? self->patched(*written) : self->fail(written.error());
                 });
  }

private:
  void read(const core::jq_patch& program) {
    seams_->send(kube::get_request(at_.resource, at_.where), [self = shared_from_this(), &program](const answer& got) {
      const auto before = kube::object_of(got);
      return before ? self->write_back(program, *before) : self->fail(before.error());
    });
  }

  void write_back(const core::jq_patch& program, const core::json& before) {
    using report = core::object_filter::report;
    const auto after =
      rewritten(program, before, *seams_->filter_limit, holds_secrets(at_) ? report::without_content : report::whole);
    if (!after) return done_(tl::unexpected(after.error()));
    if (*after == before) return done_(operation_outcome::unchanged);
    seams_->send(kube::update_request(at_.resource, at_.where, after->dump()),
                 [self = shared_from_this(), &program](const answer& got) {
                   const auto written = json_of(self->at_, got);
                   if (written) return self->patched(*written);
                   const bool conflict = written.error().code == error_code::conflict;
                   if (conflict && ++self->tries_ < operation_tries_max) return self->read(program);
                   self->fail(written.error());
                 });
  }

  void patched(const core::json& now) {
    done_(operation_success{operation_outcome::patched, metadata_text(now, "resourceVersion")});
  }

  void fail(const core::error& reason) {
    if (reason.code == error_code::not_found && wanted_.ignore_missing) return done_(operation_outcome::absent);
    done_(tl::unexpected(reason));
  }

  operation_seams_ptr seams_;
  operation_target at_;
  const core::patch_object& wanted_;
  on_outcome done_;
  int tries_ = 0;
};

} // namespace

void patch_object(operation_seams_ptr seams, operation_target at, const core::patch_object& x, on_outcome done) {
  std::make_shared<patching>(std::move(seams), std::move(at), x, std::move(done))->begin();
}

} // namespace actors
