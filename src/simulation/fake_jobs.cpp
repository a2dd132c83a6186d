#include "simulation/fake_jobs.hpp"

#include "simulation/fake_storage.hpp"
#include "simulation/merge_patch.hpp"

#include <string>
#include <utility>

namespace simulation {

namespace {

constexpr const char* uid_label = "batch.kubernetes.io/controller-uid";
constexpr const char* name_label = "batch.kubernetes.io/job-name";

core::json part_of_spec(const core::json& job, const char* part) {
  const auto* spec = job.find("spec");
  const auto* found = spec == nullptr ? nullptr : spec->find(part);
  return found == nullptr ? core::json() : *found;
}

core::json cause_of(const std::string& field, const core::json& value) {
  return core::json::object({{"reason", "FieldValueInvalid"},
                             {"message", "Invalid value: " + value.dump() + ": field is immutable"},
                             {"field", field}});
}

} // namespace

bool is_jobs(const kube::resource& what) {
  return what.group == "batch" && what.plural == "jobs";
}

core::json with_own_selector(const core::json& job) {
  if (!part_of_spec(job, "template").is_object() || part_of_spec(job, "manualSelector") == core::json(true)) return job;
  const auto uid = metadata_text(job, "uid");
  const auto name = metadata_text(job, "name");
  const auto labels =
    core::json::object({{uid_label, uid}, {"controller-uid", uid}, {name_label, name}, {"job-name", name}});
  const auto pods = core::json::object({{"metadata", core::json::object({{"labels", labels}})}});
  const auto selector = core::json::object({{"matchLabels", core::json::object({{uid_label, uid}})}});
  const auto made = core::json::object({{"selector", selector}, {"template", pods}});
  return apply_merge_patch(job, core::json::object({{"spec", made}}));
}

std::optional<api_failure> job_fault(const core::json& before, const core::json& after) {
  core::json::array_type causes;
  std::string message;
  for (const auto* part : {"selector", "template"}) {
    const auto value = part_of_spec(after, part);
    if (value == part_of_spec(before, part)) continue;
    const auto field = std::string("spec.") + part;
    causes.push_back(cause_of(field, value));
    message += (message.empty() ? "" : ", ") + field + ": " + causes.back().string_at("message").value();
  }
  if (causes.empty()) return std::nullopt;
  const auto name = metadata_text(before, "name");
  auto details = core::json::object({{"name", name}, {"group", "batch"}, {"kind", "Job"}});
  return api_failure{422, "Invalid", "Job.batch \"" + name + "\" is invalid: [" + message + "]",
                     details.with("causes", core::json::array(std::move(causes)))};
}

} // namespace simulation
