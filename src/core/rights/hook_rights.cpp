#include "core/rights/hook_rights.hpp"

#include "core/base/contains.hpp"
#include "core/base/excerpt.hpp"

#include <fmt/format.h>

#include <algorithm>
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
  // As the framework for Python calls them.
  {"create", {"create"}},
  {"create_if_not_exists", {"create"}},
  {"create_or_update", {"create", "get", "update"}},
  {"merge_patch", {"patch"}},
  {"json_patch", {"patch"}},
  {"jq_patch", {"get", "update"}},
  {"delete", {"delete", "list", "watch"}},
  {"delete_in_background", {"delete"}},
  {"delete_non_cascading", {"delete"}},
};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::string_view word_at(std::string_view text, std::size_t at) {
  auto end = at;
  while (end < text.size()
         && (is_letter(text[end]) || (end > at && (text[end] == '_' || (text[end] >= '0' && text[end] <= '9')))))
    ++end;
  return text.substr(at, end - at);
}

/// A script without the lines that are comments.
std::string without_comments(std::string_view text) {
  std::string code;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    const auto line = trimmed(text.substr(at, end - at));
    if (!line.starts_with('#') && !line.starts_with("//")) code.append(line).append("\n");
    at = end + 1;
  }
  return code;
}

/// What a text says of object patches.
struct patch_words {
  std::set<std::string> verbs;
  std::set<std::string> kinds;
  bool patches = false;      ///< it has something to do with them
  bool leaves_open = false;  ///< an operation or a kind is no plain word
  bool reads_others = false; ///< it sources a file, which may have the rest
};

/// The words that follow a key, however a language writes it: `kind: Pod`, `"kind":"Pod"`, `{\"kind\": \"Pod\"}`. An empty
/// one stands for something that is no word, a variable for example.
std::vector<std::string> words_after(std::string_view text, std::string_view key) {
  std::vector<std::string> words;
  for (auto at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    if (at > 0 && (is_letter(text[at - 1]) || text[at - 1] == '_' || text[at - 1] == '.')) continue;
    auto next = at + key.size();
    const auto mark = text.find_first_not_of("\\\"' \t", next);
    if (mark == std::string_view::npos || (text[mark] != ':' && text[mark] != '=')) continue;
    next = text.find_first_not_of("\\\"' \t:=/>", mark);
    if (next == std::string_view::npos) break;
    words.emplace_back(word_at(text, next));
  }
  return words;
}

/// Verbs of the calls of `hook.objects` (frameworks/python).
void add_calls_of_python(patch_words& words, std::string_view text) {
  constexpr std::string_view objects = ".objects.";
  for (auto at = text.find(objects); at != std::string_view::npos; at = text.find(objects, at + 1)) {
    const auto known = verbs_of_operations.find(word_at(text, at + objects.size()));
    if (known == verbs_of_operations.end()) continue;
    words.patches = true;
    words.verbs.insert(known->second.begin(), known->second.end());
  }
}

/// Whether a word is a kind, or one of its other names.
bool is_kind(const resource_names& names, const std::string& word) {
  return (word[0] >= 'A' && word[0] <= 'Z') || !names.find("", word).is_guess;
}

/// The kinds of a text, without those that only its bindings have.
void add_kinds(patch_words& words, const resource_names& names, const hook_definition& hook, std::string_view text) {
  std::map<std::string, int> times;
  for (auto& kind : words_after(text, "kind")) ++times[kind];
  for (const auto& binding : hook.kubernetes) --times[binding.kind];
  for (const auto& [kind, count] : times)
    if (kind.empty())
      words.leaves_open = true;
    else if (count > 0 && is_kind(names, kind))
      words.kinds.insert(kind);
    else if (count > 0)
      words.leaves_open = true;
}

bool sources_a_file(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    const auto line = text.substr(at, end - at);
    at = end + 1;
    const bool is_framework = contains(line, "shell_lib.sh") || contains(line, "frameworks/");
    if ((line.starts_with(". ") || line.starts_with("source ")) && !is_framework) return true;
  }
  return false;
}

patch_words words_of(const resource_names& names, const hook_definition& hook, std::string_view text) {
  patch_words words;
  words.patches = contains(text, "KUBERNETES_PATCH_PATH");
  words.reads_others = sources_a_file(text);
  for (const auto& word : words_after(text, "operation")) {
    const auto known = verbs_of_operations.find(word);
    if (known == verbs_of_operations.end()) {
      words.leaves_open = true;
    } else {
      words.patches = true;
      words.verbs.insert(known->second.begin(), known->second.end());
    }
  }
  add_calls_of_python(words, text);
  add_kinds(words, names, hook, text);
  return words;
}

/// What a person has to look after, because the text does not tell it.
void remark_gaps(needed_rights& rights, const std::string& asker, const patch_words& words) {
  if (words.reads_others) rights.remark(asker + " sources other files: what they change in the cluster is not read");
  if (!words.patches) return;
  if (words.kinds.empty()) rights.remark(asker + " patches objects of kinds that its text does not name");
  if (words.verbs.empty()) rights.remark(asker + " patches objects by operations that its text does not name");
  if (words.leaves_open && !words.kinds.empty() && !words.verbs.empty())
    rights.remark(asker + " has operations or kinds that are no plain words: there may be more than what is listed");
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
  const auto code = without_comments(text);
  remark_kubectl(rights, asker, code);
  const auto words = words_of(names, hook, code);
  remark_gaps(rights, asker, words);
  const auto& verbs = words.verbs;
  const auto subresources = words_after(code, "subresource");
  for (const auto& kind : words.kinds) {
    auto resource = names.find("", kind);
    if (resource.is_guess) resource = names.find(version_before(code, kind), kind);
    if (resource.is_guess && !verbs.empty())
      rights.remark(fmt::format("{} patches the kind {}, which is not defined in the modules: '{}' is a guess", asker,
                                kind, resource.plural));
    rights.add({.group = resource.group, .resource = resource.plural}, verbs, asker + ", object patches");
    for (const auto& part : subresources)
      if (!part.empty())
        rights.add({.group = resource.group, .resource = resource.plural + "/" + part}, verbs_of_subresource(verbs),
                   asker + ", object patches");
  }
}

void remark_kubectl(needed_rights& rights, const std::string& asker, std::string_view text) {
  if (contains(text, "kubectl"))
    rights.remark(asker + " calls kubectl: the rights that it needs for this stand nowhere");
}

} // namespace core
