#include "simulation/given_objects.hpp"

#include "simulation/fake_api_objects.hpp"
#include "simulation/fake_resources.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace simulation {

namespace {

/// Definitions come first, because later objects may be of their kinds.
int rank_of(const text::json& object) {
  const auto kind = object.string_at("kind").value_or("");
  if (kind == "CustomResourceDefinition") return 0;
  return kind == "Namespace" ? 1 : 2;
}

std::string plural_of(const std::string& kind) {
  std::string word = kind;
  std::transform(word.begin(), word.end(), word.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  if (word.ends_with("y")) return word.substr(0, word.size() - 1) + "ies";
  return word
         + (word.ends_with("s") || word.ends_with("x") || word.ends_with("ch") || word.ends_with("sh") ? "es" : "s");
}

void serve(fake_api_server& api, const text::json& object) {
  const auto version = object.string_at("apiVersion").value_or("");
  const auto kind = object.string_at("kind").value_or("");
  const auto slash = version.find('/');
  const auto group = slash == std::string::npos ? std::string() : version.substr(0, slash);
  const auto& all = api.resources();
  const auto is_it = [&](const kube::api::resource& x) { return x.group == group && x.kind == kind; };
  if (std::any_of(all.begin(), all.end(), [&](const auto& x) { return is_it(x) && x.api_version() == version; }))
    return;
  const auto other = std::find_if(all.begin(), all.end(), is_it);
  auto made = custom_resource(group, slash == std::string::npos ? version : version.substr(slash + 1), kind,
                              other == all.end() ? plural_of(kind) : other->plural);
  made.namespaced = other == all.end() ? !metadata_text(object, "namespace").empty() : other->namespaced;
  api.add_resource(std::move(made));
}

} // namespace

base::result<void> take_over_all(virtual_cluster& to, const std::vector<text::json>& objects) {
  auto sorted = objects;
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return rank_of(a) < rank_of(b); });
  for (const auto& object : sorted) {
    serve(to.api(), object);
    if (auto taken = to.take_over(object); !taken) return taken;
  }
  return {};
}

} // namespace simulation
