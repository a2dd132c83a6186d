#include "core/rights/hook_rights.hpp"

#include "core/base/contains.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <vector>

namespace core {

namespace {

/// What an operation asks of the API server (docs/operating.md, rights by feature).
const std::map<std::string, std::set<std::string>, std::less<>> verbs_of_operations = {
  {"Create", {"create"}},
  {"CreateIfNotExists", {"create"}},
  {"CreateOrUpdate", {"create", "get", "update"}},
  {"MergePatch", {"patch"}},
  {"JSONPatch", {"patch"}},
  {"JQPatch", {"get", "update"}},
  {"Delete", {"delete", "list", "watch"}},
  {"DeleteInBackground", {"delete"}},
  {"DeleteNonCascading", {"delete"}},
};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::string_view word_at(std::string_view text, std::size_t at) {
  auto end = at;
  while (end < text.size() && (is_letter(text[end]) || (end > at && text[end] >= '0' && text[end] <= '9'))) ++end;
  return text.substr(at, end - at);
}

/// The words that follow a key, however a language writes it: `kind: Pod`, `"kind":"Pod"`, `{\"kind\": \"Pod\"}`.
std::vector<std::string> words_after(std::string_view text, std::string_view key) {
  std::vector<std::string> words;
  for (auto at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    if (at > 0 && (is_letter(text[at - 1]) || text[at - 1] == '_' || text[at - 1] == '.')) continue;
    auto next = at + key.size();
    const auto mark = text.find_first_not_of("\\\"' \t", next);
    if (mark == std::string_view::npos || (text[mark] != ':' && text[mark] != '=')) continue;
    next = text.find_first_not_of("\\\"' \t:=/>", mark);
    if (next == std::string_view::npos) break;
    if (const auto word = word_at(text, next); !word.empty()) words.emplace_back(word);
  }
  return words;
}

/// The kinds of a text, without those that only its bindings have.
std::set<std::string> patched_kinds(std::string_view text, const hook_definition& hook) {
  std::map<std::string, int> times;
  for (auto& kind : words_after(text, "kind")) ++times[kind];
  for (const auto& binding : hook.kubernetes) --times[binding.kind];
  std::set<std::string> kinds;
  for (const auto& [kind, count] : times)
    if (count > 0 && kind[0] >= 'A' && kind[0] <= 'Z') kinds.insert(kind);
  return kinds;
}

/// The version that stands shortly before a kind; empty: none does.
std::string version_before(std::string_view text, const std::string& kind) {
  constexpr std::string_view key = "apiVersion";
  constexpr std::size_t distance_max = 200;
  for (auto at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    const auto from = text.find_first_not_of("\\\"' \t:=>", at + key.size());
    if (from == std::string_view::npos) break;
    const auto version = text.substr(from, text.find_first_of("\\\"' \t\r\n,}", from) - from);
    if (contains(text.substr(from, distance_max), std::string_view(kind))) return std::string(version);
  }
  return {};
}

/// Of an operation only this reaches a subresource.
std::set<std::string> verbs_of_subresource(const std::set<std::string>& verbs) {
  std::set<std::string> some;
  for (const auto* verb : {"get", "patch", "update"})
    if (verbs.contains(verb)) some.insert(verb);
  return some;
}

} // namespace

void add_rights_of_bindings(needed_rights& rights, const resource_names& names, const std::string& asker,
                            const hook_definition& hook) {
  for (const auto& binding : hook.kubernetes) {
    const auto resource = names.find(binding.api_version, binding.kind);
    const auto who = fmt::format("{}, binding '{}'", asker, binding.name);
    if (resource.is_guess)
      rights.remark(fmt::format("{} watches the kind {}, which is not defined in the modules: '{}' is a guess", who,
                                binding.kind, resource.plural));
    rights.add({.group = resource.group, .resource = resource.plural}, {"list", "watch"}, who);
    if (binding.namespaces.labels) rights.add({.group = {}, .resource = "namespaces"}, {"list", "watch"}, who);
  }
}

void add_rights_of_patches(needed_rights& rights, const resource_names& names, const std::string& asker,
                           const hook_definition& hook, std::string_view text) {
  if (contains(text, std::string_view("\0", 1)))
    return rights.remark(asker + " is no script: what it changes in the cluster is not known");
  remark_kubectl(rights, asker, text);
  std::set<std::string> verbs;
  for (const auto& word : words_after(text, "operation"))
    if (const auto known = verbs_of_operations.find(word); known != verbs_of_operations.end())
      verbs.insert(known->second.begin(), known->second.end());
  const auto kinds = patched_kinds(text, hook);
  if (kinds.empty() && (!verbs.empty() || contains(text, "KUBERNETES_PATCH_PATH")))
    rights.remark(asker + " patches objects of kinds that its text does not name");
  if (verbs.empty() && !kinds.empty() && contains(text, "KUBERNETES_PATCH_PATH"))
    rights.remark(asker + " patches objects by operations that its text does not name");
  const auto subresources = words_after(text, "subresource");
  for (const auto& kind : kinds) {
    auto resource = names.find("", kind);
    if (resource.is_guess) resource = names.find(version_before(text, kind), kind);
    if (resource.is_guess && !verbs.empty())
      rights.remark(fmt::format("{} patches the kind {}, which is not defined in the modules: '{}' is a guess", asker,
                                kind, resource.plural));
    rights.add({.group = resource.group, .resource = resource.plural}, verbs, asker + ", object patches");
    for (const auto& part : subresources)
      rights.add({.group = resource.group, .resource = resource.plural + "/" + part}, verbs_of_subresource(verbs),
                 asker + ", object patches");
  }
}

void remark_kubectl(needed_rights& rights, const std::string& asker, std::string_view text) {
  if (contains(text, "kubectl"))
    rights.remark(asker + " calls kubectl: the rights that it needs for this stand nowhere");
}

} // namespace core
