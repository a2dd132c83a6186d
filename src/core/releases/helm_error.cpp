#include "core/releases/helm_error.hpp"

#include "base/excerpt.hpp"
#include "base/missing_right.hpp"
#include "base/process_limit.hpp"
#include "text/json/quoted_values.hpp"

#include <fmt/format.h>

#include <array>

namespace core::releases {

namespace {

constexpr std::size_t bytes_max = 1000;
/// The maximal size of an error that lists missing permissions: a Role in a chart may need many.
constexpr std::size_t bytes_with_rights_max = 16'000;
constexpr std::string_view error_word = "Error: ";
constexpr std::array<std::string_view, 4> repeated{
  "UPGRADE FAILED: ", "INSTALLATION FAILED: ", "uninstallation completed with 1 error(s): ", "execution error at "};

std::string both_ends(std::string_view text, std::size_t size_max) {
  constexpr std::string_view gap = " … ";
  if (text.size() <= size_max) return std::string(text);
  const auto begin = base::first_bytes(text, size_max / 3);
  return std::string(begin).append(gap).append(base::last_bytes(text, size_max - begin.size() - gap.size()));
}

bool is_log_line(std::string_view line) {
  return line.starts_with("level=") || line.starts_with("time=") || line.starts_with("WARNING: ")
         || line.starts_with("I0") || line.starts_with("W0") || line.starts_with("Use --debug flag");
}

/// Helm's words for a template that is only a text, as a checkout without symbolic links leaves in place of a
/// link.
bool is_text_in_place_of_object(std::string_view error) {
  return error.find("YAML parse error on ") != error.npos
         && error.find("cannot unmarshal string into Go value of type ") != error.npos;
}

/// `owner=helm,name=web`, by `Secret 'sh.helm.release.v1.web.v3'`
std::string label_of_records(std::string_view record) {
  constexpr std::string_view begin = "sh.helm.release.v1.";
  const auto at = record.find(begin);
  if (at == record.npos) return "owner=helm";
  const auto name = record.substr(at + begin.size());
  return fmt::format("owner=helm,name={}", name.substr(0, name.rfind(".v")));
}

} // namespace

std::string helm_error_text(std::string_view standard_error, const quoted_values& hidden) {
  std::string text;
  while (!standard_error.empty()) {
    const auto end = standard_error.find('\n');
    auto line = base::trimmed(standard_error.substr(0, end));
    standard_error.remove_prefix(end == std::string_view::npos ? standard_error.size() : end + 1);
    if (line.empty() || is_log_line(line)) continue;
    if (line.starts_with(error_word)) {
      // Lines before the error are only warnings and progress.
      text.clear();
      line.remove_prefix(error_word.size());
      for (const auto prefix : repeated)
        if (line.starts_with(prefix)) line.remove_prefix(prefix.size());
    }
    if (!text.empty()) text += ' ';
    text += line;
  }
  // Values are removed before the cut, because the cut could remove the words by which a value is recognized.
  text = text::without_repeated_values(hidden.without_values(text));
  if (is_text_in_place_of_object(text))
    text +=
      ": the file is a plain text and no object. If it holds a path, a link may have been written as a file: bring "
      "back the link, or what it leads to";
  if (base::names_process_limit(text)) text.append(": ").append(base::process_limit_advice);
  return both_ends(text, base::missing_rights(text).empty() ? bytes_max : bytes_with_rights_max);
}

std::optional<unmatched_kind> unmatched_kind_of(std::string_view words) {
  constexpr std::string_view before_kind = "no matches for kind \"";
  constexpr std::string_view before_version = "\" in version \"";
  const bool is_in_record = words.find("from current release manifest") != std::string_view::npos;
  const auto begin = words.find(before_kind);
  if (begin == std::string_view::npos) return std::nullopt;
  words.remove_prefix(begin + before_kind.size());
  const auto middle = words.find(before_version);
  const auto end = middle == std::string_view::npos ? middle : words.find('"', middle + before_version.size());
  if (end == std::string_view::npos) return std::nullopt;
  const auto version_begin = middle + before_version.size();
  return unmatched_kind{std::string(words.substr(version_begin, end - version_begin)),
                        std::string(words.substr(0, middle)), is_in_record};
}

std::string advice_on_kind(const unmatched_kind& x, std::string_view served_as, std::string_view record) {
  // The objects of the kind have gone with its definition, and Helm cannot read the record without the kind.
  if (served_as.empty() && x.is_in_record && !record.empty())
    return fmt::format(
      "the API server does not serve kind '{}' any more, and the last release has objects of it: install its "
      "CustomResourceDefinition again; or, if the kind has gone for good, delete {}, and the release is made anew over "
      "its objects",
      x.kind, record);
  if (served_as.empty())
    return fmt::format(
      "the API server does not serve kind '{}': install its CustomResourceDefinition first; if it is in "
      "templates/ of this chart, move it to crds/ of the module",
      x.kind);
  auto advice = fmt::format("the API server serves kind '{}' as {}, not as {}", x.kind, served_as, x.api_version);
  if (!record.empty() && x.is_in_record)
    advice += fmt::format(
      "; Helm has this from the last release: have {} served again until the upgrade is through ('served: "
      "true' in the CustomResourceDefinition). If that is impossible, and the chart has the served version, "
      "delete {} and all earlier records of the release at once (label {}): the release is made anew over "
      "its objects, and objects that the chart does not have any more stay in the cluster",
      x.api_version, record, label_of_records(record));
  return advice;
}

bool is_record_unreadable(std::string_view words) {
  // Helm's storage writes `create: failed to create` before the message of the API server.
  const auto has = [&](std::string_view part) { return words.find(part) != std::string_view::npos; };
  // The second text comes from a Helm that must not install, the third from the Helm worker.
  return (has("create: failed to create") && has("already exists")) || has("has no deployed releases")
         || has("no record that Helm can read");
}

bool is_stored_manifest_broken(std::string_view words) {
  const auto has = [&](std::string_view part) { return words.find(part) != std::string_view::npos; };
  // Only these errors are about the record. Unserved kinds, or a server that does not answer, are not.
  return has("from current release manifest") && (has("error parsing") || has("error converting YAML to JSON"));
}

std::optional<std::string> record_advice(std::string_view words) {
  const auto has = [&](std::string_view part) { return words.find(part) != std::string_view::npos; };
  const bool is_creation = has("create: failed to create");
  if (is_record_unreadable(words))
    return "Helm cannot read the record of that name: look at the object, and at what is between the operator and the "
           "API server; if the record is damaged, delete it, so that the release is made anew";
  const bool is_record = is_creation || has("update: failed to update") || has("sh.helm.release.v1.");
  if (!is_record || (!has("Request entity too large") && !has("Too long: "))) return std::nullopt;
  return "Helm's record of the release, which holds the chart with all its files and the manifest, is larger than an "
         "object may be, 1 MiB when it is packed: divide the chart among modules, or leave large files out of it by a "
         ".helmignore in the "
         "module's directory (a hook program: the line `hooks`)";
}

} // namespace core::releases
