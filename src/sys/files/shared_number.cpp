#include "sys/files/shared_number.hpp"

#include "sys/files/system_error.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <utility>

namespace sys::files {

base::result<shared_number> shared_number::create() {
  file_descriptor file(::memfd_create("lead permit", MFD_CLOEXEC));
  if (!file || ::ftruncate(file.get(), sizeof(std::int64_t)) != 0)
    return system_failure("memory for other processes", "cannot be made", errno);
  void* mapped = ::mmap(nullptr, sizeof(std::int64_t), PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
  if (mapped == MAP_FAILED) return system_failure("memory for other processes", "cannot be mapped", errno);
  return shared_number(std::move(file), static_cast<std::int64_t*>(mapped));
}

shared_number::shared_number(shared_number&& other) noexcept
  : file_(std::move(other.file_)), mapped_(std::exchange(other.mapped_, nullptr)) {}

shared_number::~shared_number() {
  if (mapped_ != nullptr) ::munmap(mapped_, sizeof(std::int64_t));
}

void shared_number::store(std::int64_t x) noexcept {
  std::atomic_ref(*mapped_).store(x);
}

std::string shared_number::path() const {
  return "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(file_.get());
}

} // namespace sys::files
