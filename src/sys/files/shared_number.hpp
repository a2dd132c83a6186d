#pragma once

#include "base/error.hpp"
#include "sys/files/file_descriptor.hpp"

#include <cstdint>
#include <string>
#include <utility>

namespace sys::files {

/// A number in memory that other processes can map. They see a new number at once, and the last number also
/// if this process is stopped. Thread-safe.
class shared_number {
public:
  /// Makes the number 0. Error: why the system refuses it.
  [[nodiscard]] static base::result<shared_number> create();

  shared_number(shared_number&& other) noexcept;
  shared_number& operator=(shared_number&&) = delete;
  ~shared_number();

  void store(std::int64_t x) noexcept;
  /// A file of eight bytes, in the byte order of the machine, for processes of this user and PID namespace
  /// while this process lives.
  [[nodiscard]] std::string path() const;

private:
  shared_number(file_descriptor file, std::int64_t* mapped) : file_(std::move(file)), mapped_(mapped) {}

  file_descriptor file_;
  std::int64_t* mapped_;
};

} // namespace sys::files
