// Reads the project's own sources and fails where a rule of docs/architecture.md is broken: arrows between
// layers, the only user of each library, the places that may read a clock or start a thread, and that no code
// sleeps.

#include "support/source_root.hpp"

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
  std::string path; ///< below the source root, for example `src/base/error.hpp`
  std::vector<std::string> lines;
};

std::vector<source_file> read_sources(const std::string& folder) {
  const fs::path root(test::source_root());
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

/// The room that a path below src/ belongs to: its folder, for example `core/values`; `main` for
/// src/main.cpp. The three folders of `text` are a single room.
std::string room_of(const std::string& path) {
  if (path.starts_with("text/")) return "text";
  const auto last = path.rfind('/');
  return last == std::string::npos ? "main" : path.substr(0, last);
}

/// The namespace of a room: its folder, for example `core::values`.
std::string namespace_of(const std::string& room) {
  return std::regex_replace(room, std::regex("/"), "::");
}

using rooms = std::set<std::string>;

rooms operator+(rooms a, const rooms& b) {
  a.insert(b.begin(), b.end());
  return a;
}

const rooms plain{"base", "text"};
const rooms domain =
  plain + rooms{"core/bindings", "core/config",     "core/crds",    "core/hooks",    "core/leadership",
                "core/metrics",  "core/main_queue", "core/modules", "core/releases", "core/status",
                "core/store",    "core/tasks",      "core/values",  "core/webhooks"};
/// The vocabulary of all actors.
const rooms acting = domain + rooms{"trace",   "kube/api", "kube/objects",     "kube/watch",
                                    "sys/log", "sys/time", "actors/framework", "actors/messages"};

/// The rooms that a room may include besides itself.
const std::map<std::string, rooms> arrows{
  {"base", {}},
  {"text", {"base"}},
  {"trace", plain},
  {"trace/read", plain + rooms{"trace"}},
  {"trace/formats", plain + rooms{"trace", "trace/read"}},
  {"core/cel", plain},
  {"core/schema", plain + rooms{"core/cel"}},
  {"core/bindings", plain},
  {"core/crds", plain},
  {"core/leadership", plain},
  {"core/lint", plain},
  {"core/plan", plain + rooms{"core/releases", "core/store"}},
  {"core/webhooks", plain + rooms{"core/bindings"}},
  {"core/tasks", plain},
  {"core/hooks", plain + rooms{"core/bindings"}},
  {"core/values", plain + rooms{"core/schema"}},
  {"core/config", plain + rooms{"core/schema", "core/values"}},
  {"core/store", plain + rooms{"core/schema", "core/values", "core/config"}},
  {"core/modules", plain + rooms{"core/config", "core/values"}},
  {"core/main_queue", plain + rooms{"core/modules", "core/tasks"}},
  {"core/status", plain + rooms{"core/bindings", "core/modules", "core/tasks", "core/values", "core/webhooks"}},
  {"core/releases", plain + rooms{"core/values"}},
  {"core/metrics", plain + rooms{"core/bindings", "core/hooks", "core/leadership", "core/tasks"}},
  {"core/rbac", plain + rooms{"core/bindings", "core/releases"}},
  {"pch", {"actors/messages"}}, // given to the compiler for each file, never included
  {"libcurl", {}},
  {"kube/access", plain},
  {"kube/api", plain},
  {"kube/objects", plain + rooms{"kube/api"}},
  {"kube/discovery", plain + rooms{"kube/api"}},
  {"kube/transport", plain + rooms{"kube/access", "kube/api", "libcurl"}},
  {"kube/watch", plain + rooms{"kube/api", "kube/objects", "kube/transport"}},
  {"sys/files", {"base"}},
  {"sys/process", plain + rooms{"sys/files", "sys/log", "sys/time"}},
  {"sys/time", {"base", "sys/files"}},
  {"sys/log", plain + rooms{"sys/files", "sys/time"}},
  {"sys/http", plain + rooms{"libcurl", "sys/files", "sys/log", "sys/time"}},
  {"cluster/operations",
   plain
     + rooms{"core/bindings", "core/crds", "core/hooks", "core/releases", "kube/api", "kube/objects", "kube/watch"}},
  {"cluster/records", plain + rooms{"core/config", "core/leadership", "core/releases", "kube/api", "kube/objects"}},
  {"cluster/views", plain + rooms{"core/bindings", "core/metrics", "kube/objects"}},
  {"actors/framework", plain + rooms{"trace", "sys/log", "sys/time"}},
  {"actors/messages",
   domain + rooms{"trace", "kube/api", "kube/watch", "sys/http", "sys/process", "sys/time", "actors/framework"}},
  {"actors/tasks", acting},
  {"actors/processes", acting + rooms{"sys/files", "sys/process"}},
  {"actors/watches", acting + rooms{"cluster/views", "kube/discovery", "kube/transport", "sys/process"}},
  {"actors/api", acting + rooms{"cluster/operations", "kube/discovery"}},
  {"actors/values", acting + rooms{"cluster/records", "actors/watches"}},
  {"actors/releases", acting + rooms{"cluster/operations", "cluster/records", "sys/files", "actors/watches"}},
  {"actors/telemetry", acting + rooms{"trace/read", "trace/formats", "sys/files", "sys/http"}},
  {"actors/hooks", acting + rooms{"actors/tasks"}},
  {"actors/leadership", acting + rooms{"cluster/records"}},
  {"actors/webhooks", acting + rooms{"sys/http", "sys/time", "actors/watches"}},
  {"actors/supervision",
   acting
     + rooms{"cluster/records", "trace/read", "sys/files", "sys/http", "sys/process", "actors/api", "actors/hooks",
             "actors/leadership", "actors/processes", "actors/releases", "actors/tasks", "actors/telemetry",
             "actors/values", "actors/watches", "actors/webhooks"}},
  {"simulation", acting
                   + rooms{"kube/access", "kube/discovery", "sys/files", "sys/http", "sys/process", "actors/processes",
                           "actors/supervision", "actors/telemetry"}},
  {"hook_cases", domain
                   + rooms{"core/rbac", "kube/objects", "sys/files", "sys/process", "sys/time", "actors/messages",
                           "actors/processes", "simulation"}},
  {"cli", domain + rooms{"trace/read", "trace/formats", "sys/files", "sys/http", "sys/log", "sys/time"}},
  {"setup", domain
              + rooms{"core/schema", "kube/access", "sys/files", "sys/log", "sys/process", "sys/time", "cli",
                      "actors/processes", "actors/releases", "actors/supervision"}},
  {"commands", domain
                 + rooms{"core/lint", "core/plan", "core/rbac", "trace", "trace/read", "kube/access", "kube/api",
                         "kube/discovery", "kube/transport", "sys/files", "sys/http", "sys/log", "sys/process",
                         "sys/time", "cli", "setup", "simulation", "hook_cases", "actors/hooks", "actors/leadership",
                         "actors/releases", "actors/supervision"}},
  {"main", {"base", "cli", "commands", "sys/process", "text"}},
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
  {"rapidjson/", {"src/text/json/json_reader.cpp", "src/kube/objects/object_scan.cpp"}},
  {"yaml-cpp/", {"src/text/yaml/yaml.cpp"}},
  {"curl/",
   {"src/kube/transport/curl_transport.cpp", "src/kube/transport/curl_pool.hpp", "src/kube/transport/curl_transfer.hpp",
    "src/kube/transport/curl_error.hpp", "src/kube/transport/curl_trust.hpp", "src/libcurl/closed_transfer.hpp",
    "src/sys/http/client.cpp"}},
  {"jq.h", {"src/core/bindings/jq_values.hpp"}},
  {"jv_account.h", {"src/core/bindings/jq_account.hpp"}},
  {"re2/", {"src/core/cel/regular_expression.cpp", "src/core/schema/"}},
  {"microhttpd.h", {"src/sys/http/listener.cpp", "src/sys/http/request_head.cpp"}},
  {"gnutls/", {"src/sys/http/https_identity.cpp", "src/sys/http/issued_certificate.cpp"}},
  {"CLI/",
   {"src/cli/command_group.cpp", "src/cli/options.cpp", "src/cli/debug_command_line.cpp",
    "src/cli/hook_command_line.cpp", "src/cli/new_command_line.cpp", "src/cli/plan_command_line.cpp",
    "src/cli/trace_command_line.cpp"}},
  {"openssl/",
   {"src/text/plain/base64.cpp", "src/text/plain/checksum.cpp", "src/kube/access/certificate.cpp",
    "src/kube/transport/curl_trust.cpp"}},
  {"cctz/", {"src/sys/time/time_zones.cpp"}},
  {"zlib.h", {"src/core/releases/gzip.cpp"}},
  {"zstd.h", {"src/text/plain/packed_text.cpp"}},
  {"arpa/inet.h", {"src/core/cel/ip_library.cpp", "src/kube/access/ip_address.cpp", "src/sys/"}}, // pure, too
  {"fnmatch.h", {"src/core/releases/files_read.cpp", "src/core/releases/helm_ignore.cpp"}}, // of the system, and pure
  // Results and formatted text are the vocabulary of the whole program.
  {"tl/", {"src/"}},
  {"fmt/", {"src/"}},
};

/// Headers of the operating system outside the C++ standard; only sys knows this machine (main has
/// `environ`).
const std::regex
  system_header(R"((sys|netinet|arpa|linux)/.*|(unistd|fcntl|poll|spawn|dirent|netdb|signal|pthread|malloc)\.h)");

/// Headers of the C++ standard that read files or run threads. A lock is not among them: it only makes a
/// shared value safe.
const std::regex impure_header(R"(fstream|iostream|filesystem|cstdio|ctime|thread|future|condition_variable|csignal)");

/// Whether a file belongs to the rooms that know no machine: no files, clocks, threads, log.
bool is_pure(const std::string& path) {
  const std::vector<std::string_view> folders{"src/base/", "src/text/",    "src/trace/",
                                              "src/core/", "src/cluster/", "src/kube/"};
  return std::any_of(folders.begin(), folders.end(), [&](std::string_view x) { return path.starts_with(x); });
}

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

/// Whether a namespace that is opened in that line stands inside another namespace of this file: then the
/// outer counts.
bool is_opened_inside(const source_file& file, std::size_t line) {
  int open = 0;
  for (std::size_t i = 0; i < line; ++i) {
    if (file.lines[i].starts_with("namespace ") && file.lines[i].ends_with("{")) ++open;
    if (file.lines[i].starts_with("} // namespace")) --open;
  }
  return open > 0;
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

TEST_CASE("the table of rooms has no circle") {
  std::set<std::string> placed;
  while (placed.size() < arrows.size()) {
    const auto before = placed.size();
    for (const auto& [room, known] : arrows)
      if (std::includes(placed.begin(), placed.end(), known.begin(), known.end())) placed.insert(room);
    REQUIRE_MESSAGE(placed.size() > before, "the rooms that are left include each other");
  }
}

TEST_CASE("the namespace of a file is its folder") {
  const std::regex opens(R"(^namespace ([a-z_:]+) \{$)");
  const std::regex forward(R"(^(template <.*>|(class|struct|enum class) .*;|)$)");
  for (const auto& file : sources()) {
    const auto room = room_of(file.path.substr(std::string_view("src/").size()));
    std::smatch match;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      if (!std::regex_match(file.lines[i], match, opens)) continue;
      const std::string name = match[1];
      const auto own = namespace_of(room);
      std::size_t end = i + 1;
      while (end < file.lines.size() && std::regex_match(file.lines[end], forward)) ++end;
      const bool only_names_others = end < file.lines.size() && file.lines[end].starts_with("}");
      CHECK_MESSAGE((name == own || name.starts_with(own + "::") || only_names_others || is_opened_inside(file, i)),
                    file.path << ":" << i + 1 << ": namespace " << name << " is not that of the folder, " << own);
    }
  }
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
        CHECK_MESSAGE(is_one_of(file.path, {"src/sys/", "src/kube/transport/curl_transport.cpp", "src/main.cpp"}),
                      place);
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

TEST_CASE("base, text, trace, core, kube and cluster include no standard header for files, clocks and threads") {
  const std::regex standard_include(R"re(^\s*#\s*include\s+<([a-z_]+)>)re");
  for_each_match(sources(), standard_include,
                 [](const source_file& file, const std::string& place, const std::smatch& match) {
                   if (!is_pure(file.path)) return;
                   if (!std::regex_match(match[1].str(), impure_header)) return;
                   // The transport has a thread of its own; certificates name their dates in the words of
                   // <ctime>.
                   CHECK_MESSAGE(is_one_of(file.path, {"src/kube/transport/curl_transport.cpp",
                                                       "src/kube/transport/transfer_commands.hpp",
                                                       "src/kube/access/certificate.cpp"}),
                                 place);
                 });
}

TEST_CASE("base, text, trace, core, kube and cluster read no clock, start no thread and do not log") {
  const std::regex clock_or_thread(R"(_clock::now|clock_gettime|gettimeofday|\btime\((nullptr|NULL|0)\))"
                                   R"(|std::(jthread|thread|async)\b|std::(cout|cerr|clog)\b|\bprintf\()");
  auto allowed = [](const std::string& path) {
    return !is_pure(path) || path == "src/kube/transport/curl_transport.cpp";
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

TEST_CASE("a switch over kinds has no default, so that a new kind does not compile before it is handled") {
  const std::regex default_case(R"(^\s*default:)");
  // Files with a switch over characters, over numbers of the system or of foreign formats, or over the names
  // of fields in foreign objects.
  auto are_numbers = [](const std::string& path) {
    return is_one_of(path, {"src/text/json/json.cpp", "src/text/plain/printable.cpp", "src/text/plain/secret_text.cpp",
                            "src/core/bindings/filter_forms.cpp", "src/core/bindings/filter_needs.cpp",
                            "src/core/bindings/filter_reach.cpp", "src/core/bindings/object_cut.cpp",
                            "src/core/bindings/reach_words.cpp", "src/core/crds/crd_fields.cpp",
                            "src/core/metrics/name_escaping.cpp", "src/kube/api/response.cpp",
                            "src/kube/objects/object_scan.cpp", "src/kube/transport/curl_error.cpp",
                            "src/commands/start_command.cpp", "src/sys/process/start_failure.cpp",
                            "src/sys/files/system_error.cpp", "src/simulation/protobuf_object.cpp"});
  };
  CHECK(places(sources(), default_case, are_numbers) == "");
}

TEST_CASE("kinds of a variant are visited, not asked in turn") {
  // Three questions to the same variant in a function are a ladder: its last branch also takes a new kind.
  const std::regex question(R"((?:get_if|holds_alternative)<[^()]*>\(&?([^()]*(?:\([^()]*\))?[^()]*)\))");
  std::string ladders;
  for (const auto& file : sources()) {
    std::map<std::string, int> asked;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const auto& line = file.lines[i];
      if (line.starts_with("}") || (file.path.ends_with(".hpp") && line.starts_with("  }"))) asked.clear();
      const std::sregex_iterator end;
      for (std::sregex_iterator match(line.begin(), line.end(), question); match != end; ++match)
        if (++asked[(*match)[1]] == 3) ladders += file.path + ":" + std::to_string(i + 1) + ": " + line + "\n";
    }
  }
  CHECK(ladders == "");
}
