#include "commands/command_directory.hpp"

#include <filesystem>
#include <system_error>

namespace commands {

base::result<sys::files::temp_dir> make_command_directory(const std::string& prefix) {
  std::error_code absent;
  const auto root = std::filesystem::temp_directory_path(absent);
  if (absent)
    return base::fail(base::error_code::io, "there is no directory for temporary files ($TMPDIR): " + absent.message());
  return sys::files::temp_dir::create(root, prefix);
}

} // namespace commands
