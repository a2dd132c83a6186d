#pragma once

// The access to members of `start_options`, from the texts of options and variables.

#include "cli/option_values.hpp"
#include "cli/start_option_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace cli {

// Shows values in the form in which a user gives them.

inline std::string shown(std::uint16_t x) {
  return std::to_string(x);
}

inline std::string shown(const std::string& x) {
  return x;
}

inline std::string shown(bool x) {
  return x ? "true" : "false";
}

inline std::string shown(unsigned x) {
  return std::to_string(x);
}

/// A duration in the largest unit that loses no millisecond.
inline std::string shown(std::chrono::milliseconds x) {
  const auto ms = x.count();
  if (ms % 1000 != 0) return std::to_string(ms) + "ms";
  if (ms % 60'000 != 0 || ms == 0) return std::to_string(ms / 1000) + "s";
  return ms % 3'600'000 != 0 ? std::to_string(ms / 60'000) + "m" : std::to_string(ms / 3'600'000) + "h";
}

/// Sets a member to the value that `read` makes of the text.
template <class Member, class Read>
option_access into(Member start_options::*member, Read read) {
  return {[member, read](start_options& options, const std::string& text) -> base::result<void> {
            auto value = read(text);
            if (!value) return tl::unexpected(value.error());
            options.*member = static_cast<Member>(*value);
            return {};
          },
          [member](const start_options& options) { return shown(options.*member); },
          std::is_arithmetic_v<Member> ? "N" : "TEXT"};
}

inline option_access text_into(std::string start_options::*member, const char* type = "TEXT") {
  return {[member](start_options& options, const std::string& text) -> base::result<void> {
            options.*member = text;
            return {};
          },
          [member](const start_options& options) { return options.*member; }, type};
}

template <class Duration>
option_access duration_into(Duration start_options::*member) {
  return {[member](start_options& options, const std::string& text) -> base::result<void> {
            auto value = duration(text);
            if (!value) return tl::unexpected(value.error());
            options.*member = std::chrono::ceil<Duration>(*value);
            return {};
          },
          [member](const start_options& options) { return shown(options.*member); }, "DURATION"};
}

inline option_access bytes_into(std::uint64_t start_options::*member) {
  return {[member](start_options& options, const std::string& text) -> base::result<void> {
            auto value = bytes(text);
            if (!value) return tl::unexpected(value.error());
            options.*member = *value;
            return {};
          },
          [member](const start_options& options) { return text_of_bytes(options.*member); }, "BYTES"};
}

using url_reader = base::result<std::string> (*)(const std::string& text);

inline option_access url_into(std::string start_options::*member, url_reader read) {
  return {[member, read](start_options& options, const std::string& text) -> base::result<void> {
            auto value = read(text);
            if (!value) return tl::unexpected(value.error());
            options.*member = std::move(*value);
            return {};
          },
          [member](const start_options& options) { return options.*member; }, "URL"};
}

inline option_access directories_into(std::vector<std::string> start_options::*member) {
  return {[member](start_options& options, const std::string& text) -> base::result<void> {
            options.*member = parts(text, ':');
            if ((options.*member).empty())
              return base::fail(base::error_code::invalid_input,
                                "expected directories separated by ':', got '" + text + "'");
            return {};
          },
          [member](const start_options& options) { return fmt::to_string(fmt::join(options.*member, ":")); }, "PATHS"};
}

} // namespace cli
