#pragma once

#include <sys/stat.h>

#include <fstream>
#include <stdexcept>
#include <string>
#include <utility>

namespace test {

/// A named pipe by which a script and a test wait for each other (mkfifo(3)). Reading waits for a writer,
/// writing for a reader.
class pipe {
public:
  explicit pipe(std::string path) : path_(std::move(path)) {
    if (::mkfifo(path_.c_str(), S_IRUSR | S_IWUSR) != 0) throw std::runtime_error("mkfifo " + path_);
  }

  [[nodiscard]] const std::string& path() const noexcept { return path_; }

  [[nodiscard]] std::string read_line() const {
    std::string line;
    std::getline(std::ifstream(path_), line);
    return line;
  }
  void write_line(const std::string& line) const { std::ofstream(path_) << line << "\n"; }

private:
  std::string path_;
};

} // namespace test
