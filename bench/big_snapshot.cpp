#include "measures.hpp"

#include "core/bindings/context.hpp"
#include "process_counters.hpp"
#include "sys/files/files.hpp"
#include "sys/files/temp_dir.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace bench {

namespace {

constexpr int pods = 5000;
constexpr int runs = 5;

/// About as long as the Pods of a Deployment, with their status.
std::string pod_text(int number) {
  auto text = fmt::format(R"({{"apiVersion":"v1","kind":"Pod","metadata":{{"name":"pod-{}","namespace":"bench"}},)"
                          R"("spec":{{"containers":[)",
                          number);
  for (int i = 0; text.size() < 7000; ++i)
    text +=
      fmt::format(R"({}{{"name":"container-{}","image":"registry.example.com/some/image:1.2.3",)"
                  R"("env":[{{"name":"ONE","value":"some \"quoted\" text"}}],"terminationMessagePolicy":"File"}})",
                  i == 0 ? "" : ",", i);
  return text + "]}}";
}

core::bindings::snapshots_by_name snapshot_of_pods() {
  std::vector<core::bindings::snapshot_object> objects;
  text::text_packer packer;
  for (int i = 0; i < pods; ++i)
    objects.push_back({"bench", fmt::format("pod-{}", i), packer.pack(pod_text(i)), nullptr, {}});
  return {{"pods", std::make_shared<const core::bindings::object_list>(std::move(objects))}};
}

std::size_t write_context(const core::bindings::snapshots_by_name& snapshots, const std::string& path) {
  const std::vector<core::bindings::context> contexts{
    core::bindings::lifecycle_context{core::bindings::lifecycle_point::before_helm}};
  const auto text = core::bindings::context_text(core::bindings::hook_version::v1, contexts, snapshots);
  if (!text) throw std::runtime_error(text.error().message);
  if (auto written = sys::files::write_file_private(path, [&](const auto& write) { return text->read(write); });
      !written)
    throw std::runtime_error(written.error().message);
  return text->size();
}

} // namespace

std::vector<figure> measure_big_snapshot() {
  const auto directory = sys::files::temp_dir::create(std::filesystem::temp_directory_path(), "addon-operator-bench-");
  if (!directory) throw std::runtime_error(directory.error().message);
  const auto snapshots = snapshot_of_pods();
  std::vector<double> samples;
  std::size_t bytes = 0;
  for (int i = 0; i < runs; ++i) {
    const auto before = cpu_time(::getpid());
    bytes = write_context(snapshots, directory->file(fmt::format("context-{}", i)));
    samples.push_back(std::chrono::duration<double, std::milli>(cpu_time(::getpid()) - before).count());
  }
  return {
    {fmt::format("context of {} full Pods written: processor time, p50", pods), percentile(samples, 0.5), "ms", 1, 100},
    {"  its length", static_cast<double>(bytes) / (1 << 20), "MiB", 1},
  };
}

} // namespace bench
