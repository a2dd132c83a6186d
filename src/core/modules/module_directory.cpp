#include "core/modules/module_directory.hpp"

#include "core/values/names.hpp"

#include <charconv>

namespace core::modules {

std::string_view number_prefix(std::string_view directory) {
  const auto end = directory.find_first_not_of("0123456789");
  const bool numbered = end != std::string_view::npos && end > 0 && directory[end] == '-' && end + 1 < directory.size();
  return numbered ? directory.substr(0, end) : std::string_view();
}

base::result<module_directory> parse_module_directory(std::string_view directory) {
  const auto number = number_prefix(directory);
  const std::string name(number.empty() ? directory : directory.substr(number.size() + 1));
  module_directory parsed{.name = name, .order = std::nullopt};
  if (!number.empty()) {
    int order = 0;
    if (std::from_chars(number.data(), number.data() + number.size(), order).ec != std::errc{})
      return base::fail(base::error_code::invalid_input,
                        "module directory '" + std::string(directory) + "': the number is too big");
    parsed.order = order;
  }
  const auto key = values::to_camel(name);
  // The names of modules and the keys of their sections must be convertible in both directions, because the
  // ConfigMap and values files name a module by its key alone.
  if (const auto back = values::to_kebab(key); back != name)
    return base::fail(base::error_code::invalid_input, "'" + name
                                                         + "' name should be in kebab-case and be restorable from "
                                                           "camelCase: consider renaming to '"
                                                         + back + "'");
  if (key == values::global_key || values::key_of_flag(key) || values::key_of_maintenance(key))
    return base::fail(base::error_code::invalid_input,
                      "module '" + name + "': its values key '" + key
                        + "' is reserved (global, …Enabled, …Maintenance): rename the module");
  return parsed;
}

std::optional<std::string> name_meant_by(std::string_view directory) {
  const auto number = number_prefix(directory);
  if (!number.empty()) directory.remove_prefix(number.size() + 1);
  auto name = values::to_kebab(values::to_camel(directory));
  if (name.empty() || !parse_module_directory(name)) return std::nullopt;
  return name;
}

} // namespace core::modules
