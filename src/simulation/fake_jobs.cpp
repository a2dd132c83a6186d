#include "simulation/fake_jobs.hpp"

#include "simulation/fake_api_objects.hpp"
#include "simulation/merge_patch.hpp"

#include <string>
#include <utility>

namespace simulation {

namespace {

constexpr const char* uid_label = "batch.kubernetes.io/controller-uid";
constexpr const char* name_label = "batch.kubernetes.io/job-name";

text::json part_of_spec(const text::json& job, const char* part) {
  const auto* spec = job.find("spec");
  const auto* found = spec == nullptr ? nullptr : spec->find(part);
  return found == nullptr ? text::json() : *found;
}

text::json cause_of(const std::string& field, const text::json& value) {
  return text::json::object({{"reason", "FieldValueInvalid"},
                             {"message", "Invalid value: " + value.dump() + ": field is immutable"},
                             {"field", field}});
}

} // namespace

bool is_jobs(const kube::api::resource& what) {
  return what.group == "batch" && what.plural == "jobs";
}

text::json with_own_selector(const text::json& job) {
  // With `manualSelector` the author of the Job sets selector and labels.
  if (!part_of_spec(job, "template").is_object() || part_of_spec(job, "manualSelector") == text::json(true)) return job;
  const auto uid = metadata_text(job, "uid");
  const auto name = metadata_text(job, "name");
  const auto labels =
    text::json::object({{uid_label, uid}, {"controller-uid", uid}, {name_label, name}, {"job-name", name}});
  const auto pods = text::json::object({{"metadata", text::json::object({{"labels", labels}})}});
  const auto selector = text::json::object({{"matchLabels", text::json::object({{uid_label, uid}})}});
  const auto made = text::json::object({{"selector", selector}, {"template", pods}});
  return apply_merge_patch(job, text::json::object({{"spec", made}}));
}

std::optional<api_failure> job_fault(const text::json& before, const text::json& after) {
  text::json::array_type causes;
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
  auto details = text::json::object({{"name", name}, {"group", "batch"}, {"kind", "Job"}});
  return api_failure{422, "Invalid", "Job.batch \"" + name + "\" is invalid: [" + message + "]",
                     details.with("causes", text::json::array(std::move(causes)))};
}

} // namespace simulation
