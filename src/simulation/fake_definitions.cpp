#include "simulation/fake_definitions.hpp"

#include "simulation/fake_resources.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace simulation {

namespace {

const kube::api::resource& definitions() {
  static const auto made = [] {
    auto x = custom_resource("apiextensions.k8s.io", "v1", "CustomResourceDefinition", "customresourcedefinitions");
    x.namespaced = false;
    return x;
  }();
  return made;
}

text::json at(const text::json& object, const std::vector<const char*>& path) {
  auto current = object;
  for (const auto* key : path) {
    const auto* next = current.find(key);
    if (next == nullptr) return {};
    current = *next;
  }
  return current;
}

std::vector<text::json> items(const text::json& list) {
  return list.is_array() ? list.as_array() : std::vector<text::json>{};
}

bool is_complete(const text::json& x) {
  return at(x, {"spec", "names", "kind"}).is_string() && at(x, {"spec", "versions"}).is_array();
}

/// True if the definition has conditions for its present `spec`. `settled` in the status is a copy of the
/// `spec` for which they were set, so a change is noticed.
bool is_settled(const text::json& x) {
  return at(x, {"status", "settled"}) == at(x, {"spec"});
}

bool are_names_taken(const text::json& wanted, const std::vector<text::json>& all) {
  return std::any_of(all.begin(), all.end(), [&](const text::json& other) {
    return at(other, {"metadata", "name"}) != at(wanted, {"metadata", "name"}) && is_settled(other)
           && at(other, {"spec", "group"}) == at(wanted, {"spec", "group"})
           && at(other, {"spec", "names", "kind"}) == at(wanted, {"spec", "names", "kind"});
  });
}

text::json condition(const char* type, bool is_true, const char* message) {
  return text::json::object({{"type", type}, {"status", is_true ? "True" : "False"}, {"message", message}});
}

text::json settled(const text::json& x, bool accepted) {
  auto stored = items(at(x, {"status", "storedVersions"}));
  for (const auto& version : items(at(x, {"spec", "versions"})))
    if (at(version, {"storage"}) == text::json(true)
        && std::find(stored.begin(), stored.end(), at(version, {"name"})) == stored.end())
      stored.push_back(at(version, {"name"}));
  const auto conditions =
    accepted
      ? text::json::array({condition("NamesAccepted", true, "no conflicts found"), condition("Established", true, "")})
      : text::json::array({condition("NamesAccepted", false, "kind is already in use"),
                           condition("Established", false, "not all names are accepted")});
  return x.with("status", text::json::object({{"conditions", conditions},
                                              {"storedVersions", text::json::array(std::move(stored))},
                                              {"settled", at(x, {"spec"})}}));
}

void serve(const text::json& x, std::vector<kube::api::resource>& served) {
  for (const auto& version : items(at(x, {"spec", "versions"}))) {
    auto made = custom_resource(at(x, {"spec"}).string_at("group").value_or(""), version.string_at("name").value_or(""),
                                at(x, {"spec", "names"}).string_at("kind").value_or(""),
                                at(x, {"spec", "names"}).string_at("plural").value_or(""));
    made.namespaced = at(x, {"spec"}).string_at("scope") != "Cluster";
    const auto is_it = [&](const kube::api::resource& known) {
      return known.group == made.group && known.version == made.version && known.plural == made.plural;
    };
    // A version that is switched off leaves discovery; its stored objects stay.
    if (at(version, {"served"}) != text::json(true))
      std::erase_if(served, is_it);
    else if (std::none_of(served.begin(), served.end(), is_it))
      served.push_back(std::move(made));
  }
}

} // namespace

bool is_definitions(const kube::api::resource& x) {
  return x.group == definitions().group && x.plural == definitions().plural;
}

std::optional<api_failure> definition_fault(const text::json& before, const text::json& after) {
  const auto invalid = [&](const std::string& text) {
    return api_failure{422, "Invalid",
                       "CustomResourceDefinition.apiextensions.k8s.io \"" + metadata_text(after, "name")
                         + "\" is invalid: " + text};
  };
  for (const auto* field : {"group", "scope"})
    if (const auto old = at(before, {"spec", field}); old.is_string() && old != at(after, {"spec", field}))
      return invalid("spec." + std::string(field) + ": Invalid value: " + at(after, {"spec", field}).dump()
                     + ": field is immutable");
  for (const auto& stored : items(at(before, {"status", "storedVersions"}))) {
    const auto versions = items(at(after, {"spec", "versions"}));
    if (std::none_of(versions.begin(), versions.end(), [&](const auto& x) { return at(x, {"name"}) == stored; }))
      return invalid("status.storedVersions[0]: Invalid value: " + stored.dump()
                     + ": missing from spec.versions; it was previously a storage version, and must remain in "
                       "spec.versions until a storage migration ensures no data remains persisted in it");
  }
  return std::nullopt;
}

bool has_definition_to_establish(const fake_api_objects& storage) {
  const auto all = storage.list(definitions(), "");
  return std::any_of(all.begin(), all.end(), [](const auto& x) { return is_complete(x) && !is_settled(x); });
}

bool establish_definitions(fake_api_objects& storage, std::vector<kube::api::resource>& served) {
  bool found = false;
  for (const auto& x : storage.list(definitions(), "")) {
    if (!is_complete(x) || is_settled(x)) continue;
    found = true;
    const bool accepted = !are_names_taken(x, storage.list(definitions(), ""));
    static_cast<void>(
      storage.update(definitions(), {.namespace_ = "", .name = metadata_text(x, "name")}, settled(x, accepted)));
    if (accepted) serve(x, served);
  }
  return found;
}

} // namespace simulation
