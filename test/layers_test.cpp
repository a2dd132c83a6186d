// Reads the project's own sources and fails where one of the rules of docs/architecture.md is broken: arrows between
// layers, who knows which library, who may read a clock or start a thread, and that nothing sleeps.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct source_file {
  std::string path; ///< below the source root, for example `src/core/base/error.hpp`
  std::vector<std::string> lines;
};

std::vector<source_file> read_sources(const std::string& folder) {
  const fs::path root(SOURCE_ROOT);
  std::vector<source_file> files;
  for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
    if (entry.path().extension() != ".hpp" && entry.path().extension() != ".cpp") continue;
    source_file file{fs::relative(entry.path(), root).generic_string(), {}};
    std::ifstream stream(entry.path());
    for (std::string line; std::getline(stream, line);) file.lines.push_back(line);
    files.push_back(std::move(file));
  }
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  return files;
}

/// The room that a path below src/ belongs to: `core/text`, `actors/hooks`, `kube` …; `main` for src/main.cpp. The page
/// of interfaces and the messages refer to each other, so they count as one room.
std::string room_of(const std::string& path) {
  auto first = path.find('/');
  if (first == std::string::npos) return "main";
  if (path == "actors/interfaces.hpp") return "actors/messages";
  if (path.starts_with("core/") || path.starts_with("actors/")) return path.substr(0, path.find('/', first + 1));
  return path.substr(0, first);
}

using rooms = std::set<std::string>;

const rooms all_of_core{"core/base",   "core/text",    "core/schema",     "core/values",   "core/bindings",
                        "core/hooks",  "core/modules", "core/tasks",      "core/releases", "core/metrics",
                        "core/rights", "core/trace",   "core/definitions"};

rooms core_and(rooms more) {
  more.insert(all_of_core.begin(), all_of_core.end());
  return more;
}

/// What a room of actors may know: the layers below, the interfaces, and the rooms named here.
rooms actors_and(rooms more) {
  more.insert({"kube", "sys", "actors/framework", "actors/messages"});
  return core_and(more);
}

/// Which rooms a room may know besides itself.
const std::map<std::string, std::set<std::string>> arrows{
  {"core/base", {}},
  {"core/text", {"core/base"}},
  {"core/metrics", {"core/base", "core/text", "core/bindings", "core/hooks", "core/tasks"}},
  {"core/schema", {"core/base", "core/text"}},
  {"core/values", {"core/base", "core/text", "core/schema"}},
  {"core/bindings", {"core/base", "core/text"}},
  {"core/hooks", {"core/base", "core/text", "core/bindings"}},
  {"core/definitions", {"core/base", "core/text"}},
  {"core/tasks", {"core/base", "core/text"}},
  {"core/modules", {"core/base", "core/values", "core/tasks"}},
  {"core/releases", {"core/base", "core/text", "core/values"}},
  {"core/trace", {"core/base", "core/text"}},
  {"core/rights", {"core/base", "core/text", "core/bindings", "core/releases"}},
  {"pch", {"actors/messages"}}, // given to the compiler for each file, included by none
  {"libcurl", {}},
  {"kube", {"core/base", "core/text", "libcurl"}},
  {"sys", {"core/base", "libcurl"}},
  {"actors/framework", core_and({"sys"})},
  {"actors/messages", core_and({"kube", "sys", "actors/framework"})},
  {"actors/tasks", actors_and({})},
  {"actors/processes", actors_and({})},
  {"actors/watches", actors_and({})},
  {"actors/api", actors_and({})},
  {"actors/values", actors_and({"actors/watches"})},
  {"actors/releases", actors_and({"actors/watches"})},
  {"actors/observe", actors_and({})},
  {"actors/hooks", actors_and({"actors/tasks"})},
  {"actors/operator", actors_and({"actors/tasks", "actors/processes", "actors/watches", "actors/api", "actors/values",
                                  "actors/releases", "actors/observe", "actors/hooks"})},
  {"simulation", actors_and({"actors/operator", "actors/observe", "actors/processes"})},
  {"cli", core_and({"sys"})},
  {"main", actors_and({"actors/operator", "actors/releases", "actors/hooks", "cli", "simulation"})},
};

/// Which files may include the headers of a library; a path that ends with `/` means the folder.
struct library {
  std::string_view header_prefix;
  std::vector<std::string_view> known_to;
};

const std::vector<library> libraries{
  {"caf/",
   {"src/actors/framework/acting.hpp", "src/actors/framework/sparing_workers.hpp",
    "src/simulation/virtual_actors.hpp"}},
  {"rapidjson/", {"src/core/text/json_reader.cpp", "src/kube/object_scan.cpp"}},
  {"yaml-cpp/", {"src/core/text/yaml.cpp"}},
  {"curl/",
   {"src/kube/curl_transport.cpp", "src/kube/curl_pool.hpp", "src/kube/curl_transfer.hpp", "src/kube/curl_error.hpp",
    "src/libcurl/closed_transfer.hpp", "src/sys/http_client.cpp"}},
  {"jq.h", {"src/core/bindings/jq_values.hpp"}},
  {"jv_account.h", {"src/core/bindings/jq_account.hpp"}},
  {"re2/", {"src/core/schema/"}},
  {"microhttpd.h", {"src/sys/http_listener.cpp"}},
  {"CLI/",
   {"src/cli/command_group.cpp", "src/cli/options.cpp", "src/cli/debug_questions.cpp", "src/cli/trace_questions.cpp"}},
  {"openssl/", {"src/core/text/base64.cpp", "src/core/text/checksum.cpp", "src/kube/certificate.cpp"}},
  {"cctz/", {"src/sys/time_zones.cpp"}},
  {"zlib.h", {"src/core/releases/gzip.cpp"}},
  {"arpa/inet.h", {"src/kube/ip_address.cpp", "src/sys/"}}, // of the system, and pure
  {"fnmatch.h", {"src/core/releases/helm_ignore.cpp"}},     // of the system, and pure
  // Results and formatted text are the vocabulary of the whole program.
  {"tl/", {"src/"}},
  {"fmt/", {"src/"}},
};

/// Headers of the operating system outside the C++ standard; only sys knows this machine (main has `environ`).
const std::regex
  system_header(R"((sys|netinet|arpa|linux)/.*|(unistd|fcntl|poll|spawn|dirent|netdb|signal|pthread|malloc)\.h)");

/// Headers of the C++ standard that read files or run threads. A lock is none of these: it only makes a shared value safe.
const std::regex impure_header(R"(fstream|iostream|filesystem|cstdio|ctime|thread|future|condition_variable|csignal)");

bool is_one_of(const std::string& path, const std::vector<std::string_view>& places) {
  return std::any_of(places.begin(), places.end(), [&](std::string_view place) {
    return place.ends_with('/') ? path.starts_with(place) : path == place;
  });
}

/// Calls `visit(place, match)` for every line that matches; the place is `FILE:LINE`.
template <class F>
void for_each_match(const std::vector<source_file>& files, const std::regex& pattern, F visit) {
  std::smatch match;
  for (const auto& file : files)
    for (std::size_t i = 0; i < file.lines.size(); ++i)
      if (std::regex_search(file.lines[i], match, pattern))
        visit(file, file.path + ":" + std::to_string(i + 1) + ": " + file.lines[i], match);
}

/// Every line that matches, in files for which `allowed` is false; each with its place.
template <class F>
std::string places(const std::vector<source_file>& files, const std::regex& pattern, F allowed) {
  std::string found;
  for_each_match(files, pattern, [&](const source_file& file, const std::string& place, const std::smatch&) {
    if (!allowed(file.path)) found += place + "\n";
  });
  return found;
}

const std::vector<source_file>& sources() {
  static const auto files = read_sources("src");
  return files;
}

} // namespace

TEST_CASE("the sources are found") {
  CHECK(sources().size() > 50);
}

TEST_CASE("includes follow the arrows between layers") {
  const std::regex own_include(R"re(^\s*#\s*include\s+"([^"]+)")re");
  for_each_match(sources(), own_include,
                 [](const source_file& file, const std::string& place, const std::smatch& match) {
                   auto from = room_of(file.path.substr(std::string_view("src/").size()));
                   auto to = room_of(match[1]);
                   REQUIRE_MESSAGE(arrows.contains(from), place << ": the room '" << from << "' is not in the table");
                   CHECK_MESSAGE((from == to || arrows.at(from).contains(to)), place);
                 });
}

TEST_CASE("a library is known only to the files that are to know it") {
  const std::regex foreign_include(R"re(^\s*#\s*include\s+<([^>]*[./][^>]*)>)re");
  for_each_match(
    sources(), foreign_include, [](const source_file& file, const std::string& place, const std::smatch& match) {
      const std::string header = match[1];
      auto known = std::find_if(libraries.begin(), libraries.end(),
                                [&](const library& x) { return header.starts_with(x.header_prefix); });
      if (known != libraries.end())
        CHECK_MESSAGE(is_one_of(file.path, known->known_to), place);
      else if (std::regex_match(header, system_header))
        CHECK_MESSAGE(is_one_of(file.path, {"src/sys/", "src/kube/curl_transport.cpp", "src/main.cpp"}), place);
      else
        FAIL_CHECK(place << ": this header is in no table");
    });
}

TEST_CASE("a transfer of libcurl begins closed, so that no default of a build or a machine opens it") {
  const std::regex made(R"(\bcurl_easy_init\()");
  for_each_match(sources(), made, [](const source_file& file, const std::string& place, const std::smatch&) {
    const bool closes = std::any_of(file.lines.begin(), file.lines.end(), [](const std::string& line) {
      return line.find("libcurl::close_transfer(") != std::string::npos;
    });
    CHECK_MESSAGE(closes, place << ": call libcurl::close_transfer first");
  });
}

TEST_CASE("core and kube include no standard header for files, clocks and threads") {
  const std::regex standard_include(R"re(^\s*#\s*include\s+<([a-z_]+)>)re");
  for_each_match(
    sources(), standard_include, [](const source_file& file, const std::string& place, const std::smatch& match) {
      if (!file.path.starts_with("src/core/") && !file.path.starts_with("src/kube/")) return;
      if (!std::regex_match(match[1].str(), impure_header)) return;
      // The transport has a thread of its own; certificates name their dates in the words of <ctime>.
      CHECK_MESSAGE(is_one_of(file.path, {"src/kube/curl_transport.cpp", "src/kube/certificate.cpp"}), place);
    });
}

TEST_CASE("core and kube read no clock, start no thread and do not log") {
  const std::regex clock_or_thread(R"(_clock::now|clock_gettime|gettimeofday|\btime\((nullptr|NULL|0)\))"
                                   R"(|std::(jthread|thread|async)\b|std::(cout|cerr|clog)\b|\bprintf\()");
  auto allowed = [](const std::string& path) {
    auto pure = path.starts_with("src/core/") || path.starts_with("src/kube/");
    return !pure || path == "src/kube/curl_transport.cpp";
  };
  CHECK(places(sources(), clock_or_thread, allowed) == "");
}

TEST_CASE("nothing sleeps, in the program and in its tests") {
  const std::regex sleeping(R"(\b(sleep_for|sleep_until|usleep|nanosleep)\(|\bsleep\([^)])");
  auto nowhere = [](const std::string&) { return false; };
  CHECK(places(sources(), sleeping, nowhere) == "");
  CHECK(places(read_sources("test"), sleeping, [](const auto& path) { return path == "test/layers_test.cpp"; }) == "");
}

TEST_CASE("nothing is left for later") {
  const std::regex unfinished(R"(\b(TODO|FIXME|HACK)\b)");
  auto here = [](const std::string& path) { return path == "test/layers_test.cpp"; };
  CHECK(places(sources(), unfinished, here) == "");
  CHECK(places(read_sources("test"), unfinished, here) == "");
}
