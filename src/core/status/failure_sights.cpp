#include "core/status/failure_sights.hpp"

#include "core/status/waited_objects.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace core::status {

namespace {

constexpr auto none = std::string_view::npos;

bool has(std::string_view text, std::string_view words) {
  return text.find(words) != none;
}

bool is_name(std::string_view x) {
  return !x.empty() && std::all_of(x.begin(), x.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '-' || c == '.';
  });
}

/// The text between the mark and the next end mark; empty: a mark is missing.
std::string between(std::string_view text, std::string_view mark, std::string_view end_mark) {
  const auto at = text.find(mark);
  if (at == none) return {};
  const auto rest = text.substr(at + mark.size());
  const auto end = rest.find(end_mark);
  return end == none ? std::string() : std::string(rest.substr(0, end));
}

std::string name_between(std::string_view text, std::string_view mark, std::string_view end_mark) {
  auto name = between(text, mark, end_mark);
  return is_name(name) ? name : std::string();
}

const text::json* member(const text::json* x, std::string_view key) {
  return x == nullptr ? nullptr : x->find(key);
}

std::string text_at(const text::json* x, std::string_view key) {
  return x == nullptr ? std::string() : x->string_at(key).value_or("");
}

/// The condition of that type in the status of an object; null: it is missing.
const text::json* condition_of(const text::json& object, std::string_view type) {
  const auto* conditions = member(object.find("status"), "conditions");
  if (conditions == nullptr || !conditions->is_array()) return nullptr;
  for (const auto& x : conditions->as_array())
    if (x.string_at("type") == type) return &x;
  return nullptr;
}

bool is_true(const text::json& object, std::string_view type) {
  return text_at(condition_of(object, type), "status") == "True";
}

} // namespace

std::vector<sight> sights_for(std::string_view failure, const std::string& namespace_name) {
  std::vector<sight> all;
  const auto add = [&](const char* version, const char* kind, const std::string& place, const std::string& name) {
    if (!name.empty()) all.push_back({version, kind, place, name, {}, {}, sight_content::whole});
  };
  if (has(failure, "the server is currently unable to handle the request"))
    all.push_back({"apiregistration.k8s.io/v1", "APIService", {}, {}, {}, {}, sight_content::whole});
  if (has(failure, "because it is being terminated"))
    add("v1", "Namespace", {}, name_between(failure, "new content in namespace ", " "));
  if (has(failure, "pvc can be resized"))
    add("v1", "PersistentVolumeClaim", namespace_name, name_between(failure, "persistentvolumeclaims \"", "\""));
  if (has(failure, "with kind Job") && has(failure, "field is immutable"))
    add("batch/v1", "Job", namespace_name, name_between(failure, "cannot patch \"", "\""));
  if (const auto lost = lost_version_in(failure))
    add("apiextensions.k8s.io/v1", "CustomResourceDefinition", {}, lost->definition);
  if (const auto waited = waited_in_failure(failure))
    for (auto& x : sights_of(*waited)) all.push_back(std::move(x));
  return all;
}

std::vector<failing_api> failing_apis(const cluster_sights& seen) {
  std::vector<failing_api> all;
  for (const auto& x : seen_of_kind(seen, "APIService")) {
    const auto* available = condition_of(x, "Available");
    if (available == nullptr || text_at(available, "status") != "False") continue;
    const auto* service = member(x.find("spec"), "service");
    all.push_back({text_at(x.find("metadata"), "name"),
                   service == nullptr || !service->is_object()
                     ? std::string()
                     : fmt::format("Service {}/{}", text_at(service, "namespace"), text_at(service, "name")),
                   text_at(available, "reason"), owner_of(x)});
  }
  return all;
}

std::string words_on_rest_of(const text::json& namespace_object) {
  std::string words;
  for (const auto* type : {"NamespaceContentRemaining", "NamespaceFinalizersRemaining",
                           "NamespaceDeletionDiscoveryFailure", "NamespaceDeletionContentFailure"})
    if (is_true(namespace_object, type)) {
      const auto message = text_at(condition_of(namespace_object, type), "message");
      words += (words.empty() ? "" : "; ") + (message.empty() ? type : message);
    }
  return words;
}

bool is_complete(const text::json& job) {
  return is_true(job, "Complete");
}

std::string capacity_of(const text::json& claim) {
  return text_at(member(claim.find("status"), "capacity"), "storage");
}

std::string owner_of(const text::json& object) {
  const auto* labels = member(object.find("metadata"), "labels");
  for (const auto* key : {"owner", "team", "app.kubernetes.io/managed-by", "app.kubernetes.io/part-of"})
    if (const auto value = text_at(labels, key); !value.empty()) return fmt::format("{}={}", key, value);
  return {};
}

std::optional<lost_version> lost_version_in(std::string_view line) {
  constexpr std::string_view begin = "watch of ";
  const auto served = between(line, "the API server serves the kind as ", " only");
  if (!line.starts_with(begin) || served.empty()) return std::nullopt;
  const auto subject = line.substr(begin.size(), line.find(" is lost since") - begin.size());
  lost_version x{.kind = std::string(subject.substr(0, subject.find_first_of(" ,"))),
                 .wanted = between(subject, " (", ")"),
                 .served = served};
  if (const auto at = subject.find(", for "); at != none)
    x.hooks = subject.substr(at + std::string_view(", for ").size());
  const auto group = served.substr(0, served.find('/'));
  auto plural = x.kind;
  std::transform(plural.begin(), plural.end(), plural.begin(), [](unsigned char c) { return std::tolower(c); });
  plural += plural.ends_with('s') ? "es" : "s";
  if (is_name(group) && is_name(plural) && group.find('.') != none) x.definition = plural + "." + group;
  return x;
}

} // namespace core::status
