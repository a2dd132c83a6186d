#include "core/releases/files_read.hpp"

#include <doctest/doctest.h>

using namespace core::releases;

TEST_CASE("templates read files by name, by pattern, by a computed name, or all of them") {
  CHECK_EQ(files_read_in(R"({{ .Files.Get "a.conf" | quote }} {{ $.Files.Lines `b.conf` }})"),
           files_read{{"a.conf", "b.conf"}, {}, false});
  CHECK_EQ(files_read_in(R"({{ (.Files.Glob "files/*.conf").AsConfig }})"), files_read{{}, {"files/*.conf"}, false});
  CHECK_EQ(files_read_in(R"({{ .Files.GetBytes $name }})"), files_read{{}, {}, true});
  CHECK_EQ(files_read_in(R"({{ .Files.Glob $pattern }})"), files_read{{}, {"**"}, false});
  CHECK_EQ(files_read_in("{{ .Files.AsConfig }}"), files_read{{}, {"**"}, false});
  CHECK_EQ(files_read_in("{{ include \"x\" .Files }}"), files_read{{}, {"**"}, false});
  CHECK_EQ(files_read_in("{{ .FilesOfA }}"), files_read{});
  CHECK_EQ(files_read_in(".Files.Get \"a\""), files_read{});
}

TEST_CASE("a template misses a file that it names, and a pattern misses the last file") {
  const auto reads = files_read_in(R"({{ .Files.Get "a.conf" }}{{ .Files.Glob "files/*.conf" }})");
  CHECK(may_read(reads, "a.conf"));
  CHECK(may_read(reads, "files/b.conf"));
  CHECK_FALSE(may_read(reads, "files/b.txt"));
  CHECK_FALSE(may_read(reads, "README.md"));
  CHECK(may_miss(reads, "a.conf", {}));
  CHECK(may_miss(reads, "files/b.conf", {"files/b.txt"}));
  CHECK_FALSE(may_miss(reads, "files/b.conf", {"files/c.conf"}));
  CHECK_FALSE(may_miss(reads, "README.md", {}));
}

TEST_CASE("a computed name may be any file in a directory that no pattern finds") {
  const auto reads =
    files_read_in(R"({{ .Files.Get (printf "files/%s" .Values.a) }}{{ .Files.Glob "maps/{a,b}/**" }})");
  CHECK(may_miss(reads, "files/a.conf", {}));
  CHECK_FALSE(may_miss(reads, "README.md", {}));
  CHECK_FALSE(may_miss(reads, "maps/a/1", {"maps/a/2"}));
  CHECK_FALSE(may_miss(files_read_in("{{ .Files.AsConfig }}"), "files/a.conf", {}));
}
