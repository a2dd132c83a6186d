#include "cluster/records/lease_requests.hpp"

#include "kube/api/request.hpp"
#include "kube/api/response.hpp"
#include "kube/objects/resource_version.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <utility>

namespace cluster::records {

namespace {

using base::error_code;

/// The mark of a Lease that an operator has given away after the end of its work.
constexpr const char* given_away = "addon-operator/given-away";

/// A holder renews the Lease each two seconds, so a longer silence means that there is no holder, or that the
/// connection is dead.
constexpr std::chrono::seconds longest_silence{10};

kube::api::resource leases() {
  return {"coordination.k8s.io", "v1", "Lease", "leases", true, {}, "lease", {}};
}

/// Kubernetes keeps the numbers of a Lease in 32 bits, and refuses a write with a greater number.
constexpr std::int64_t number_max = std::numeric_limits<std::int32_t>::max();

std::int64_t number_in(const text::json& object, const char* name) {
  const auto* found = object.find(name);
  const auto number = found == nullptr || !found->is_number() ? 0 : found->as_int().value_or(0);
  return std::clamp<std::int64_t>(number, 0, number_max);
}

bool is_marked(const text::json& object) {
  const auto* metadata = object.find("metadata");
  const auto* annotations = metadata == nullptr ? nullptr : metadata->find("annotations");
  return annotations != nullptr && annotations->find(given_away) != nullptr;
}

text::json spec_of(const core::leadership::lease_effect::write_lease& write, const lease_content& content) {
  using core::leadership::lease_wish;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(content.duration).count();
  text::json::object_type spec{
    {"holderIdentity", write.wish == lease_wish::hold ? text::json(content.identity) : text::json()},
    {"leaseDurationSeconds", static_cast<std::int64_t>(seconds)},
    // A Lease that a person has written may have the greatest number. It must not keep every holder away.
    {"leaseTransitions", std::min(write.transitions, number_max)},
    {"renewTime", content.now}};
  if (write.changes_holder || write.version.empty()) spec.emplace_back("acquireTime", content.now);
  return text::json::object(std::move(spec));
}

bool is_refusal(error_code code) {
  return code == error_code::forbidden || code == error_code::unauthorized || code == error_code::invalid_input;
}

core::leadership::lease_machine_input failed(core::leadership::lease_call call, const base::error& reason) {
  if (is_refusal(reason.code)) return core::leadership::lease_input::refused{call, reason.message};
  return core::leadership::lease_input::unanswered{call, reason.message};
}

} // namespace

core::leadership::lease_record lease_of(const text::json& object) {
  core::leadership::lease_record lease;
  lease.version = kube::objects::resource_version_of(object);
  lease.is_given_away = is_marked(object);
  const auto* spec = object.find("spec");
  if (spec == nullptr) return lease;
  lease.holder = spec->string_at("holderIdentity").value_or("");
  lease.duration = std::chrono::seconds(number_in(*spec, "leaseDurationSeconds"));
  lease.transitions = number_in(*spec, "leaseTransitions");
  lease.acquired = spec->string_at("acquireTime").value_or("");
  lease.renewed = spec->string_at("renewTime").value_or("");
  return lease;
}

std::optional<core::leadership::lease_input::seen> read_lease_line(std::string_view line) {
  const auto event = text::parse_json(line);
  if (!event || !event->is_object()) return std::nullopt;
  const auto type = event->string_at("type").value_or("");
  const auto* object = event->find("object");
  if (object == nullptr) return std::nullopt;
  if (type == "DELETED") return core::leadership::lease_input::seen{kube::objects::resource_version_of(*object), {}};
  if (type != "ADDED" && type != "MODIFIED") return std::nullopt;
  auto lease = lease_of(*object);
  return core::leadership::lease_input::seen{lease.version, std::move(lease)};
}

kube::api::http_request lease_read_request(const lease_place& place) {
  return kube::api::get_request(leases(), {place.namespace_name, place.name, {}});
}

kube::api::http_request lease_watch_request(const lease_place& place) {
  kube::api::watch_options options;
  options.namespace_ = place.namespace_name;
  options.selectors.fields = "metadata.name=" + place.name;
  options.longest_silence = longest_silence;
  return kube::api::watch_request(leases(), options);
}

kube::api::http_request lease_write_request(const lease_place& place,
                                            const core::leadership::lease_effect::write_lease& write,
                                            const lease_content& content) {
  const auto spec = spec_of(write, content);
  if (write.version.empty()) {
    const auto metadata = text::json::object({{"name", place.name}, {"namespace", place.namespace_name}});
    const auto object = text::json::object(
      {{"apiVersion", "coordination.k8s.io/v1"}, {"kind", "Lease"}, {"metadata", metadata}, {"spec", spec}});
    return kube::api::create_request(leases(), {place.namespace_name, {}, {}}, object.dump());
  }
  const auto mark = write.wish == core::leadership::lease_wish::give_away ? text::json(content.identity) : text::json();
  const auto metadata =
    text::json::object({{"resourceVersion", write.version}, {"annotations", text::json::object({{given_away, mark}})}});
  kube::api::patch_options options;
  options.body = text::json::object({{"metadata", metadata}, {"spec", spec}}).dump();
  return kube::api::patch_request(leases(), {place.namespace_name, place.name, {}}, std::move(options));
}

core::leadership::lease_machine_input read_lease_answer(core::leadership::lease_call call,
                                                        base::result<kube::api::http_response> answer) {
  const auto object = kube::api::object_of(std::move(answer));
  if (object) return core::leadership::lease_input::found{call, lease_of(*object)};
  if (object.error().code == error_code::not_found) return core::leadership::lease_input::found{call, std::nullopt};
  return failed(call, object.error());
}

core::leadership::lease_machine_input written_lease_answer(core::leadership::lease_call call,
                                                           base::result<kube::api::http_response> answer) {
  const auto object = kube::api::object_of(std::move(answer));
  if (object) return core::leadership::lease_input::written{call, lease_of(*object)};
  const auto code = object.error().code;
  if (code == error_code::conflict || code == error_code::already_exists || code == error_code::not_found)
    return core::leadership::lease_input::overtaken{call};
  return failed(call, object.error());
}

} // namespace cluster::records
