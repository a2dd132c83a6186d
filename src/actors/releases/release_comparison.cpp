#include "actors/releases/release_comparison.hpp"

#include "core/releases/unpacked_record.hpp"
#include "sys/log/log.hpp"

#include <utility>

namespace actors::releases {

release_comparison::release_comparison(helm_parts& parts, std::string release, application_chart& chart,
                                       std::function<void()> then)
  : parts_(parts), release_(std::move(release)), chart_(chart), then_(std::move(then)) {}

void release_comparison::begin() {
  if (!chart_.is_compared()) return note_rendering();
  if (chart_.rendered_digest()) return compare_manifests();
  chart_.describe_cluster([this, self = shared_from_this()](const base::result<void>& described) {
    if (!described) return then_();
    chart_.render_for_comparison([this, self](const helm_runs::outcome& ended) {
      // Not a failure, because the upgrade has succeeded; the next run renders and compares.
      if (!ended.result) return then_();
      chart_.adopt(ended.output);
      compare_manifests();
    });
  });
}

void release_comparison::compare_manifests() {
  const auto last = parts_.records.known().latest(release_);
  const auto* released = last ? parts_.records.known().manifest(*last) : nullptr;
  // Without a readable record there is no comparison.
  if (released == nullptr) return then_();
  if (released->digest != *chart_.rendered_digest()) return name_difference(*last);
  parts_.watch.differences().forget(release_);
  name_inputs();
}

/// Notes the inputs in the record. If this fails, the next run renders again.
void release_comparison::name_inputs() {
  const auto last = parts_.records.known().latest(release_);
  const auto& rendering = chart_.rendering_digest() ? chart_.rendering_digest() : chart_.rendered_digest();
  parts_.records.set_labels(*last,
                            {{std::string(core::releases::inputs_checksum_label), chart_.inputs_digest()},
                             {std::string(core::releases::module_checksum_label), *rendering}},
                            [this, self = shared_from_this()](const base::result<std::string>& written) {
                              if (!written) log_lost_proof(written.error());
                              note_rendering();
                            });
}

void release_comparison::name_difference(const core::releases::release& last) {
  parts_.records.read(
    last.name, last.revision, [this, self = shared_from_this(), last](const base::result<std::string>& record) {
      const auto found =
        record.and_then([](const std::string& secret) { return core::releases::read_manifest(secret); })
          .and_then([&](const std::string& released) {
            return core::releases::describe_difference(chart_.manifest(), released, parts_.records.namespace_name());
          });
      note_difference(last, found ? *found : core::releases::manifest_difference{found.error().message, true});
    });
}

/// If the release lacks objects of the rendering, or has objects beyond it, the module runs again a few
/// times, because neither a watch nor an edit would cause a run. A difference inside of objects often never
/// ends, because a Helm that is started for each task renders with the API versions that it was built with.
void release_comparison::note_difference(const core::releases::release& last,
                                         const core::releases::manifest_difference& found) {
  const auto wait =
    found.is_of_sets ? parts_.watch.differences().note(last.name, chart_.inputs_digest(), found.objects) : std::nullopt;
  sys::log::log_warning(
    "release_differs",
    {{"module", last.name},
     {"revision", std::int64_t{last.revision}},
     {"objects", found.objects},
     {"again_in_seconds", wait ? std::int64_t{wait->count()} : 0},
     {"hint", wait ? "Helm has seen another cluster than the operator, or the chart asks for versions that "
                     "are not served: the module runs again"
                   : "the difference stays until chart or values change: check .Capabilities.APIVersions, lookup "
                     "and tpl in the templates of these objects, and whether all API servers serve the same kinds"}});
  // Further upgrades would not help, so the inputs are noted as if the manifests were equal.
  if (!wait) return name_inputs();
  parts_.self->remind(*wait, messages::look_at_unfinished{{}, last.name, last.revision});
  then_();
}

// A chart that asks for facts of the cluster may give another manifest in an upgrade than in a rendering
// (another revision number, other API versions). So the record gets the digest of a rendering, with which the
// next reload compares its own rendering. The chart is rendered for that after the upgrade, unless its
// rendering is known and it does not use `lookup`, which may find objects of this upgrade now. A failure
// costs a single additional revision at most.

void release_comparison::note_rendering() {
  const bool is_known = chart_.rendering_digest() && !chart_.chart().uses_lookup;
  if (is_known || !core::releases::asked_facts(chart_.chart(), chart_.values()).any()) return then_();
  chart_.describe_cluster([this, self = shared_from_this()](const base::result<void>& described) {
    if (!described) return then_();
    chart_.render_for_comparison([self](const helm_runs::outcome& ended) { self->name_rendering(ended); });
  });
}

void release_comparison::name_rendering(const helm_runs::outcome& ended) {
  if (!ended.result) {
    log_lost_proof(ended.result.error());
    return then_();
  }
  const auto last = parts_.records.known().latest(release_);
  const auto digest = chart_.rendering_digest_of(ended.output);
  if (!last || !digest || last->label(core::releases::module_checksum_label) == digest) return then_();
  parts_.records.set_label(*last, core::releases::module_checksum_label, *digest,
                           [this, self = shared_from_this()](const base::result<std::string>& written) {
                             if (!written) log_lost_proof(written.error());
                             then_();
                           });
}

void release_comparison::log_lost_proof(const base::error& reason) const {
  sys::log::log_debug("release_proof_lost", {{"release", release_}, {"error", reason.message}});
}

} // namespace actors::releases
