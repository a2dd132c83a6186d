#pragma once

#include "sys/log/log.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace test {

/// Keeps log lines of its lifetime away from stderr, for the test to look at.
class captured_log {
public:
  captured_log() {
    sys::log::replace_log_sink([this](std::string_view line) { lines_.emplace_back(line); });
  }
  ~captured_log() { sys::log::replace_log_sink({}); }
  captured_log(const captured_log&) = delete;
  captured_log& operator=(const captured_log&) = delete;

  [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }
  /// The number of lines that contain all of these texts.
  [[nodiscard]] std::size_t count(const std::vector<std::string_view>& texts) const {
    return static_cast<std::size_t>(std::count_if(lines_.begin(), lines_.end(), [&](const std::string& line) {
      return std::all_of(texts.begin(), texts.end(), [&](auto text) { return line.find(text) != std::string::npos; });
    }));
  }

private:
  std::vector<std::string> lines_;
};

} // namespace test
