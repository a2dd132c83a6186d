// The hook of the reaction benchmark. With --config it prints its bindings; else it reports when its main()
// began, on CLOCK_MONOTONIC, and which objects it was called for, as a single datagram to the unix socket
// $BENCH_SOCKET.

#include <sys/socket.h>
#include <sys/un.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace {

constexpr char config[] = R"({"configVersion":"v1","kubernetes":[{
  "name":"probes","kind":"ConfigMap","labelSelector":{"matchLabels":{"addon-operator/bench":"probe"}},
  "jqFilter":".metadata.name","executeHookOnEvent":["Added"],"queue":"probe"}]})";

/// Appends the names that the contexts carry as filter results: " NAME NAME".
void append_names(char* report, std::size_t size, const char* contexts) {
  constexpr char key[] = "\"filterResult\"";
  for (const char* at = contexts; (at = std::strstr(at, key));) {
    at += sizeof key - 1;
    const char* begin = std::strchr(at, '"');
    const char* end = begin ? std::strchr(begin + 1, '"') : nullptr;
    if (!end) return;
    const auto used = std::strlen(report);
    std::snprintf(report + used, size - used, " %.*s", static_cast<int>(end - begin - 1), begin + 1);
    at = end;
  }
}

bool send_report(const char* report) {
  const char* path = std::getenv("BENCH_SOCKET");
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (!path || std::strlen(path) >= sizeof address.sun_path) return false;
  std::strcpy(address.sun_path, path);
  const int socket = ::socket(AF_UNIX, SOCK_DGRAM, 0);
  const auto size = std::strlen(report);
  return ::sendto(socket, report, size, 0, reinterpret_cast<const sockaddr*>(&address), sizeof address)
         == static_cast<ssize_t>(size);
}

} // namespace

int main(int argc, char** argv) {
  timespec began{};
  ::clock_gettime(CLOCK_MONOTONIC, &began);
  if (argc > 1 && std::strcmp(argv[1], "--config") == 0) return std::puts(config) < 0;

  static char contexts[1 << 20];
  const char* path = std::getenv("BINDING_CONTEXT_PATH");
  if (std::FILE* file = path ? std::fopen(path, "r") : nullptr)
    contexts[std::fread(contexts, 1, sizeof contexts - 1, file)] = '\0';
  static char report[60000];
  std::snprintf(report, sizeof report, "%lld", began.tv_sec * 1'000'000'000LL + began.tv_nsec);
  append_names(report, sizeof report, contexts);
  return send_report(report) ? 0 : 1;
}
