#include "commands/new_command.hpp"

#include "core/modules/module_directory.hpp"
#include "core/releases/release_name.hpp"
#include "setup/absolute_path.hpp"
#include "setup/skeleton.hpp"
#include "sys/files/file_tree.hpp"
#include "sys/files/files.hpp"
#include "sys/files/user_files.hpp"
#include "text/plain/printable.hpp"

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace commands {

namespace {

constexpr int is_not_written = 1;
constexpr int cannot_be_used = 2;

int refuse(const std::string& reason, int code) {
  std::fputs(text::printable_lines("addon-operator: " + reason + "\n").c_str(), stderr);
  return code;
}

/// The name of a file, of a metric and of objects in Kubernetes.
bool is_plain_name(const std::string& name) {
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto is_allowed = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '-'; };
  return !name.empty() && is_letter(name.front()) && name.back() != '-'
         && std::all_of(name.begin(), name.end(), is_allowed);
}

base::result<void> check_name(const cli::new_options& x) {
  if (!is_plain_name(x.name))
    return base::fail(base::error_code::invalid_input,
                      "'" + x.name + "': a name has lower case letters, digits and '-', and begins with a letter");
  if (x.what != cli::new_thing::module) return {};
  if (const auto fault = core::releases::release_name_fault(x.name); !fault.empty())
    return base::fail(base::error_code::invalid_input, "'" + x.name + "': " + fault);
  return core::modules::parse_module_directory(x.name).map([](const auto&) {});
}

/// The names in a directory, which need not exist.
std::vector<std::string> names_in(const std::string& directory) {
  return sys::files::list_names(directory).value_or(std::vector<std::string>());
}

base::result<std::string> directory_of_module(const std::string& platform, const std::string& module) {
  for (const auto& entry : names_in(platform + "/modules")) {
    const auto read = core::modules::parse_module_directory(entry);
    if (read && read->name == module) return "modules/" + entry;
  }
  return base::fail(base::error_code::not_found, platform + "/modules has no module '" + module + "'");
}

/// The files of the skeleton, below the platform.
base::result<std::vector<setup::skeleton_file>> skeleton_of(const cli::new_options& x, const std::string& platform) {
  switch (x.what) {
    case cli::new_thing::platform: {
      auto files = setup::platform_skeleton();
      for (auto& file : setup::module_skeleton("hello", "010")) files.push_back(std::move(file));
      return files;
    }
    case cli::new_thing::module: {
      if (!sys::files::directory_exists(platform + "/modules"))
        return base::fail(base::error_code::not_found,
                          platform
                            + " has no directory 'modules': name the platform with --dir, or make one with "
                              "'addon-operator new platform NAME'");
      if (const auto there = directory_of_module(platform, x.name))
        return base::fail(base::error_code::already_exists, platform + "/" + *there + " is there already");
      return setup::module_skeleton(x.name, setup::next_number(names_in(platform + "/modules"), 3));
    }
    case cli::new_thing::hook: {
      const auto owner =
        x.module.empty() ? base::result<std::string>("global-hooks") : directory_of_module(platform, x.module);
      if (!owner) return tl::unexpected(owner.error());
      return setup::hook_skeleton(x.name, setup::next_number(names_in(platform + "/" + *owner + "/hooks"), 2), *owner);
    }
  }
  return std::vector<setup::skeleton_file>();
}

base::result<void> write(const std::string& platform, const std::vector<setup::skeleton_file>& files) {
  // Looked at first, so that a second call writes no half of a skeleton.
  for (const auto& x : files)
    if (const auto path = platform + "/" + x.path; sys::files::path_exists(path))
      return base::fail(base::error_code::already_exists, path + " is there already");
  for (const auto& x : files) {
    const auto use = x.is_program ? sys::files::file_use::run : sys::files::file_use::read;
    if (auto made = sys::files::make_user_file(platform + "/" + x.path, x.content, use); !made) return made;
  }
  return {};
}

} // namespace

int run_new_command(const cli::new_options& x) {
  if (const auto valid = check_name(x); !valid) return refuse(valid.error().message, cannot_be_used);
  auto platform = setup::absolute_path(x.directory);
  if (x.what == cli::new_thing::platform) platform += "/" + x.name;
  const auto files = skeleton_of(x, platform);
  if (!files)
    return refuse(files.error().message,
                  files.error().code == base::error_code::already_exists ? is_not_written : cannot_be_used);
  if (const auto written = write(platform, *files); !written) return refuse(written.error().message, is_not_written);
  auto text = std::string();
  for (const auto& file : *files) text += platform + "/" + file.path + "\n";
  std::fputs(text::printable_lines(text + "Try: addon-operator hook test " + platform + "\n").c_str(), stdout);
  return std::fflush(stdout) == 0 ? 0 : is_not_written;
}

} // namespace commands
