#include "core/status/advice_rule.hpp"

#include <fmt/format.h>

#include <array>

namespace core::status {

namespace {

std::string step_for_disk(const known_failure& x) {
  const auto& tmp = x.place.tmp;
  if (!tmp.directory.empty() && !tmp.room.empty() && x.has(tmp.directory + "/"))
    return fmt::format(
      "the file system of --tmp-dir {0} is full ({1}): {2}remove these files but not operator-*, inside the operator's "
      "Pod (`kubectl exec`: `ls -lS {0}` shows them there; other Pods and machines have other files at that path), and "
      "have the hook or program that writes them remove its files",
      tmp.directory, tmp.room, tmp.writer.empty() ? std::string() : tmp.writer + "; ");
  return "the file system of the path above is full: inside the operator's Pod `df -h PATH` shows it (`df -i PATH`, if "
         "it has room but no inodes), `du -ahx PATH | sort -h | tail` what fills it; make room there";
}

std::string step_for_read_only(const known_failure&) {
  return "the file system of the path above cannot be written: mount a volume there (emptyDir), or choose another "
         "directory";
}

/// The words of the operator, of bash and of kubectl for a process that the kernel has killed.
std::string step_for_kill(const known_failure& x) {
  if (x.has("time limit")) return {};
  return "the kernel or a person has killed the program, most often for want of memory: see `kubectl describe pod` of "
         "the operator (OOMKilled, limits) and container_memory_working_set_bytes; raise the memory limit, or have the "
         "program take less";
}

std::string step_for_memory(const known_failure&) {
  return "there is no memory for the program: raise the memory limit of the operator's Pod, or have the program read "
         "less at once";
}

std::string step_for_missing_program(const known_failure& x) {
  // Without these, the words may be about a file, an object or a page.
  if (!x.has("exit status 127") && !x.has("command not found") && !x.has("$PATH")) return {};
  const auto program = x.last_name();
  return fmt::format(
    "the program {} is not in the image of the operator, or not in PATH: add it to the image, or correct "
    "its name in the hook",
    name_or(program, "of the message"));
}

std::string step_for_carriage_return(const known_failure&) {
  return "the file has the line ends of Windows: save it with Unix line ends (`sed -i 's/\\r$//' FILE`; in Git: `* "
         "text=auto eol=lf`), and build the image anew";
}

std::string step_for_machine(const known_failure&) {
  return "the file is for another kind of machine (`file PATH`, `uname -m`), or is a script whose first line does not "
         "begin with #!: build it for this one, or write that line";
}

std::string step_for_module_of_python(const known_failure& x) {
  return fmt::format("Python has no package {} here: add it to the image of the operator (`pip install`)",
                     name_or(x.name(), "of that name"));
}

std::string step_for_module_of_node(const known_failure& x) {
  return fmt::format("node has no package {} here: add it to the image of the operator (`npm ci`)",
                     name_or(x.name(), "of that name"));
}

std::string step_for_library(const known_failure&) {
  return "the shared library of the message is not in the image of the operator: add its package";
}

std::string step_for_open_files(const known_failure&) {
  return "the limit of open files is reached: `ulimit -n` and `ls /proc/PID/fd` in the operator's Pod show it and its "
         "users; raise the limit, or have the program close its files";
}

std::string step_for_processes(const known_failure&) {
  return "the limit of processes is reached: a hook may leave children behind (`ps -ef` in the operator's Pod); raise "
         "pids.max of the Pod (podPidsLimit of the node)";
}

std::string step_for_used_port(const known_failure&) {
  return "another program has that port already, maybe a child process of an earlier run: `ss -ltnp` in the operator's "
         "Pod names it; end it, or choose another port";
}

std::string step_for_file_rights(const known_failure& x) {
  // Of ssh and of databases.
  if (x.has("publickey") || x.has("denied for ")) return {};
  return "the operator's user may not open the file of the message (`ls -ln` in its Pod): correct its mode or owner in "
         "the image, runAsUser, fsGroup or the volume's defaultMode";
}

std::string step_for_arguments(const known_failure&) {
  return "the hook gives more text as arguments than a program may get: have it write the text to a file or a pipe";
}

/// `took longer than its time limit of 30 s and was ended`
std::string step_for_time_limit(const known_failure& x) {
  return fmt::format("find out what it waits for (its words, `addon-operator trace why run {}`), or give it more time: "
                     "--hook-timeout for hooks, --helm-timeout for Helm",
                     name_or(x.place.module, "NAME"));
}

/// The messages of Linux, glibc, bash, dash, Python, node and of the operator about its programs.
constexpr std::array<advice_rule, 31> rules{{
  {"o space left on device", step_for_disk},
  {"isk quota exceeded", step_for_disk},
  {"ead-only file system", step_for_read_only},
  {"ended by signal 9", step_for_kill},
  {"exit status 137", step_for_kill},
  {"OOMKilled", step_for_kill},
  {" Killed", step_for_kill},
  {"annot allocate memory", step_for_memory},
  {"ut of memory", step_for_memory},
  {"MemoryError", step_for_memory},
  {"\\r: command not found", step_for_carriage_return},
  {"\\r': No such file or directory", step_for_carriage_return},
  {"^M: bad interpreter", step_for_carriage_return},
  {"xec format error", step_for_machine},
  {"cannot execute binary file", step_for_machine},
  {"No module named ", step_for_module_of_python},
  {"Cannot find module ", step_for_module_of_node},
  {"error while loading shared libraries", step_for_library},
  {"oo many open files", step_for_open_files},
  {"limit of processes and threads is reached", step_for_processes},
  {"fork: retry", step_for_processes},
  {"esource temporarily unavailable", step_for_processes},
  {"ddress already in use", step_for_used_port},
  {"rgument list too long", step_for_arguments},
  {": command not found", step_for_missing_program},
  {": not found", step_for_missing_program},
  {"': No such file or directory", step_for_missing_program},
  {": executable file not found in $PATH", step_for_missing_program},
  {"took longer than its time limit", step_for_time_limit},
  {"ermission denied", step_for_file_rights},
  {"peration not permitted", step_for_file_rights},
}};

} // namespace

advice_rules machine_rules() {
  return rules;
}

} // namespace core::status
