#include "sys/process/program_again.hpp"

#include "sys/process/own_executable.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <system_error>
#include <vector>

namespace sys::process {

namespace {

/// The words of the command line, from proc(5): each ends with a zero.
std::vector<std::string> own_command_line() {
  const auto file = ::open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  std::string text;
  std::array<char, 4096> part{};
  for (ssize_t bytes = 0; (bytes = ::read(file, part.data(), part.size())) > 0;)
    text.append(part.data(), static_cast<std::size_t>(bytes));
  ::close(file);
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = text.find('\0', at);
    words.push_back(text.substr(at, end - at));
    at = end == std::string::npos ? text.size() : end + 1;
  }
  return words;
}

} // namespace

base::error run_program_again() {
  auto words = own_command_line();
  const auto program = own_executable();
  if (words.empty() || program.empty()) return {base::error_code::io, "/proc/self cannot be read"};
  std::vector<char*> arguments;
  for (auto& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  // A deadline of this process would end the new program.
  ::alarm(0);
  // The setting of `adopt_orphans` outlives execve: the guard of the new program would become its child, and
  // be ended as an orphan.
  ::prctl(PR_SET_CHILD_SUBREAPER, 0);
  ::execv(program.c_str(), arguments.data());
  return {base::error_code::io, program + " cannot be run again: " + std::generic_category().message(errno)};
}

} // namespace sys::process
