#include "core/releases/file_damage.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::releases;

TEST_CASE("pointers of Git LFS and NUL bytes in place of text are damage, and binary files are sound") {
  const std::string pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:abab\nsize 1234\n";
  CHECK_EQ(damage_of(pointer), file_damage::lfs_pointer);
  CHECK_EQ(damage_of(pointer + std::string(1024, 'a')), file_damage::none);
  CHECK_EQ(damage_of(std::string(22, '\0')), file_damage::nul_bytes);
  CHECK_EQ(damage_of("allow anna\n" + std::string(8, '\0')), file_damage::nul_bytes);
  CHECK_EQ(damage_of(std::string("a\0b\0", 4)), file_damage::none);
  CHECK_EQ(damage_of("allow anna\n"), file_damage::none);
  CHECK_EQ(damage_of(""), file_damage::none);
  CHECK_EQ(words(file_damage::none), "");
  CHECK_EQ(words(file_damage::lfs_pointer), "a pointer of Git LFS in place of the file");
}
