#include "platform.hpp"

#include "core/values/names.hpp"
#include "support/files.hpp"
#include "sys/files/files.hpp"

#include <filesystem>
#include <stdexcept>

namespace e2e {

namespace {

namespace fs = std::filesystem;

void require(const base::result<void>& done) {
  if (!done) throw std::runtime_error(done.error().message);
}

sys::files::temp_dir make_root() {
  auto made = sys::files::temp_dir::create(fs::temp_directory_path(), "addon-operator-e2e-");
  if (!made) throw std::runtime_error(made.error().message);
  return std::move(*made);
}

/// `010-web-app` is `webApp` among the values.
std::string values_name(const std::string& directory) {
  return core::values::to_camel(directory.substr(directory.find_first_not_of("0123456789-")));
}

} // namespace

platform::platform() : root_(make_root()) {
  for (const auto* directory : {"modules", "global-hooks", "tmp"})
    require(sys::files::make_directories(path(directory)));
}

void platform::add_file(const std::string& name, const std::string& text) {
  test::put_file(path(name), text);
}

void platform::add_program(const std::string& name, const std::string& text) {
  add_file(name, text);
  fs::permissions(path(name), fs::perms::owner_all);
}

void platform::add_chart(const std::string& directory, const std::string& manifest) {
  const auto root = "modules/" + directory;
  const auto name = directory.substr(directory.find_first_not_of("0123456789-"));
  add_file(root + "/values.yaml", values_name(directory) + "Enabled: true\n");
  add_file(root + "/Chart.yaml", "apiVersion: v2\nname: " + name + "\nversion: 0.1.0\n");
  add_file(root + "/templates/manifest.yaml", manifest);
}

void platform::add_hook(const std::string& directory, const std::string& script) {
  add_file("modules/" + directory + "/values.yaml", values_name(directory) + "Enabled: true\n");
  add_program("modules/" + directory + "/hooks/hook.sh", script);
}

platform platform::copy_of(const std::string& folder) {
  platform made;
  for (const auto* name : {"modules", "global-hooks"})
    fs::copy(fs::path(folder) / name, made.path(name), fs::copy_options::recursive);
  return made;
}

std::string config_map_manifest(const std::string& name, const std::string& word) {
  return "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: " + name + "\ndata:\n  word: " + word + "\n";
}

} // namespace e2e
