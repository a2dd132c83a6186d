#include "core/releases/varying_facts.hpp"

#include "text/plain/checksum.hpp"

#include <algorithm>
#include <array>

namespace core::releases {

namespace {

using namespace std::string_view_literals;

/// Members of `.Release` that are the same in an upgrade and in a rendering.
constexpr std::array same_members{".Name"sv, ".Namespace"sv, ".Service"sv};

bool is_word(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool begins_with_word(std::string_view text, std::string_view word) noexcept {
  return text.starts_with(word) && (text.size() == word.size() || !is_word(text[word.size()]));
}

/// True if a template reads other members of `.Release` than name, namespace and service.
bool has_whole_release(std::string_view text) {
  constexpr auto word = "Release"sv;
  for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const auto behind = text.substr(at + word.size());
    const bool is_inside_word = (at > 0 && is_word(text[at - 1])) || (!behind.empty() && is_word(behind.front()));
    const bool is_same = std::any_of(same_members.begin(), same_members.end(),
                                     [&](std::string_view member) { return begins_with_word(behind, member); });
    if (!is_inside_word && !is_same) return true;
  }
  return false;
}

/// True for `apps/v1` and `networking.k8s.io/v1/Ingress`, false for kinds of CustomResourceDefinitions
/// outside Kubernetes.
bool is_of_kubernetes(std::string_view api_version) {
  const auto slash = api_version.find('/');
  const auto group = slash == api_version.npos ? ""sv : api_version.substr(0, slash);
  return group.find('.') == group.npos || group.ends_with(".k8s.io");
}

} // namespace

varying_facts& varying_facts::operator|=(const varying_facts& x) noexcept {
  release = release || x.release;
  api_versions = api_versions || x.api_versions;
  return *this;
}

varying_facts asked_facts(std::string_view text) {
  const auto first = text.find("{{");
  if (first == text.npos) return {};
  const auto rest = text.substr(first);
  const auto has = [&](std::string_view word) { return rest.find(word) != rest.npos; };
  // Even if a template reads a fact through a variable, it contains the fact's name.
  return {.release = has("Revision") || has("IsInstall") || has("IsUpgrade") || has_whole_release(rest),
          .api_versions = has("APIVersions")};
}

std::string rendering_digest(const std::string& manifest, const varying_facts& asked,
                             const std::vector<std::string>& api_versions) {
  if (!asked.api_versions) return manifest;
  auto text = manifest;
  auto sorted = api_versions;
  std::sort(sorted.begin(), sorted.end());
  for (const auto& x : sorted)
    if (is_of_kubernetes(x)) text.append("\n").append(x);
  return text::md5_hex(text);
}

} // namespace core::releases
