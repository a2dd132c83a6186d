#include "base/missing_right.hpp"

#include "base/contains.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace base {

namespace {

/// The maximal number of rights in an advice: longer advice is not read.
constexpr std::size_t rights_max = 30;
constexpr std::string_view service_account = "system:serviceaccount:";

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
         || std::string_view(".:/*@_-").find(c) != std::string_view::npos;
}

/// Reads a text from the front.
class reader {
public:
  explicit reader(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool skip(std::string_view expected) {
    if (!rest_.starts_with(expected)) return false;
    rest_.remove_prefix(expected.size());
    return true;
  }
  /// A name between quotes, which may be empty.
  [[nodiscard]] std::optional<std::string> quoted() {
    if (!skip("\"")) return std::nullopt;
    const auto end = std::find_if_not(rest_.begin(), rest_.end(), is_name_character);
    std::string name(rest_.begin(), end);
    rest_.remove_prefix(name.size());
    return skip("\"") ? std::optional(std::move(name)) : std::nullopt;
  }
  /// `["a" "b"]`, as Go prints it.
  [[nodiscard]] std::optional<std::vector<std::string>> list() {
    if (!skip("[")) return std::nullopt;
    std::vector<std::string> names;
    while (!skip("]")) {
      auto name = quoted();
      if (!name) return std::nullopt;
      names.push_back(std::move(*name));
      while (skip(" ") || skip(",")) {
      }
    }
    return names;
  }
  [[nodiscard]] std::string word() {
    const auto end = std::find_if_not(rest_.begin(), rest_.end(), is_name_character);
    std::string found(rest_.begin(), end);
    rest_.remove_prefix(found.size());
    return found;
  }

  [[nodiscard]] std::size_t left() const noexcept { return rest_.size(); }

private:
  std::string_view rest_;
};

/// Removes the backslashes before quotes, which are there if a program has put the words into another text.
std::string unescaped(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] != '\\' || i + 1 == text.size() || text[i + 1] != '"') plain += text[i];
  return plain;
}

/// The last user that the text names by `User "NAME"`, or by another mark.
std::string last_user(std::string_view before, std::string_view mark = "User \"") {
  const auto at = before.rfind(mark);
  if (at == std::string_view::npos) return {};
  reader words(before.substr(at + mark.size() - 1));
  return words.quoted().value_or("");
}

/// `VERB resource "R" in API group "G" in the namespace "N"`, or `… at the cluster scope`; or `VERB path "P"`
std::optional<missing_right> read_refusal(std::string_view text) {
  reader words(text);
  const auto verb = words.word();
  if (verb.empty()) return std::nullopt;
  if (words.skip(" path ")) {
    auto path = words.quoted();
    if (!path) return std::nullopt;
    return missing_right{.paths = {std::move(*path)}, .verbs = {verb}};
  }
  if (!words.skip(" resource ")) return std::nullopt;
  auto resource = words.quoted();
  if (!resource || !words.skip(" in API group ")) return std::nullopt;
  auto group = words.quoted();
  if (!group) return std::nullopt;
  missing_right right{.groups = {std::move(*group)}, .resources = {std::move(*resource)}, .verbs = {verb}};
  if (words.skip(" at the cluster scope")) return right;
  if (!words.skip(" in the namespace ")) return std::nullopt;
  right.namespace_name = words.quoted();
  return right.namespace_name ? std::optional(std::move(right)) : std::nullopt;
}

/// `APIGroups:["G"], Resources:["R"], ResourceNames:["N"], Verbs:["V" "W"]}`, or `NonResourceURLs:["P"],
/// Verbs:["V"]}`: a rule that an account may not grant because it lacks the right itself. Lists that are
/// empty are left out.
std::optional<missing_right> read_rule(std::string_view text) {
  reader words(text);
  missing_right right;
  const std::pair<std::string_view, std::vector<std::string>*> fields[] = {{"APIGroups:", &right.groups},
                                                                           {"Resources:", &right.resources},
                                                                           {"NonResourceURLs:", &right.paths},
                                                                           {"ResourceNames:", &right.names},
                                                                           {"Verbs:", &right.verbs}};
  for (const auto& [field, names] : fields) {
    if (!words.skip(field)) continue;
    auto found = words.list();
    if (!found) return std::nullopt;
    *names = std::move(*found);
    (void)words.skip(", ");
  }
  if (right.verbs.empty() || (right.resources.empty() && right.paths.empty()) || !words.skip("}")) return std::nullopt;
  return right;
}

void add(std::vector<missing_right>& rights, missing_right x) {
  const auto same = std::find_if(rights.begin(), rights.end(), [&](const missing_right& y) {
    return y.user == x.user && y.namespace_name == x.namespace_name && y.groups == x.groups
           && y.resources == x.resources && y.names == x.names && y.paths == x.paths;
  });
  if (same == rights.end()) return rights.push_back(std::move(x));
  for (auto& verb : x.verbs)
    if (std::find(same->verbs.begin(), same->verbs.end(), verb) == same->verbs.end())
      same->verbs.push_back(std::move(verb));
}

template <class Read>
void find_all(std::string_view text, std::string_view mark, Read read) {
  for (auto at = text.find(mark); at != std::string_view::npos; at = text.find(mark, at + 1))
    read(text.substr(0, at), text.substr(at + mark.size()));
}

std::string list_text(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& name : names) text += fmt::format("{}\"{}\"", text.empty() ? "" : ", ", name);
  return "[" + text + "]";
}

/// The verbs, with `list` and `watch` together: a watch begins with a list, and each refusal names only one
/// of both.
std::vector<std::string> with_companion(const std::vector<std::string>& verbs) {
  const bool is_one_of_both = verbs == std::vector<std::string>{"list"} || verbs == std::vector<std::string>{"watch"};
  return is_one_of_both ? std::vector<std::string>{"list", "watch"} : verbs;
}

/// A rule of a Role, as YAML on one line.
std::string rule_text(const missing_right& x) {
  const auto verbs = ", verbs: " + list_text(with_companion(x.verbs)) + "}";
  if (!x.paths.empty()) return "{nonResourceURLs: " + list_text(x.paths) + verbs;
  const auto names = x.names.empty() ? std::string() : ", resourceNames: " + list_text(x.names);
  return "{apiGroups: " + list_text(x.groups) + ", resources: " + list_text(x.resources) + names + verbs;
}

bool is_of_kinds(const missing_right& x) {
  return contains(x.groups, std::string_view("apiextensions.k8s.io"))
         || contains(x.groups, std::string_view("apiregistration.k8s.io"));
}

/// The place in the operator's chart for such rights. Rights for CustomResourceDefinitions belong to the
/// chart itself, independently of modules.
std::string chart_advice(const std::vector<missing_right>& rights) {
  bool is_for_modules = false;
  bool is_for_kinds = false;
  for (const auto& x : rights)
    if (x.user.starts_with(service_account)) (is_of_kinds(x) ? is_for_kinds : is_for_modules) = true;
  std::string advice;
  if (is_for_kinds) advice += "; the operator's chart gives the rights for kinds with rbac.clusterWide=true";
  if (is_for_modules) advice += "; in the operator's chart: rbac.modules (`addon-operator rbac DIR` prints all)";
  return advice;
}

} // namespace

std::size_t end_of_right(std::string_view text, std::size_t begin) {
  reader words(text.substr(begin));
  bool is_rule = words.skip("{nonResourceURLs: ") && words.list().has_value();
  if (!is_rule) {
    words = reader(text.substr(begin));
    is_rule =
      words.skip("{apiGroups: ") && words.list().has_value() && words.skip(", resources: ") && words.list().has_value();
    if (is_rule && words.skip(", resourceNames: ")) is_rule = words.list().has_value();
  }
  const bool is_whole = is_rule && words.skip(", verbs: ") && words.list().has_value() && words.skip("}");
  return is_whole ? text.size() - words.left() : begin;
}

std::vector<missing_right> missing_rights(std::string_view text) {
  const auto plain = unescaped(text);
  std::vector<missing_right> rights;
  find_all(plain, " cannot ", [&](std::string_view before, std::string_view after) {
    auto right = read_refusal(after);
    if (!right) return;
    right->user = last_user(before);
    add(rights, std::move(*right));
  });
  // The API server lists rules in braces where it refuses a Role that grants rights which its author lacks
  // (kubernetes.io, "Using RBAC Authorization", privilege escalation). Braces of other texts are no rules.
  if (plain.find("RBAC permissions not currently held") != std::string::npos)
    find_all(plain, "{", [&](std::string_view before, std::string_view after) {
      auto right = read_rule(after);
      if (!right) return;
      right->user = last_user(before, "user \"");
      add(rights, std::move(*right));
    });
  return rights;
}

bool names_missing_right(std::string_view text) {
  const auto has = [&](std::string_view part) { return text.find(part) != std::string_view::npos; };
  return has(": - {apiGroups: [") || has(": - {nonResourceURLs: [") || !missing_rights(text).empty();
}

std::string sentence(const missing_right& x) {
  if (!x.paths.empty())
    return fmt::format("User \"{}\" cannot {} path \"{}\"", x.user, fmt::join(x.verbs, ","), fmt::join(x.paths, ","));
  return fmt::format("User \"{}\" cannot {} resource \"{}\" in API group \"{}\" {}", x.user, fmt::join(x.verbs, ","),
                     fmt::join(x.resources, ","), fmt::join(x.groups, ","),
                     x.namespace_name ? "in the namespace \"" + *x.namespace_name + "\"" : "at the cluster scope");
}

std::string advice_on_rights(std::string_view text) {
  std::string advice;
  const auto rights = missing_rights(text);
  for (std::size_t i = 0; i < std::min(rights.size(), rights_max); ++i) {
    const auto& x = rights[i];
    const auto where = x.namespace_name ? "a Role in namespace '" + *x.namespace_name + "'" : "a ClusterRole";
    advice += fmt::format("{}add to {}{}: - {}", advice.empty() ? "" : "; ", where,
                          x.user.empty() ? "" : " of '" + x.user + "'", rule_text(x));
  }
  if (rights.size() > rights_max) advice += fmt::format("; and {} more", rights.size() - rights_max);
  return advice + chart_advice(rights);
}

} // namespace base
