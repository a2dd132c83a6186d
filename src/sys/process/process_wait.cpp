#include "sys/process/process_wait.hpp"

#include "sys/files/files.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>
#include <vector>

namespace sys::process {

namespace {

constexpr std::size_t processes_max = 64;
constexpr std::size_t text_bytes_max = 4096;
constexpr std::size_t locks_bytes_max = std::size_t{256} << 10;
constexpr std::size_t descriptors_max = 256;

struct place {
  const std::string& proc;

  [[nodiscard]] std::string of(pid_t id, std::string_view file) const {
    return proc + "/" + std::to_string(id) + "/" + std::string(file);
  }
  /// Empty: the file cannot be read, or the process has ended.
  [[nodiscard]] std::string text(pid_t id, std::string_view file) const {
    return files::read_beginning(of(id, file), text_bytes_max).value_or(std::string());
  }
};

std::vector<pid_t> children_of(const place& in, pid_t id) {
  std::vector<pid_t> found;
  std::error_code ignored;
  for (const auto& task : std::filesystem::directory_iterator(in.of(id, "task"), ignored)) {
    std::istringstream children(
      files::read_beginning(task.path().string() + "/children", text_bytes_max).value_or(std::string()));
    for (pid_t child = 0; children >> child;) found.push_back(child);
  }
  return found;
}

/// The first of the deepest descendants: a shell waits for its commands, which wait for the cause.
pid_t deepest_of(const place& in, pid_t id) {
  std::vector<pid_t> level{id};
  std::size_t seen = 0;
  auto deepest = id;
  while (!level.empty() && seen < processes_max) {
    deepest = level.front();
    std::vector<pid_t> next;
    for (const auto x : level) {
      if (++seen > processes_max) break;
      const auto children = children_of(in, x);
      next.insert(next.end(), children.begin(), children.end());
    }
    level = std::move(next);
  }
  return deepest;
}

/// An argument that cannot be a secret: a short number, or a path from the root.
bool is_harmless(std::string_view argument) {
  constexpr std::size_t digits_max = 6;
  constexpr std::size_t path_bytes_max = 100;
  if (argument.empty()) return false;
  if (argument.find_first_not_of("0123456789.") == argument.npos) return argument.size() <= digits_max;
  return argument.front() == '/' && argument.size() <= path_bytes_max
         && argument.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-")
              == argument.npos;
}

/// `flock 9`, `psql …`; empty: a process without a command line, like a kernel thread.
std::string command_of(const place& in, pid_t id) {
  const auto line = in.text(id, "cmdline");
  std::string words;
  bool is_cut = false;
  for (std::size_t begin = 0; begin < line.size();) {
    const auto end = std::min(line.find('\0', begin), line.size());
    const auto argument = std::string_view(line).substr(begin, end - begin);
    begin = end + 1;
    if (words.empty())
      words = argument.substr(argument.rfind('/') + 1);
    else if (is_harmless(argument))
      words += " " + std::string(argument);
    else
      is_cut = true;
  }
  return is_cut && !words.empty() ? words + " …" : words;
}

/// A lock that a process waits for.
struct awaited_lock {
  std::string file; ///< `08:01:1234`: device and inode
  pid_t holder = 0; ///< 0: outside of this namespace of processes, or not known
};

/// The lock in `/proc/locks` (`1: -> FLOCK ADVISORY WRITE 900 08:01:1234 0 EOF`) that the process waits for.
/// The line of its holder has the same number and stands before.
std::optional<awaited_lock> lock_awaited_by(const place& in, pid_t id) {
  std::istringstream lines(files::read_beginning(in.proc + "/locks", locks_bytes_max).value_or(std::string()));
  pid_t holder = 0;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string number, kind, advice, access, file;
    pid_t owner = 0;
    fields >> number >> kind;
    const bool waits = kind == "->";
    if (waits) fields >> kind;
    fields >> advice >> access >> owner >> file;
    if (!waits)
      holder = std::max(owner, 0);
    else if (owner == id)
      return awaited_lock{file, holder};
  }
  return std::nullopt;
}

/// The path of the open file with that device and inode; empty: it is not found.
std::string path_of(const place& in, pid_t id, const std::string& file) {
  const auto colon = file.rfind(':');
  if (colon == file.npos) return {};
  ino_t inode = 0;
  std::from_chars(file.data() + colon + 1, file.data() + file.size(), inode);
  std::error_code ignored;
  std::size_t seen = 0;
  for (const auto& x : std::filesystem::directory_iterator(in.of(id, "fd"), ignored)) {
    if (++seen > descriptors_max) break;
    struct stat found {};
    if (::stat(x.path().c_str(), &found) != 0 || found.st_ino != inode) continue;
    return std::filesystem::read_symlink(x.path(), ignored).string();
  }
  return {};
}

std::string words_on_lock(const place& in, pid_t id, const awaited_lock& x) {
  const auto path = path_of(in, id, x.file);
  auto words = path.empty() ? std::string("waits for the lock of a file") : "waits for the lock of " + path;
  if (x.holder == 0) return words + ", which a process outside of this Pod or container holds";
  const auto command = command_of(in, x.holder);
  return words + ", which pid " + std::to_string(x.holder) + (command.empty() ? "" : " (`" + command + "`)") + " holds";
}

/// The function of the kernel in which a process sleeps, and its meaning.
struct kernel_wait {
  std::string_view function;
  std::string_view words;
};

/// The names of Linux 5.10 to 6.12.
constexpr std::array<kernel_wait, 17> kernel_waits{{
  {"lock_inode_wait", "waits for the lock of a file"},
  {"nanosleep", "sleeps for a time of its own choice"},
  {"pipe_read", "waits for input from a pipe"},
  {"pipe_write", "waits for the reader of its output"},
  {"wait_for_connect", "waits for a connection over the network"},
  {"sk_wait_data", "waits for an answer over the network"},
  {"wait_woken", "waits for an answer over the network"},
  {"wait_for_more_packets", "waits for an answer over the network"},
  {"unix_stream_read", "waits for an answer of another program (a socket)"},
  {"request_wait_answer", "waits for a file system (FUSE)"},
  {"rpc_wait", "waits for a file system of the network (NFS)"},
  {"n_tty_read", "waits for input from a terminal"},
  {"do_poll", "waits for an event (of a connection, a pipe or a timer)"},
  {"poll_schedule_timeout", "waits for an event (of a connection, a pipe or a timer)"},
  {"ep_poll", "waits for an event (of a connection, a pipe or a timer)"},
  {"do_select", "waits for an event (of a connection, a pipe or a timer)"},
  {"futex_wait", "waits for a thread of its own"},
}};

/// The letter of the state in `stat`, behind the name in parentheses; 0: not known.
char state_of(const place& in, pid_t id) {
  const auto stat = in.text(id, "stat");
  const auto name_end = stat.rfind(") ");
  return name_end == stat.npos || name_end + 2 >= stat.size() ? '\0' : stat[name_end + 2];
}

std::string words_on_wait(const place& in, pid_t id) {
  if (const auto lock = lock_awaited_by(in, id)) return words_on_lock(in, id, *lock);
  const auto state = state_of(in, id);
  if (state == 'T' || state == 't') return "is stopped (`kill -CONT` lets it go on)";
  if (state == 'R') return "computes";
  const auto function = in.text(id, "wchan");
  for (const auto& x : kernel_waits)
    if (function.find(x.function) != function.npos) return std::string(x.words);
  return state == 'D' ? "waits for a disk or a file system" : "";
}

} // namespace

std::string words_on_process(pid_t id, const std::string& proc) {
  const place in{proc};
  const auto deepest = deepest_of(in, id);
  const auto command = command_of(in, deepest);
  const auto wait = words_on_wait(in, deepest);
  // The name of the program itself is in the subject of its run.
  if (command.empty() || (deepest == id && wait.empty())) return {};
  return "`" + command + "` (pid " + std::to_string(deepest) + ")" + (wait.empty() ? " runs" : " " + wait);
}

} // namespace sys::process
