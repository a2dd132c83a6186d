#include "measures.hpp"

#include "core/store/values_book.hpp"
#include "process_counters.hpp"
#include "sys/files/files.hpp"
#include "sys/files/temp_dir.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace bench {

namespace {

constexpr int runs = 25;

/// A section like the sections of charts: services with ports, labels and texts, `bytes` long as JSON.
std::string section_text(std::size_t bytes) {
  std::string text = R"({"services":{)";
  for (int i = 0; text.size() < bytes; ++i)
    text += fmt::format(R"({}"service-{}":{{"image":"registry.example.com/some/image:1.2.{}","replicas":{},)"
                        R"("labels":{{"app":"service-{}","tier":"backend"}},"ports":[80,443,{}],"enabled":true,)"
                        R"("description":"what it does and why, in some words"}})",
                        i == 0 ? "" : ",", i, i, i % 7, i, 8000 + i);
  return text + "}}";
}

constexpr auto schema_text = R"(
type: object
properties:
  found: {type: integer, minimum: 0}
  services:
    type: object
    additionalProperties:
      type: object
      required: [image, replicas]
      additionalProperties: false
      properties:
        image: {type: string, pattern: '^[a-z0-9./:-]+$'}
        replicas: {type: integer, minimum: 0, maximum: 100}
        labels: {type: object, additionalProperties: {type: string}}
        ports: {type: array, items: {type: integer, minimum: 1, maximum: 65535}}
        enabled: {type: boolean, default: true}
        description: {type: string, maxLength: 200}
)";

core::store::values_book book_of(int modules, std::size_t bytes) {
  core::config::static_files files;
  files.common = {{"values.yaml", ""}};
  for (int i = 0; i < modules; ++i) {
    core::config::module_files module;
    module.directory = fmt::format("/modules/{:03}-m{}", i, i);
    module.values = fmt::format(R"({{"m{}":{}}})", i, section_text(bytes));
    module.schemas.config_values = schema_text;
    module.schemas.values = "x-extend: {schema: config-values.yaml}\ntype: object\n";
    files.modules[fmt::format("m{}", i)] = std::move(module);
  }
  core::store::values_book book;
  book.load(core::config::read_static_values(files));
  if (const auto wrong = book.problems(); !wrong.empty()) throw std::runtime_error(wrong.front().message);
  return book;
}

/// The work of the values store for a hook with news.
void commit(core::store::values_book& book, int number) {
  const auto patch = fmt::format(R"([{{"op":"add","path":"/m0/found","value":{}}},)"
                                 R"({{"op":"replace","path":"/m0/services/service-5/replicas","value":{}}}])",
                                 number, number % 50);
  auto prepared = book.prepare_hook_commit(core::values::values_owner{"m0"}, patch, "");
  if (!prepared) throw std::runtime_error(prepared.error().message);
  if (const auto done = book.commit(std::move(*prepared), 1); !done) throw std::runtime_error(done.error().message);
}

/// In the order of the commits: the first commit checks everything, later commits check their changes.
std::vector<double> times_of_commits(core::store::values_book& book) {
  std::vector<double> samples;
  for (int i = 0; i < runs; ++i) {
    const auto before = cpu_time(::getpid());
    commit(book, i);
    samples.push_back(std::chrono::duration<double, std::milli>(cpu_time(::getpid()) - before).count());
  }
  return samples;
}

double time_of_files(const core::store::values_book& book) {
  const auto directory = sys::files::temp_dir::create(std::filesystem::temp_directory_path(), "addon-operator-bench-");
  if (!directory) throw std::runtime_error(directory.error().message);
  std::vector<double> samples;
  for (int i = 0; i < runs; ++i) {
    const auto before = cpu_time(::getpid());
    const auto texts = book.state()->hook_files(core::values::values_owner{"m0"}, {"m0"});
    const auto written = sys::files::write_file_private(directory->file(fmt::format("values-{}", i)),
                                                        [&](const auto& write) { return texts.values.read(write); });
    if (!written) throw std::runtime_error(written.error().message);
    samples.push_back(std::chrono::duration<double, std::milli>(cpu_time(::getpid()) - before).count());
  }
  return percentile(samples, 0.5);
}

} // namespace

std::vector<figure> measure_values() {
  constexpr std::size_t kib = 1024;
  const auto before = read_counters(::getpid()).resident_private_kib;
  auto many = book_of(100, 100 * kib);
  const auto memory = static_cast<double>(read_counters(::getpid()).resident_private_kib - before) / kib;
  auto one = book_of(1, 1024 * kib);
  const auto commits = times_of_commits(one);
  const auto files = time_of_files(one);
  return {
    {"values of 1 MiB: a patch committed and validated, processor time, p50", percentile(commits, 0.5), "ms", 2, 2},
    {"  the first one after a start", commits.front(), "ms", 2},
    {"values of 1 MiB: the values file written, processor time, p50", files, "ms", 2, 5},
    {"values of 100 modules with 100 KiB each: memory", memory, "MiB", 1},
    {"  a patch committed and validated, processor time, p50", percentile(times_of_commits(many), 0.5), "ms", 2},
  };
}

} // namespace bench
