#include "core/releases/helm_plan.hpp"

#include "core/releases/lacking_keys.hpp"
#include "core/releases/lead_term.hpp"
#include "core/releases/pending_revision.hpp"

#include <algorithm>

namespace core::releases {

namespace {

constexpr std::size_t named_objects_max = 3;

std::string describe_absent(const std::vector<manifest_object>& absent) {
  auto text = std::to_string(absent.size()) + (absent.size() == 1 ? " object is absent: " : " objects are absent: ");
  auto named = std::min(absent.size(), named_objects_max);
  for (std::size_t i = 0; i < named; ++i) text += (i == 0 ? "" : ", ") + describe(absent[i]);
  return named < absent.size() ? text + " …" : text;
}

/// Whether the latest revision has an object, or may have it. The reader of manifests does not know that a
/// kind has no namespaces, so it gives each object a namespace.
bool has_object(const helm_situation& x, const manifest_object& wanted) {
  if (!x.released_objects) return true;
  return std::any_of(x.released_objects->begin(), x.released_objects->end(), [&](manifest_object object) {
    if (wanted.namespace_name.empty()) object.namespace_name.clear();
    return object == wanted;
  });
}

std::vector<manifest_object> absent_of_latest(const helm_situation& x) {
  auto absent = x.absent;
  std::erase_if(absent, [&](const auto& object) { return !has_object(x, object); });
  return absent;
}

/// Decides by digests, for a release that is deployed and complete.
helm_decision_type compare_digests(const helm_situation& x, const release& last) {
  auto inputs = last.label(inputs_checksum_label);
  auto same_inputs = inputs && *inputs == x.inputs_digest;
  if (same_inputs && x.stability == chart_stability::stable)
    return helm_decision::skip{"the inputs are those of revision " + std::to_string(last.revision)};
  // Different inputs may render to the same manifest. A rendering costs less than an upgrade, which creates a
  // new revision even if no object changes.
  if (!x.rendered_digest)
    return helm_decision::render_first{same_inputs ? "the chart uses random, time or lookup functions"
                                       : inputs    ? "the inputs have changed"
                                                   : "the release does not name its inputs"};
  const auto label = last.label(module_checksum_label);
  const auto keep = [&](const char* what) -> helm_decision_type {
    if (!x.lacking.empty()) return helm_decision::upgrade{describe_lacking(x.lacking)};
    return helm_decision::skip{what + std::to_string(last.revision)};
  };
  if (x.rendering_digest && label == x.rendering_digest) return keep("the chart renders to the same as for revision ");
  auto released = x.released_digest ? x.released_digest : label;
  if (!released) return helm_decision::upgrade{"the release does not name its manifest"};
  if (*released != *x.rendered_digest) return helm_decision::upgrade{"the manifest has changed"};
  return keep("the manifest is that of revision ");
}

helm_decision_type plan_for(const helm_situation& x, const release& last) {
  auto state = "revision " + std::to_string(last.revision) + " is " + name(last.status);
  switch (work_on(last, x.unchanged, x.own_term)) {
    case revision_work::of_others:
      if (is_of_other_leader(last, x.own_term))
        return helm_decision::leave_to_others{state + ", and the Helm of another leader may be at work on it"};
      return helm_decision::leave_to_others{state + ", and another Helm may be at work on it"};
    case revision_work::abandoned:
      return helm_decision::recover_pending_then_upgrade{last.revision, state + ", and no Helm works on it"};
    case revision_work::none: break;
  }
  // Otherwise Helm would continue the history of the uninstalled release instead of installing a new release.
  if (last.status == release_status::uninstalled) return helm_decision::remove_record{state};
  if (last.status == release_status::superseded)
    return helm_decision::upgrade{state + ", and the records of its successors have gone"};
  // After a failed revision, objects in the cluster may come from this or the previous revision, so digests
  // prove nothing about them.
  if (last.status != release_status::deployed) return helm_decision::upgrade{state};
  // Checked before the digests, which may be equal: only an upgrade creates a missing object again.
  if (const auto absent = absent_of_latest(x); !absent.empty()) return helm_decision::upgrade{describe_absent(absent)};
  // The labels were copied from the previous revision, so they do not describe this revision.
  if (is_made_by_operator(last) && is_made_by_others(last))
    return helm_decision::upgrade{"revision " + std::to_string(last.revision) + " was made by another Helm"};
  return compare_digests(x, last);
}

} // namespace

helm_decision_type plan_helm(const helm_situation& x) {
  if (std::holds_alternative<releases_unknown>(x.released))
    return helm_decision::wait{"the releases have not been listed yet"};
  if (const auto* last = std::get_if<release>(&x.released)) return plan_for(x, *last);
  return helm_decision::upgrade{"there is no release"};
}

const std::string& reason_of(const helm_decision_type& x) noexcept {
  return std::visit([](const auto& decision) -> const std::string& { return decision.reason; }, x);
}

} // namespace core::releases
