#include "support/processes.hpp"

#include <sys/prctl.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace test {

std::vector<process_entry> child_processes() {
  std::vector<process_entry> children;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream in(entry.path() / "stat");
    const std::string stat{std::istreambuf_iterator<char>(in), {}};
    const auto open = stat.find('(');
    const auto close = stat.rfind(')');
    if (close == std::string::npos) continue; // no process, or one that has just gone
    process_entry x;
    pid_t parent = 0;
    x.name = stat.substr(open + 1, close - open - 1);
    if (std::sscanf(stat.c_str() + close + 1, " %c %d", &x.state, &parent) != 2 || parent != ::getpid()) continue;
    x.id = std::stoi(stat);
    children.push_back(std::move(x));
  }
  return children;
}

void adopt_orphans() {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
}

} // namespace test
