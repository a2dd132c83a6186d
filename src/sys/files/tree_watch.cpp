#include "sys/files/tree_watch.hpp"

#include "sys/files/file_descriptor.hpp"
#include "sys/files/system_error.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

namespace sys::files {

namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t event_mask = IN_CLOSE_WRITE | IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
                                     | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;
/// Links on the way to a root; more is a circle. (path_resolution(7))
constexpr int links_max = 40;

/// Hidden names are those of editors and of Git; `..data` is the link of a mounted ConfigMap.
bool is_ignored(std::string_view name) {
  return (name.starts_with('.') && !name.starts_with("..")) || name == "__pycache__" || name.ends_with(".pyc");
}

bool is_new_regular_file(const std::string& path) {
  struct stat about {};
  // A hard link is complete when it appears, and no writer closes it.
  return ::lstat(path.c_str(), &about) == 0 && S_ISREG(about.st_mode) && about.st_nlink == 1;
}

} // namespace

/// The watches of the kernel, and the thread that reads their events.
class tree_watch::loop {
public:
  loop(std::vector<std::string> roots, on_change changed, times how)
    : roots_(std::move(roots)), changed_(std::move(changed)), how_(how) {}

  ~loop() {
    const std::uint64_t one = 1;
    static_cast<void>(!::write(stop_.get(), &one, sizeof one));
    if (thread_.joinable()) thread_.join();
  }

  base::result<void> begin() {
    stop_ = file_descriptor(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!stop_) return system_failure("the watch of files", "cannot be made", errno);
    if (auto made = watch_all(); !made) return made;
    thread_ = std::thread([this] { run(); });
    return {};
  }

private:
  /// A watched directory.
  struct watched {
    std::string path;
    bool has_all = false;        ///< each name counts
    std::set<std::string> names; ///< that count otherwise: links on the way to a root, and the root
  };

  // -- the watches

  /// Watches everything anew, because directories may be others now.
  base::result<void> watch_all() {
    directories_.clear();
    inotify_ = file_descriptor(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
    if (!inotify_) return system_failure("the watch of files (inotify)", "cannot be made", errno);
    for (const auto& root : roots_) {
      int links = 0;
      if (auto followed = watch_way(root, links); !followed) return followed;
      if (auto added = watch_tree(root); !added) return added;
    }
    return {};
  }

  /// @returns null if the directory has gone meanwhile
  base::result<watched*> watch(const std::string& directory) {
    const auto id = ::inotify_add_watch(inotify_.get(), directory.c_str(), event_mask);
    if (id < 0 && (errno == ENOENT || errno == ENOTDIR)) return nullptr;
    if (id < 0) return system_failure(directory, "cannot be watched (fs.inotify.max_user_watches)", errno);
    auto& made = directories_[id];
    if (made.path.empty()) made.path = directory;
    return &made;
  }

  /// Watches the last name of a path, and each link on the way to it.
  base::result<void> watch_way(const std::string& path, int& links) {
    fs::path at("/");
    const fs::path whole(path);
    for (auto part = ++whole.begin(); part != whole.end(); ++part) {
      const auto next = at / *part;
      std::error_code failed;
      const bool is_link = fs::is_symlink(fs::symlink_status(next, failed));
      if (is_link || std::next(part) == whole.end()) {
        const auto known = watch(at.string());
        if (!known) return tl::unexpected(known.error());
        if (*known != nullptr) (*known)->names.insert(part->string());
      }
      at = next;
      if (!is_link || ++links > links_max) continue;
      const auto target = fs::read_symlink(next, failed);
      if (failed) return {};
      if (auto followed = watch_way((next.parent_path() / target).lexically_normal().string(), links); !followed)
        return followed;
      if (auto resolved = fs::canonical(next, failed); !failed) at = std::move(resolved);
    }
    return {};
  }

  base::result<void> watch_tree(const std::string& directory) {
    const auto known = watch(directory);
    if (!known) return tl::unexpected(known.error());
    // The kernel gives a directory one number, so a circle of links ends here.
    if (*known == nullptr || std::exchange((*known)->has_all, true)) return {};
    std::error_code failed;
    for (fs::directory_iterator entry(directory, failed), end; !failed && entry != end; entry.increment(failed)) {
      if (is_ignored(entry->path().filename().string())) continue;
      std::error_code gone;
      if (!entry->is_directory(gone)) continue;
      if (auto added = watch_tree(entry->path().string()); !added) return added;
    }
    return {};
  }

  // -- the events

  void run() {
    std::array<pollfd, 2> sources{pollfd{inotify_.get(), POLLIN, 0}, pollfd{stop_.get(), POLLIN, 0}};
    while (sources[1].revents == 0) {
      sources[0].fd = inotify_.get();
      const auto found = ::poll(sources.data(), sources.size(), wait_ms());
      if (found < 0) continue;
      if (found == 0) settle();
      if (sources[0].revents != 0) read_events();
    }
  }

  /// For poll(2): without a change the thread sleeps until there is one.
  [[nodiscard]] int wait_ms() const {
    if (!first_) return -1;
    return static_cast<int>((being_written_.empty() ? how_.quiet : how_.writer_patience).count());
  }

  void settle() {
    const auto path = std::exchange(first_, std::nullopt).value_or(std::string());
    being_written_.clear();
    // Watched anew before the report, so that no change after the report is missed. Without watches the
    // change is still reported; it is the last.
    static_cast<void>(watch_all());
    changed_(path);
  }

  void read_events() {
    alignas(inotify_event) std::array<char, 16384> buffer{};
    const auto bytes = ::read(inotify_.get(), buffer.data(), buffer.size());
    for (ssize_t at = 0; at < bytes;) {
      inotify_event event{};
      std::memcpy(&event, buffer.data() + at, sizeof event);
      // The kernel fills the name up with zeros.
      const std::string name(event.len > 0 ? buffer.data() + at + sizeof event : "");
      take(event, name);
      at += static_cast<ssize_t>(sizeof event + event.len);
    }
  }

  void take(const inotify_event& event, const std::string& name) {
    if ((event.mask & IN_Q_OVERFLOW) != 0) return note("the queue of the kernel");
    const auto at = directories_.find(event.wd);
    if (at == directories_.end()) return;
    const auto& directory = at->second;
    if (!directory.has_all && !directory.names.contains(name)) return;
    if (is_ignored(name) && !directory.names.contains(name)) return;
    const auto path = name.empty() ? directory.path : directory.path + "/" + name;
    const bool is_directory = (event.mask & IN_ISDIR) != 0;
    if ((event.mask & (IN_CREATE | IN_MOVED_TO)) != 0 && is_directory && directory.has_all)
      static_cast<void>(watch_tree(path)); // only for its writers: `settle` watches everything anew
    if (!is_directory) note_writer(event.mask, path);
    note(path);
  }

  void note_writer(std::uint32_t mask, const std::string& path) {
    const bool begins = (mask & IN_MODIFY) != 0 || ((mask & IN_CREATE) != 0 && is_new_regular_file(path));
    if (begins) being_written_.insert(path);
    if ((mask & (IN_CLOSE_WRITE | IN_DELETE | IN_MOVED_FROM)) != 0) being_written_.erase(path);
  }

  void note(const std::string& path) {
    if (!first_) first_ = path;
  }

  std::vector<std::string> roots_;
  on_change changed_;
  times how_;
  file_descriptor inotify_;
  file_descriptor stop_;
  std::map<int, watched> directories_;  ///< by the kernel's number of the watch
  std::optional<std::string> first_;    ///< the first change that is not reported yet
  std::set<std::string> being_written_; ///< paths; bound: files that are open for writing
  std::thread thread_;
};

base::result<std::unique_ptr<tree_watch>> tree_watch::begin(std::vector<std::string> roots, on_change changed,
                                                            times how) {
  auto made = std::make_unique<loop>(std::move(roots), std::move(changed), how);
  if (auto begun = made->begin(); !begun) return tl::unexpected(begun.error());
  return std::unique_ptr<tree_watch>(new tree_watch(std::move(made)));
}

tree_watch::tree_watch(std::unique_ptr<loop> all) : loop_(std::move(all)) {}

tree_watch::~tree_watch() = default;

} // namespace sys::files
