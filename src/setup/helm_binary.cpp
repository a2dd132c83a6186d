#include "setup/helm_binary.hpp"

#include "setup/absolute_path.hpp"
#include "setup/program_path.hpp"
#include "sys/files/environment.hpp"
#include "sys/files/file_tree.hpp"
#include "sys/files/files.hpp"
#include "sys/process/own_executable.hpp"
#include "text/plain/checksum.hpp"

#include <fstream>

namespace setup {

namespace {

/// The first bytes of a Go program have the build id, a digest that Go's linker makes of the program. A
/// script is shorter.
constexpr std::size_t identity_bytes = 64 << 10;

std::string in_cache() {
  const auto home = sys::files::environment_variable("HOME").value_or("");
  const auto cache =
    sys::files::environment_variable("XDG_CACHE_HOME").value_or(home + "/.cache") + "/addon-operator/tools";
  const auto entries = sys::files::list_directory(cache);
  if (!entries) return {};
  std::string newest;
  for (const auto& entry : *entries) {
    const auto candidate = cache + "/" + entry.path + "/helm";
    if (entry.path.starts_with("helm-4") && sys::files::is_executable_file(candidate)) newest = candidate;
  }
  return newest;
}

std::string own_helm() {
  const auto self = sys::process::own_executable();
  const auto directory = self.substr(0, self.rfind('/'));
  for (const auto* name : {"/addon-operator-helm", "/../lib/addon-operator/helm"})
    if (const auto candidate = directory + name; sys::files::is_executable_file(candidate)) return candidate;
  return {};
}

} // namespace

std::string helm_identity(const std::string& path) {
  const auto size = sys::files::size_of_file(path);
  std::ifstream in(path, std::ios::binary);
  std::string begin(identity_bytes, '\0');
  if (!size || !in || (!in.read(begin.data(), static_cast<std::streamsize>(begin.size())) && !in.eof())) return {};
  begin.resize(static_cast<std::size_t>(in.gcount()));
  return text::md5_hex(begin + std::to_string(*size));
}

helm_binary find_helm_of_command_line(const std::string& given) {
  if (given.find('/') != std::string::npos) return {absolute_path(given)};
  auto found = find_in_path(given.empty() ? "helm" : given);
  if (found.empty() && given.empty()) found = in_cache();
  return {absolute_path(found)};
}

helm_binary find_helm_binary(const std::string& given) {
  if (given.empty())
    if (auto own = own_helm(); !own.empty()) return {std::move(own), true};
  return find_helm_of_command_line(given);
}

std::string remark_on(const helm_binary& x, const std::string& given) {
  if (x.stays || x.path.empty() || !given.empty()) return {};
  return "there is no addon-operator-helm beside the program, so " + x.path
         + " is started for each task. This Helm does not mark objects of users that a module takes "
           "over, so it deletes them together with the module, and makes generated passwords anew if Helm's "
           "records are lost: put addon-operator-helm "
           "beside the program (in the image: /usr/local/lib/addon-operator/helm), or name this Helm by --helm-binary";
}

} // namespace setup
