#include "sys/process/process_variable.hpp"

#include "sys/files/files.hpp"

#include <algorithm>

namespace sys::process {

std::string variable_of_process(pid_t id, std::string_view name) {
  const auto text = files::read_file("/proc/" + std::to_string(id) + "/environ");
  if (!text) return {};
  std::string_view rest = *text;
  while (!rest.empty()) {
    const auto entry = rest.substr(0, rest.find('\0'));
    if (entry.size() > name.size() && entry.starts_with(name) && entry[name.size()] == '=')
      return std::string(entry.substr(name.size() + 1));
    rest.remove_prefix(std::min(rest.size(), entry.size() + 1));
  }
  return {};
}

} // namespace sys::process
