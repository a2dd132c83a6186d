#include "core/config/flag_slips.hpp"

#include "base/excerpt.hpp"
#include "core/config/displaced_keys.hpp"
#include "core/config/misspelt_keys.hpp"
#include "core/values/names.hpp"
#include "text/plain/shown_key.hpp"
#include "text/yaml/yaml.hpp"

#include <set>
#include <utility>
#include <vector>

namespace core::config {

namespace {

/// A key with the name of a module in place of its flag: `cert-store: true`.
std::vector<misspelt_key> names_as_flags(const text::json& file, const std::set<std::string>& missing) {
  std::vector<misspelt_key> found;
  for (const auto& [key, value] : file.as_object()) {
    const auto section = values::to_camel(key);
    const auto flag = values::enabled_key(section);
    const bool is_true = value == text::json(true) || value == text::json("true");
    if (is_true && key != section && missing.contains(flag)) found.push_back({flag, key});
  }
  return found;
}

/// The slips in a file.
/// @param flags that may stand in the file
std::vector<misspelt_key> slips_in(const values_file& file, const std::set<std::string>& flags) {
  const auto text = file.text.value_or("");
  auto parsed = text::parse_yaml(text);
  // A file with comments alone has no keys.
  if (!parsed || !(parsed->is_object() || parsed->is_null())) return {};
  const auto content = parsed->is_object() ? *parsed : text::json::object();
  std::set<std::string> written;
  displaced_keys displaced;
  for (const auto& [key, value] : content.as_object()) {
    written.insert(key);
    displaced.take_section(key, value, flags);
  }
  displaced.take_comments({}, text, flags);
  auto missing = flags;
  for (const auto& key : written) missing.erase(key);
  auto found = misspelt_keys(written, flags);
  for (auto& slip : names_as_flags(content, missing)) found.push_back(std::move(slip));
  for (auto& slip : displacements_of(missing, displaced)) {
    if (slip.kind == slip_kind::commented) slip.written = "# " + slip.meant;
    found.push_back(std::move(slip));
  }
  return found;
}

} // namespace

std::map<std::string, std::string> flag_slips_of(const static_files& files) {
  std::map<std::string, std::string> found;
  const auto take = [&](const values_file& file, const std::set<std::string>& flags) {
    for (auto& slip : slips_in(file, flags)) {
      const auto section = values::key_of_flag(slip.meant);
      slip.written = base::excerpt(text::shown_key(slip.written));
      if (section) found.emplace(values::to_kebab(*section), describe(slip, file.path));
    }
  };
  std::set<std::string> all;
  for (const auto& [name, module] : files.modules) all.insert(values::enabled_key(values::to_camel(name)));
  for (const auto& file : files.common) take(file, all);
  for (const auto& [name, module] : files.modules)
    take({module.directory + "/values.yaml", module.values}, {values::enabled_key(values::to_camel(name))});
  return found;
}

} // namespace core::config
