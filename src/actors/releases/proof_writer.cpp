#include "actors/releases/proof_writer.hpp"

#include "actors/messages/helm.hpp"
#include "sys/log/log.hpp"

#include <chrono>
#include <utility>

namespace actors::releases {

namespace {

/// The delay before a write, so that only the last of many results is written while values change all the
/// time.
constexpr std::chrono::seconds proof_delay{5};

} // namespace

proof_writer::proof_writer(framework::actor_base<messages::helm_actor>* self, record_client& records,
                           std::function<bool(const std::string&)> is_busy)
  : self_(self), records_(records), is_busy_(std::move(is_busy)) {}

void proof_writer::note(const std::string& release) {
  if (!records_.known().unwritten_proof(release)) return;
  unwritten_.insert(release);
  if (!std::exchange(is_awaited_, true)) self_->remind(proof_delay, messages::write_proofs{});
}

void proof_writer::write_next() {
  while (!unwritten_.empty()) {
    const auto release = unwritten_.extract(unwritten_.begin()).value();
    auto patch = records_.known().unwritten_proof(release);
    if (!patch || is_busy_(release)) continue;
    const auto last = records_.known().latest(release);
    return records_.patch(
      release, last->revision, std::move(*patch),
      [this, release, revision = last->revision,
       digest = records_.known().confirmed(release)](const base::result<std::string>& written) {
        if (written)
          sys::log::log_debug("release_proof_written", {{"release", release}, {"revision", std::int64_t{revision}}});
        else
          sys::log::log_debug("release_proof_lost", {{"release", release}, {"error", written.error().message}});
        // A rendering may have ended during the write with the label's old value as its result. Then `note`
        // saw no difference, but the write has replaced the label, so it must be written again.
        if (records_.known().confirmed(release) != digest) unwritten_.insert(release);
        write_next();
      });
  }
  is_awaited_ = false;
}

} // namespace actors::releases
