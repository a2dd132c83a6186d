#include "program_path.hpp"

#include "sys/environment.hpp"
#include "sys/file_tree.hpp"
#include "sys/files.hpp"

#include <sstream>

std::string find_in_path(const std::string& name) {
  std::istringstream directories(sys::environment_variable("PATH").value_or(""));
  for (std::string directory; std::getline(directories, directory, ':');)
    if (const auto candidate = directory + "/" + name; !directory.empty() && sys::is_executable_file(candidate))
      return candidate;
  return {};
}
