#include "actors/releases/helm.hpp"
#include "kube/api/request.hpp"
#include "kube/api/response.hpp"
#include "sys/log/log.hpp"

#include <utility>

namespace actors::releases {

namespace {

/// While values change all the time, only the last of many proofs is written.
constexpr std::chrono::seconds proof_delay{5};

} // namespace

// Results of renderings are noted in the cluster, so that the next start renders no chart again. They are not
// needed before that, and a lost result costs only a rendering: no task waits for the write, and its failures
// are ignored.

void helm_state::note_proof(const std::string& release) {
  if (!records_.unwritten_proof(release)) return;
  unwritten_.insert(release);
  if (!std::exchange(are_proofs_awaited_, true)) self_->remind(proof_delay, messages::write_proofs{});
}

void helm_state::write_next_proof() {
  while (!unwritten_.empty()) {
    const auto release = unwritten_.extract(unwritten_.begin()).value();
    const auto patch = records_.unwritten_proof(release);
    // Its end looks again.
    if (!patch || work_.contains(release)) continue;
    const auto last = records_.latest(release);
    return call(
      kube::api::patch_request(kind_of_records_, place_of_secret(release, last->revision), {.body = *patch}),
      [this, release, revision = last->revision,
       digest = records_.confirmed(release)](const base::result<kube::api::http_response>& response) {
        if (const auto body = kube::api::body_of(response); body) {
          sys::log::log_debug("release_proof_written", {{"release", release}, {"revision", std::int64_t{revision}}});
          static_cast<void>(records_.take(*body, namespace_name_));
        } else {
          sys::log::log_debug("release_proof_lost", {{"release", release}, {"error", body.error().message}});
        }
        // A rendering may have ended meanwhile, and its result may equal the former content of the label.
        if (records_.confirmed(release) != digest) unwritten_.insert(release);
        write_next_proof();
      });
  }
  are_proofs_awaited_ = false;
}

// An upgrade may show a chart another revision, or other API versions, than a rendering does. Renderings of
// such a chart are compared with each other. If the upgrade was not rendered before, or has made objects that
// `lookup` finds now, the chart is rendered after it: as the next reload will see it. A failure here costs a
// revision at most.

void helm_state::note_rendering(const application_ptr& x, std::function<void()> then) {
  const bool is_known = x->rendering_digest && !x->files.chart.uses_lookup;
  if (is_known || !core::releases::asked_facts(x->files.chart, x->values()).any()) return then();
  describe(x, [this, x, then](const base::result<void>& described) {
    if (!described) return then();
    run_template(x, [this, x, then](const helm_runs::outcome& end) { name_rendering(x, end, then); });
  });
}

void helm_state::name_rendering(const application_ptr& x, const helm_runs::outcome& end,
                                const std::function<void()>& then) {
  const auto lost = [x, then](const base::error& reason) {
    sys::log::log_debug("release_proof_lost", {{"release", x->wanted.release}, {"error", reason.message}});
    then();
  };
  if (!end.result) return lost(end.result.error());
  const auto last = records_.latest(x->wanted.release);
  const auto digest = rendering_digest(*x, end.output);
  if (!last || !digest || last->label(core::releases::module_checksum_label) == digest) return then();
  set_label(*last, core::releases::module_checksum_label, *digest,
            [lost, then](const base::result<std::string>& written) {
              if (!written) return lost(written.error());
              then();
            });
}

} // namespace actors::releases
