#include "commands/changed_files.hpp"

#include "setup/absolute_path.hpp"
#include "sys/log/log.hpp"

#include <utility>
#include <vector>

namespace commands {

base::result<std::unique_ptr<changed_files>> changed_files::watch(const cli::start_options& options,
                                                                  std::function<base::result<void>()> is_usable) {
  auto made = std::unique_ptr<changed_files>(new changed_files(std::move(is_usable)));
  if (!options.watches_files) return made;
  std::vector<std::string> roots;
  for (const auto& x : options.modules_dirs) roots.push_back(setup::absolute_path(x));
  roots.push_back(setup::absolute_path(options.global_hooks_dir));
  for (const auto& x : options.schema_dirs) roots.push_back(setup::absolute_path(x));
  auto begun = sys::files::tree_watch::begin(std::move(roots),
                                             [own = made.get()](const std::string& path) { own->note(path); }, {});
  if (!begun) return base::fail("--watch-files", begun.error());
  made->watch_ = std::move(*begun);
  return made;
}

void changed_files::note(const std::string& path) {
  const std::lock_guard locked(mutex_);
  if (!path_.empty()) return;
  if (const auto usable = is_usable_(); !usable) {
    sys::log::log_error(
      "operator_cannot_start",
      {{"error", usable.error().message},
       {"hint", "--watch-files: " + path + " has changed; this operator goes on with the files that it has read"}});
    return;
  }
  path_ = path;
  if (tell_) tell_(path_);
}

void changed_files::on_change(std::function<void(const std::string& path)> tell) {
  const std::lock_guard locked(mutex_);
  tell_ = std::move(tell);
  if (!path_.empty()) tell_(path_);
}

bool changed_files::end() {
  watch_.reset();
  return !path_.empty();
}

} // namespace commands
