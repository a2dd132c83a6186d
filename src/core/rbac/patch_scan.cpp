#include "core/rbac/patch_scan.hpp"

#include "base/contains.hpp"
#include "base/excerpt.hpp"
#include "text/plain/lines.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>

namespace core::rbac {

namespace {

/// The verbs that an operation needs (docs/operating.md, rights by feature).
struct patch_operation {
  std::string_view name;
  std::set<std::string> verbs;
};
const std::array<patch_operation, 9> operations{{
  {"Create", {"create"}},
  {"CreateIfNotExists", {"create"}},
  {"CreateOrUpdate", {"create", "get", "update"}},
  {"MergePatch", {"patch"}},
  {"JSONPatch", {"patch"}},
  {"JQPatch", {"get", "update"}},
  {"Delete", {"delete", "list", "watch"}},
  {"DeleteInBackground", {"delete"}},
  {"DeleteNonCascading", {"delete"}},
}};

bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}

/// `create_if_not_exists`, `json_patch`: as the framework for Python calls them.
std::string python_name(std::string_view name) {
  std::string snake;
  for (std::size_t i = 0; i < name.size(); ++i) {
    // `JSONPatch` has two words: an acronym ends before the capital letter that a small letter follows.
    const bool ends_word = i > 0 && !is_upper(name[i - 1]);
    const bool ends_acronym = i > 0 && i + 1 < name.size() && !is_upper(name[i + 1]);
    if (is_upper(name[i]) && (ends_word || ends_acronym)) snake += '_';
    snake += is_upper(name[i]) ? static_cast<char>(name[i] - 'A' + 'a') : name[i];
  }
  return snake;
}

/// Null: the word is no operation.
const patch_operation* operation_of(std::string_view word) {
  const auto found = std::find_if(operations.begin(), operations.end(), [&](const patch_operation& x) {
    return word == x.name || word == python_name(x.name);
  });
  return found == operations.end() ? nullptr : &*found;
}

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

/// The words that follow a key, in the syntax of any language: `kind: Pod`, `"kind":"Pod"`, `{\"kind\":
/// \"Pod\"}`. An empty word stands for another value, a variable for example.
std::vector<std::string> words_after(std::string_view text, std::string_view key) {
  std::vector<std::string> words;
  for (auto at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    // The key is the end of a longer name: `apiKind`, `.kind`.
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

void add_operation(patch_scan& words, const patch_operation& x) {
  words.patches = true;
  words.verbs.insert(x.verbs.begin(), x.verbs.end());
}

/// Operations by calls of `hook.objects` (frameworks/python).
void add_calls_of_python(patch_scan& words, std::string_view code) {
  constexpr std::string_view objects = ".objects.";
  for (auto at = code.find(objects); at != std::string_view::npos; at = code.find(objects, at + 1))
    if (const auto* known = operation_of(word_at(code, at + objects.size()))) add_operation(words, *known);
}

/// Whether a word is a kind, or another name of a kind.
bool is_kind(const resource_names& names, const std::string& word) {
  return (word[0] >= 'A' && word[0] <= 'Z') || !names.find("", word).is_guess;
}

/// The kinds of a text, without kinds that only its bindings have.
void add_kinds(patch_scan& words, const resource_names& names, const bindings::hook_definition& hook,
               std::string_view text) {
  std::map<std::string, int> times;
  for (auto& kind : words_after(text, "kind")) ++times[kind];
  // A hook names the kinds of its bindings in its configuration, which needs no right to patch. A kind that
  // the text names more often is also in a patch.
  for (const auto& binding : hook.kubernetes) --times[binding.kind];
  for (const auto& [kind, count] : times)
    if (kind.empty())
      words.leaves_open = true;
    else if (count > 0 && is_kind(names, kind))
      words.kinds.insert(kind);
    else if (count > 0)
      words.leaves_open = true;
}

bool is_import(std::string_view line) {
  return line.starts_with("import ") || (line.starts_with("from ") && base::contains(line, " import "));
}

/// Whether the code reads another file that is no known framework. Object patches by a framework are read
/// from its calls.
bool reads_other_files(std::string_view code) {
  const auto lines = text::lines_of(code);
  const bool is_python = std::any_of(lines.begin(), lines.end(), is_import);
  return std::any_of(lines.begin(), lines.end(), [is_python](std::string_view line) {
    if (base::contains(line, "shell_lib.sh") || base::contains(line, "frameworks/")) return false;
    // Modules of Python's own library patch no objects, so only a path to own modules counts.
    return is_python ? base::contains(line, "sys.path") : line.starts_with(". ") || line.starts_with("source ");
  });
}

} // namespace

std::string without_comments(std::string_view script) {
  std::string code;
  for (const auto line : text::lines_of(script))
    if (const auto words = base::trimmed(line); !words.starts_with('#') && !words.starts_with("//"))
      code.append(words).append("\n");
  return code;
}

patch_scan scan_patches(const resource_names& names, const bindings::hook_definition& hook, std::string_view code) {
  patch_scan words;
  words.patches = base::contains(code, "KUBERNETES_PATCH_PATH");
  words.reads_others = reads_other_files(code);
  for (const auto& word : words_after(code, "operation"))
    if (const auto* known = operation_of(word))
      add_operation(words, *known);
    else
      words.leaves_open = true;
  add_calls_of_python(words, code);
  add_kinds(words, names, hook, code);
  for (auto& part : words_after(code, "subresource"))
    if (!part.empty()) words.subresources.push_back(std::move(part));
  return words;
}

std::string version_before(std::string_view code, const std::string& kind) {
  constexpr std::string_view key = "apiVersion";
  constexpr std::size_t distance_max = 200;
  for (auto at = code.find(key); at != std::string_view::npos; at = code.find(key, at + 1)) {
    const auto from = code.find_first_not_of("\\\"' \t:=>", at + key.size());
    if (from == std::string_view::npos) break;
    const auto version = code.substr(from, code.find_first_of("\\\"' \t\r\n,}", from) - from);
    // Both fields of an object stand close together, in either language and in any form.
    if (base::contains(code.substr(from, distance_max), std::string_view(kind))) return std::string(version);
  }
  return {};
}

} // namespace core::rbac
