#include "actors/supervision/pause_labels.hpp"

#include "actors/messages/kube_client.hpp"
#include "actors/messages/supervisor.hpp"
#include "base/backoff.hpp"
#include "cluster/records/release_secrets.hpp"
#include "core/releases/pause_label.hpp"
#include "kube/api/request.hpp"
#include "kube/api/response.hpp"

#include <chrono>
#include <utility>
#include <vector>

namespace actors::supervision {

namespace {

/// The API server may be down, or the right to write records may be missing until a person gives it.
constexpr base::backoff<std::chrono::microseconds> between_tries{std::chrono::seconds(2), std::chrono::minutes(5)};

} // namespace

pause_labels::pause_labels(framework::actor_base<messages::supervisor_actor>* self, const peer_registry& peers,
                           const operator_setup& setup)
  : self_(self), peers_(peers), namespace_name_(setup.is_shell_operator ? std::string() : setup.namespace_name),
    storage_(setup.helm.storage) {}

void pause_labels::write(const std::string& release, standing now) {
  if (namespace_name_.empty()) return;
  wishes_[release] = {.now = now, .number = ++last_number_};
  try_to_write(release);
}

void pause_labels::look() {
  const auto now_us = self_->shared().steady_time_us();
  std::vector<std::string> due;
  for (const auto& [release, x] : wishes_)
    if (x.next_us != 0 && x.next_us <= now_us) due.push_back(release);
  for (const auto& release : due) try_to_write(release);
}

void pause_labels::try_to_write(const std::string& release) {
  auto& x = wishes_.at(release);
  x.next_us = 0;
  kube::api::list_options options;
  options.namespace_ = namespace_name_;
  options.selectors.labels = "owner=helm,name=" + release;
  options.content = kube::api::object_content::metadata;
  self_->ask(
    peers_->kube, messages::call_api{{}, kube::api::list_request(cluster::records::release_secrets(storage_), options)},
    [this, release, number = x.number, now = x.now](const messages::api_answered& answer) {
      const auto listed = kube::api::object_of(answer.response);
      if (!listed) return fail(release, number);
      const auto latest = core::releases::latest_record(*listed);
      if (!latest || latest->is_paused == (now == standing::paused)) return fulfil(release, number);
      write_on(latest->name, release, number);
    },
    [this, release, number = x.number](const std::string&) { fail(release, number); });
}

void pause_labels::write_on(const std::string& record, const std::string& release, std::uint64_t number) {
  const auto wanted = wishes_.find(release);
  if (wanted == wishes_.end() || wanted->second.number != number) return;
  kube::api::patch_options patch;
  patch.body =
    core::releases::pause_label_patch(wanted->second.now == standing::paused ? core::releases::pause_label_value : "");
  self_->ask(
    peers_->kube,
    messages::call_api{{},
                       kube::api::patch_request(cluster::records::release_secrets(storage_),
                                                {namespace_name_, record, {}}, std::move(patch))},
    [this, release, number](const messages::api_answered& answer) {
      if (kube::api::object_of(answer.response)) return fulfil(release, number);
      fail(release, number);
    },
    [this, release, number](const std::string&) { fail(release, number); });
}

void pause_labels::fulfil(const std::string& release, std::uint64_t number) {
  const auto at = wishes_.find(release);
  if (at != wishes_.end() && at->second.number == number) wishes_.erase(at);
}

void pause_labels::fail(const std::string& release, std::uint64_t number) {
  const auto at = wishes_.find(release);
  if (at == wishes_.end() || at->second.number != number) return;
  const auto wait = between_tries.after(++at->second.failures);
  at->second.next_us = self_->shared().steady_time_us() + wait.count();
  self_->remind(wait, messages::removal_grace_over{});
}

} // namespace actors::supervision
