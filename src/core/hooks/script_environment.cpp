#include "core/hooks/script_environment.hpp"

#include <map>

namespace core::hooks {

namespace {

/// Failures are recognized by English words (`script_stderr.cpp`), but shells and tools may translate their
/// messages. `LANGUAGE` changes only translations (GNU gettext, "The LANGUAGE variable"), not the encoding
/// and the sort order.
void speak_english(std::map<std::string, std::string>& variables) {
  for (const auto* name : {"LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"})
    if (variables.contains(name)) {
      variables["LANGUAGE"] = "C";
      return;
    }
}

} // namespace

std::vector<std::string> script_environment(const std::vector<std::string>& base, const script_command& command,
                                            const std::vector<input_file>& files, const std::string& directory) {
  std::map<std::string, std::string> variables;
  for (const auto& entry : base) {
    auto equals = entry.find('=');
    if (equals != std::string::npos) variables[entry.substr(0, equals)] = entry.substr(equals + 1);
  }
  speak_english(variables);
  for (const auto& [name, value] : command.variables) variables[name] = value;
  for (const auto& file : files) variables[file.variable] = directory + "/" + file.name;
  std::vector<std::string> out;
  out.reserve(variables.size());
  for (const auto& [name, value] : variables) out.push_back(name + "=" + value);
  return out;
}

} // namespace core::hooks
