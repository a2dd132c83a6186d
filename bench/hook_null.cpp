// The hook of the benchmark of webhooks: it allows each request. With --config it prints its binding.

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

constexpr char config[] = R"({"configVersion":"v1","kubernetesValidating":[{
  "name":"null.bench.addon-operator.io","failurePolicy":"Ignore",
  "labelSelector":{"matchLabels":{"addon-operator/bench":"review"}},
  "rules":[{"apiGroups":[""],"apiVersions":["v1"],"resources":["configmaps"],"operations":["CREATE"],
    "scope":"Namespaced"}]}]})";

} // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "--config") == 0) return std::puts(config) < 0;
  const char* path = std::getenv("VALIDATING_RESPONSE_PATH");
  std::FILE* file = path ? std::fopen(path, "w") : nullptr;
  if (!file) return 1;
  const bool is_written = std::fputs(R"({"allowed":true})", file) >= 0;
  return std::fclose(file) == 0 && is_written ? 0 : 1;
}
