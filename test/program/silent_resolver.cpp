// Loaded into a program by LD_PRELOAD: names that end with ".silent" are asked of a name server that never
// answers.
#include <dlfcn.h>
#include <netdb.h>
#include <unistd.h>

#include <string>
#include <string_view>

extern "C" int getaddrinfo(const char* node, const char* service, const addrinfo* hints, addrinfo** result) {
  if (node != nullptr && std::string_view(node).ends_with(".silent")) {
    const auto line = std::string(node) + " is looked up\n";
    static_cast<void>(!::write(STDERR_FILENO, line.data(), line.size()));
    for (;;) ::pause();
  }
  static const auto usual = reinterpret_cast<decltype(&getaddrinfo)>(::dlsym(RTLD_NEXT, "getaddrinfo"));
  return usual(node, service, hints, result);
}
