#include "setup/program_path.hpp"

#include "sys/files/environment.hpp"
#include "sys/files/file_tree.hpp"
#include "sys/files/files.hpp"

#include <sstream>

namespace setup {

std::string find_in_path(const std::string& name) {
  std::istringstream directories(sys::files::environment_variable("PATH").value_or(""));
  for (std::string directory; std::getline(directories, directory, ':');)
    if (const auto candidate = directory + "/" + name; !directory.empty() && sys::files::is_executable_file(candidate))
      return candidate;
  return {};
}

} // namespace setup
