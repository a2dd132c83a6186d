#include "faults/footprint.hpp"

#include "support/processes.hpp"
#include "sys/files/files.hpp"

#include <filesystem>
#include <stdexcept>
#include <string>

namespace faults {

namespace {

std::size_t number_after(const std::string& text, const std::string& word) {
  const auto at = text.find("\n" + word + ":");
  if (at == std::string::npos) throw std::runtime_error("/proc has no " + word);
  return std::stoul(text.substr(at + word.size() + 2));
}

std::string text_of(const std::filesystem::path& file) {
  return sys::files::read_file(file).value_or("");
}

pid_t operator_of(const std::string& space) {
  for (const auto& child : test::child_processes()) {
    const auto line = text_of("/proc/" + std::to_string(child.id) + "/cmdline");
    if (child.state != 'Z' && line.find('\0' + space + '\0') != std::string::npos) return child.id;
  }
  throw std::runtime_error("no operator runs in namespace " + space);
}

} // namespace

footprint footprint_of_operator(const std::string& space) {
  const std::filesystem::path folder("/proc/" + std::to_string(operator_of(space)));
  const auto status = text_of(folder / "status");
  const auto files = std::distance(std::filesystem::directory_iterator(folder / "fd"), {});
  return {.files = static_cast<std::size_t>(files),
          .threads = number_after(status, "Threads"),
          .memory_kib = number_after(status, "VmRSS")};
}

std::string text_of(const footprint& x) {
  return std::to_string(x.files) + " files, " + std::to_string(x.threads) + " threads, " + std::to_string(x.memory_kib)
         + " KiB";
}

} // namespace faults
