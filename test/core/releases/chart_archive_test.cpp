#include "core/releases/chart_archive.hpp"

#include "text/plain/base64.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

// Made by tarfile and gzip of Python.

/// A folder, `Chart.yaml`, a file with a long path, and an empty file.
const std::string whole =
  "H4sIAAAAAAACA+3WQQ7CIBCFYdaeghMoY2lJ3HoSjBgXYkytqb296M7GjbGoTf9vM+wgecxk2rBZqMxMUln7qEm/vjhXpTilS/UF"
  "l3Pj63SlmqY25b/e+7qZdz4efpS/LJ/zF2OtUdqQf3ZHH8NKp18wU5ig3QcG6n+Rojf/rZXCjbz/74N1m81gz7wCGTBZx7P/hXhq"
  "ur/a/13phP0PAAAAAAAAAAAAeNcNFnV1xgAoAAA=";
/// The same archive, cut off in the content of the file with the long path.
const std::string cut_off =
  "H4sIAAAAAAACAytPTdJnoDEwAAIzExMwDQToNBa2mamhOYOCKQMdQGlxSWIR0EqGkQnKgfHvnJFYVKJXmZibM0Dxb2iEGv+GBiYm"
  "BgwKBqPxT3OQl5ibaqUATAVcDKNgBII0CgCV8r+hoTFa+W9iYmhsPsTzP6hgTaEZoJozK+gAAOTXmbBkCAAA";
/// 600 letters that are not an archive.
const std::string other = "H4sIAAAAAAACA0tMHAWjgPoAAC1scPpYAgAA";

base::result<std::vector<core::releases::archived_file>> read(const std::string& base64) {
  return core::releases::read_chart_archive(text::decode_base64(base64).value());
}

} // namespace

TEST_CASE("the regular files of an archive are read, with long paths and without folders") {
  const auto files = read(whole);
  REQUIRE(files);
  REQUIRE(files->size() == 3);
  CHECK(files->at(0).path == "web/Chart.yaml");
  CHECK(files->at(0).content == "name: web\n");
  CHECK(files->at(1).path == "web/" + std::string(90, 'd') + "/" + std::string(60, 'f'));
  CHECK(files->at(1).content == std::string(600, 'x'));
  CHECK(files->at(2).path == "web/empty");
  CHECK(files->at(2).content == "");
}

TEST_CASE("what is no archive, or not a whole one, is refused") {
  CHECK(read(cut_off).error().message == "the tar archive is cut off");
  CHECK(read(other).error().message == "this is no tar archive");
  CHECK(core::releases::read_chart_archive("plain").error().code == base::error_code::invalid_input);
  CHECK(core::releases::read_chart_archive("").error().code == base::error_code::invalid_input);
}
