// The hook of the benchmark of webhooks: it allows each request, and converts objects from v1 to v2. With
// --config it prints its bindings.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

namespace {

constexpr char config[] = R"({"configVersion":"v1","kubernetesValidating":[{
  "name":"null.bench.addon-operator.io","failurePolicy":"Ignore",
  "labelSelector":{"matchLabels":{"addon-operator/bench":"review"}},
  "rules":[{"apiGroups":[""],"apiVersions":["v1"],"resources":["configmaps"],"operations":["CREATE"],
    "scope":"Namespaced"}]}],"kubernetesCustomResourceConversion":[{"name":"tabs",
  "crdName":"tabs.bench.addon-operator.io","conversions":[{"fromVersion":"v1","toVersion":"v2"}]}]})";

std::string text_of(const char* path) {
  std::string text;
  std::FILE* file = path ? std::fopen(path, "r") : nullptr;
  if (!file) return text;
  char part[65536];
  for (std::size_t size = 0; (size = std::fread(part, 1, sizeof part, file)) > 0;) text.append(part, size);
  std::fclose(file);
  return text;
}

/// The objects of a conversion in v2, with their brackets; empty: the context is no conversion.
std::string converted(const std::string& context) {
  constexpr std::string_view begin = "\"objects\":";
  const auto from = context.find(begin);
  const auto to = context.rfind("]}},\"toVersion\"");
  if (from == std::string::npos || to == std::string::npos) return {};
  auto objects = context.substr(from + begin.size(), to + 1 - from - begin.size());
  for (auto at = objects.find("/v1\""); at != std::string::npos; at = objects.find("/v1\"", at))
    objects.replace(at, 4, "/v2\"");
  return objects;
}

} // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "--config") == 0) return std::puts(config) < 0;
  const auto context = text_of(std::getenv("BINDING_CONTEXT_PATH"));
  const auto objects = converted(context);
  const char* path = std::getenv(objects.empty() ? "VALIDATING_RESPONSE_PATH" : "CONVERSION_RESPONSE_PATH");
  std::FILE* file = path ? std::fopen(path, "w") : nullptr;
  if (!file) return 1;
  const auto answer = objects.empty() ? R"({"allowed":true})" : "{\"convertedObjects\":" + objects + "}";
  const bool is_written = std::fputs(answer.c_str(), file) >= 0;
  return std::fclose(file) == 0 && is_written ? 0 : 1;
}
