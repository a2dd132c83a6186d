#include "actors/releases/helm.hpp"
#include "kube/api/request.hpp"
#include "kube/api/response.hpp"
#include "sys/log/log.hpp"

#include <utility>

namespace actors::releases {

// An upgrade may see another cluster than the rendering by which it was decided: API servers that are not of one mind, a
// moment between two questions. Then Helm removes objects that nobody has decided to remove. So the revision of a chart that
// looks at the cluster names its inputs only when its manifest was compared with a rendering of them: until then, also after
// a restart, the next run renders and compares.

std::map<std::string, std::string> helm_state::next_labels(const application& x) const {
  const auto before = records_.find(x.wanted.release);
  if (is_compared(x))
    return core::releases::revision_labels(before, core::releases::unproven_inputs, std::nullopt, labels_of(x));
  return core::releases::revision_labels(before, x.inputs_digest,
                                         x.rendering_digest ? x.rendering_digest : x.rendered_digest, labels_of(x));
}

bool helm_state::is_compared(const application& x) const {
  return (asks_capabilities(x) || x.files.chart.uses_lookup)
         && core::releases::gives_what_it_renders(x.files.chart,
                                                  core::releases::asked_facts(x.files.chart, x.values()));
}

void helm_state::compare_released(const application_ptr& x, std::function<void()> then) {
  if (!is_compared(*x)) return note_rendering(x, std::move(then));
  if (x->rendered_digest) return compare_manifests(x, std::move(then));
  describe(x, [this, x, then](const base::result<void>& described) {
    if (!described) return then();
    run_template(x, [this, x, then](const helm_runs::outcome& end) {
      // The release is made; the next run renders, and compares.
      if (!end.result) return then();
      x->manifest = end.output;
      x->rendered_digest = core::releases::manifest_digest(end.output);
      x->rendering_digest = rendering_digest(*x, end.output);
      compare_manifests(x, then);
    });
  });
}

void helm_state::compare_manifests(const application_ptr& x, std::function<void()> then) {
  const auto last = records_.latest(x->wanted.release);
  const auto* released = last ? records_.manifest(*last) : nullptr;
  // A record that cannot be read proves nothing.
  if (released == nullptr) return then();
  if (released->digest != *x->rendered_digest) return name_difference(x, *last, std::move(then));
  differences_.forget(x->wanted.release);
  name_inputs(x, std::move(then));
}

/// A failure here costs a rendering in the next run.
void helm_state::name_inputs(const application_ptr& x, std::function<void()> then) {
  const auto last = records_.latest(x->wanted.release);
  const auto& rendering = x->rendering_digest ? x->rendering_digest : x->rendered_digest;
  set_labels(
    *last,
    {{std::string(core::releases::inputs_checksum_label), x->inputs_digest},
     {std::string(core::releases::module_checksum_label), *rendering}},
    [this, x, then](const base::result<std::string>& written) {
      if (!written)
        sys::log::log_debug("release_proof_lost", {{"release", x->wanted.release}, {"error", written.error().message}});
      note_rendering(x, then);
    });
}

void helm_state::name_difference(const application_ptr& x, const core::releases::release& last,
                                 std::function<void()> then) {
  call(kube::api::get_request(kind_of_records_, place_of_secret(last.name, last.revision)),
       [this, x, last, then](const base::result<kube::api::http_response>& response) {
         const auto objects =
           kube::api::body_of(response)
             .and_then([](const std::string& secret) { return core::releases::read_manifest(secret); })
             .and_then([&](const std::string& released) {
               return core::releases::describe_difference(x->manifest, released, namespace_name_);
             });
         note_difference(x, last,
                         objects ? *objects : core::releases::manifest_difference{objects.error().message, true}, then);
       });
}

/// The module runs again a few times if objects are missing, because neither the watch nor an edit would have it run. A
/// difference inside of objects is often for ever: a Helm that is started for a rendering shows versions that it was built
/// with.
void helm_state::note_difference(const application_ptr& x, const core::releases::release& last,
                                 const core::releases::manifest_difference& found, std::function<void()> then) {
  const auto wait = found.is_of_sets ? differences_.note(last.name, x->inputs_digest, found.objects) : std::nullopt;
  sys::log::log_warning(
    "release_differs",
    {{"module", last.name},
     {"revision", std::int64_t{last.revision}},
     {"objects", found.objects},
     {"again_in_seconds", wait ? std::int64_t{wait->count()} : 0},
     {"hint", wait ? "Helm has seen another cluster than the operator, or the chart asks for versions that "
                     "are not served: the module runs again"
                   : "it stays so until chart or values change: look for .Capabilities.APIVersions, lookup "
                     "and tpl in the templates of these objects, and whether all API servers serve the same"}});
  // An upgrade each time would not help.
  if (!wait) return name_inputs(x, std::move(then));
  self_->remind(*wait, messages::look_at_unfinished{{}, last.name, last.revision});
  then();
}

} // namespace actors::releases
