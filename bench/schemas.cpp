#include "measures.hpp"

#include "core/schema/section_schemas.hpp"
#include "process_counters.hpp"
#include "text/yaml/yaml.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <stdexcept>
#include <string>
#include <vector>

namespace bench {

namespace {

constexpr int modules = 100;
constexpr int parts = 15;
constexpr int runs = 21;

/// Twenty lines of a schema, as modules have them for each thing that they run.
std::string schema_part(int number) {
  return fmt::format(R"(  part{}:
    type: object
    default: {{}}
    required: [image, replicas]
    properties:
      image: {{type: string, pattern: '^[a-z0-9./-]+(:[a-z0-9.-]+)?$', minLength: 1}}
      replicas: {{type: integer, minimum: 1, maximum: 100}}
      mode: {{type: string, enum: [Auto, Manual, Off], default: Auto}}
      address: {{type: string, format: cidr}}
      labels:
        type: object
        additionalProperties: {{type: string, maxLength: 63}}
      hosts:
        type: array
        items: {{type: string, format: hostname}}
        uniqueItems: true
      storage:
        additionalProperties: true
        oneOf:
          - {{type: object, required: [size], properties: {{size: {{type: string}}}}}}
          - {{type: boolean}}
)",
                     number);
}

std::string values_part(int number) {
  return fmt::format(R"(part{}:
  image: registry.example.com/some/image:1.2.{}
  replicas: {}
  address: 10.0.{}.0/24
  labels: {{app: web, tier: front, team: platform}}
  hosts: [a.example.com, b.example.com, c.example.com]
  storage: {{size: 10Gi}}
)",
                     number, number, 1 + number, number);
}

template <class T>
T must(base::result<T> x) {
  if (!x) throw std::runtime_error(x.error().message);
  return std::move(*x);
}

} // namespace

std::vector<figure> measure_schemas() {
  std::string schema_text = "type: object\nproperties:\n";
  std::string values_text;
  for (int i = 0; i < parts; ++i) {
    schema_text += schema_part(i);
    values_text += values_part(i);
  }
  std::vector<core::schema::section_schemas> schemas;
  const auto before_compile = cpu_time(::getpid());
  for (int i = 0; i < modules; ++i)
    schemas.push_back(must(core::schema::make_section_schemas({.config_values = schema_text, .values = std::nullopt})));
  const std::chrono::duration<double, std::milli> compiled = cpu_time(::getpid()) - before_compile;
  const auto values = must(text::parse_yaml(values_text));
  std::vector<double> samples;
  for (int run = 0; run < runs; ++run) {
    const auto before = std::chrono::steady_clock::now();
    for (const auto& module : schemas) {
      const auto violations = module.config->validate(module.config->with_defaults(values), "module");
      if (!violations.empty()) throw std::runtime_error(core::schema::describe(violations));
    }
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - before;
    samples.push_back(took.count());
  }
  return {
    {fmt::format("values of {} modules checked by schemas of {} lines, p50", modules, 2 + 20 * parts),
     percentile(samples, 0.5), "ms", 1, 50},
    {"  those schemas read and compiled, once at the start", compiled.count(), "ms", 0},
  };
}

} // namespace bench
