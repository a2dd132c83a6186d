#include "sys/process/start_failure.hpp"

#include "base/process_limit.hpp"
#include "sys/files/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace sys::process {

namespace {

/// The path at which the kernel has looked for the program. A relative path counts from the working directory
/// of the new process.
std::string program_path(const process_spec& spec) {
  const auto& program = spec.argv.front();
  if (spec.working_directory.empty() || program.starts_with('/')) return program;
  return spec.working_directory + '/' + program;
}

/// The interpreter that a script names in its first line; empty if it is not a script.
std::string interpreter_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string line(256, '\0');
  file.read(line.data(), static_cast<std::streamsize>(line.size()));
  line.resize(static_cast<std::size_t>(file.gcount()));
  line.resize(std::min(line.size(), line.find('\n')));
  if (!line.starts_with("#!")) return {};
  const auto begin = line.find_first_not_of(" \t", 2);
  if (begin == std::string::npos) return {};
  return line.substr(begin, line.find_first_of(" \t", begin) - begin);
}

std::string describe_missing(const std::string& path) {
  if (!files::path_exists(path)) return "no such file";
  const auto interpreter = interpreter_of(path);
  if (interpreter.empty()) return "the loader that this binary needs does not exist here";
  if (interpreter.ends_with('\r')) return "its first line ends with a carriage return: save it with Unix line ends";
  return fmt::format("its interpreter {} does not exist", interpreter);
}

std::string describe_refused(const std::string& path) {
  if (files::directory_exists(path)) return "is a directory";
  if (!files::is_executable_file(path)) return "is not executable (chmod +x)";
  return "permission denied: its interpreter is not executable, or the file system is mounted with noexec";
}

std::string describe_reason(const process_spec& spec, int error_number) {
  const auto& directory = spec.working_directory;
  if (!directory.empty() && !files::directory_exists(directory)) {
    return fmt::format("the working directory {} {}", directory,
                       files::path_exists(directory) ? "is not a directory" : "does not exist");
  }
  switch (error_number) {
    case ENOENT: return describe_missing(program_path(spec));
    case EACCES: return describe_refused(program_path(spec));
    case ENOEXEC: return "is neither a binary for this machine nor a script whose first line begins with #!";
    case E2BIG: return "its arguments and environment are too long together";
    case ECANCELED: return "this program is about to end";
    case EAGAIN: return std::string(base::process_limit_advice);
    case ENOMEM: return "there is no memory for another process: raise the memory limit of the Pod";
    case EMFILE: return "this process has too many open files";
    default: return std::strerror(error_number);
  }
}

} // namespace

std::string describe_start_failure(const process_spec& spec, int error_number) {
  if (spec.argv.empty()) return "a process without a program cannot be started";
  return fmt::format("{}: cannot be started: {}", spec.argv.front(), describe_reason(spec, error_number));
}

} // namespace sys::process
