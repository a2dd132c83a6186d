#include "support/fake_lookups.hpp"

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace test {

namespace {

constexpr std::string_view open = "{{ (lookup \"";
constexpr std::string_view close = " }}";

/// A lookup in a text.
struct found_lookup {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::array<std::string, 4> arguments; ///< version, kind, namespace, name
  std::string key;
};

std::optional<found_lookup> next_lookup(const std::string& text, std::size_t from) {
  found_lookup x;
  x.begin = text.find(open, from);
  if (x.begin == text.npos) return std::nullopt;
  auto at = x.begin + open.size();
  for (auto& argument : x.arguments) {
    const auto end = text.find('"', at);
    argument = text.substr(at, end - at);
    at = text.find('"', end + 1) + 1;
    if (&argument == &x.arguments.back()) at = end + 1;
  }
  at += std::string_view(").data.").size();
  x.end = text.find(close, at);
  x.key = text.substr(at, x.end - at);
  x.end += close.size();
  return x;
}

std::optional<text::json> object_of(const simulation::fake_api_server& api, const found_lookup& x) {
  return api.object(x.arguments[1], x.arguments[2], x.arguments[3]);
}

} // namespace

std::string put_lookups(const simulation::fake_api_server& api, std::string manifest) {
  for (auto x = next_lookup(manifest, 0); x; x = next_lookup(manifest, x->begin)) {
    const auto object = object_of(api, *x);
    const auto* data = object ? object->find("data") : nullptr;
    manifest.replace(x->begin, x->end - x->begin, data == nullptr ? "" : data->string_at(x->key).value_or(""));
  }
  return manifest;
}

std::string lookups_note(const simulation::fake_api_server& api, const chart_files& chart) {
  std::vector<text::json> found;
  std::vector<text::json> absent;
  for (const auto& [path, content] : chart)
    for (auto x = next_lookup(content, 0); x; x = next_lookup(content, x->end))
      (object_of(api, *x) ? found : absent)
        .push_back(text::json::object({{"apiVersion", x->arguments[0]},
                                       {"kind", x->arguments[1]},
                                       {"namespace", x->arguments[2]},
                                       {"name", x->arguments[3]}}));
  if (found.empty() && absent.empty()) return {};
  return ",\"lookedUp\":{\"found\":" + text::json::array(std::move(found)).dump()
         + ",\"absent\":" + text::json::array(std::move(absent)).dump() + "}";
}

} // namespace test
