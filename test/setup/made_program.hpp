#pragma once

#include "support/files.hpp"

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

namespace test {

/// Writes a script of the shell that can be run.
inline std::string make_program(const std::filesystem::path& path, const std::string& commands) {
  put_file(path, "#!/bin/sh\n" + commands);
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return path.string();
}

/// A variable of the environment has another value for a while.
class changed_variable {
public:
  changed_variable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    ::setenv(name, value.c_str(), 1);
  }
  changed_variable(const changed_variable&) = delete;
  changed_variable& operator=(const changed_variable&) = delete;
  ~changed_variable() {
    if (before_)
      ::setenv(name_, before_->c_str(), 1);
    else
      ::unsetenv(name_);
  }

private:
  const char* name_;
  std::optional<std::string> before_;
};

} // namespace test
