#include "core/releases/release_difference.hpp"

#include "core/releases/object_difference.hpp"
#include "core/releases/volatile_functions.hpp"
#include "text/yaml/yaml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace core::releases {

namespace {

/// The API servers behind an address agree again within seconds, or, during an upgrade of the control plane,
/// within minutes.
constexpr std::array waits{std::chrono::seconds{15}, std::chrono::seconds{60}, std::chrono::seconds{300}};

constexpr std::size_t named_objects_max = 10;

const char* words_of(object_difference::change x) {
  if (x == object_difference::change::removed) return "is missing";
  return x == object_difference::change::added ? "is not rendered" : "differs";
}

base::result<std::vector<text::json>> documents_of(std::string_view manifest) {
  return text::parse_yaml_stream(manifest, text::duplicate_keys::last_counts)
    .map([](std::vector<text::json> documents) {
      std::erase_if(documents, [](const text::json& document) { return document.is_null(); });
      return documents;
    });
}

} // namespace

bool gives_what_it_renders(const chart& x, const varying_facts& asked) {
  const auto may_be_equal = [](std::string_view function) {
    return may_look_up(function.substr(function.rfind(": ") + 2));
  };
  return !asked.release && std::all_of(x.volatile_functions.begin(), x.volatile_functions.end(), may_be_equal);
}

base::result<manifest_difference> describe_difference(std::string_view rendered, std::string_view released,
                                                      const std::string& default_namespace) {
  const auto before = documents_of(rendered);
  if (!before) return base::fail("the rendering", before.error());
  const auto after = documents_of(released);
  if (!after) return base::fail("the release", after.error());
  const auto all =
    manifest_differences(*before, *after, default_namespace, [](const text::json& object) { return object; });
  manifest_difference found;
  found.is_of_sets =
    std::any_of(all.begin(), all.end(), [](const auto& x) { return x.what != object_difference::change::changed; });
  auto& text = found.objects;
  for (std::size_t i = 0; i < std::min(all.size(), named_objects_max); ++i)
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ", all[i].object, words_of(all[i].what));
  if (all.size() > named_objects_max) text += fmt::format(" and {} more", all.size() - named_objects_max);
  return found;
}

std::optional<std::chrono::seconds> difference_pace::note(const std::string& release, const std::string& inputs_digest,
                                                          const std::string& objects) {
  auto& x = known_[release];
  // The tries begin anew only if both the inputs and the objects have changed: so the tries end while either
  // stays the same.
  if (x.inputs_digest != inputs_digest && x.objects != objects) x.runs = 0;
  x.inputs_digest = inputs_digest;
  x.objects = objects;
  return x.runs < waits.size() ? std::optional(waits[x.runs++]) : std::nullopt;
}

} // namespace core::releases
