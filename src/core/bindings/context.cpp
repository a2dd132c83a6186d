#include "core/bindings/context.hpp"

#include "base/overload.hpp"
#include "core/bindings/snapshot_text.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <string_view>
#include <utility>

namespace core::bindings {

namespace {

const std::string no_group;

const std::string& binding_of(const context& context) {
  static const std::string none;
  using text = const std::string&;
  return std::visit(base::overload{
                      [](const lifecycle_context&) -> text { return none; },
                      [](const schedule_context& x) -> text { return x.binding; },
                      [](const synchronization_context& x) -> text { return x.binding; },
                      [](const event_context& x) -> text { return x.binding; },
                    },
                    context);
}

tl::unexpected<base::error> too_large(std::size_t bytes_max, std::string_view binding, std::size_t contexts) {
  const auto share = contexts > 1 ? ", in " + std::to_string(contexts) + " contexts; a 'group' shows them as one" : "";
  return base::fail(
    base::error_code::invalid_input,
    "the binding context would be larger than " + std::to_string(bytes_max >> 10U) + " KiB with binding '"
      + std::string(binding) + "'" + share
      + ". Keep less of each object (jqFilter with keepFullObjectsInMemory: false), or select fewer objects");
}

base::result<void> append_known(text::json_text& out, std::string_view binding, const known_objects& known) {
  if (const auto* unknown = std::get_if<unlisted>(&known))
    return base::fail(base::error_code::unavailable,
                      "objects of binding '" + std::string(binding) + "' are not known yet: " + unknown->reason);
  append_objects(out, *std::get<std::shared_ptr<const object_list>>(known));
  return {};
}

/// Writes the snapshots of a hook's bindings into its contexts. All contexts of a run show the same snapshot.
/// If there are many, they share its text, so the memory of a run does not grow with the number of events.
class snapshot_writer {
public:
  snapshot_writer(const snapshots_by_name& snapshots, std::size_t bytes_max, std::size_t contexts)
    : snapshots_(snapshots), bytes_max_(bytes_max), contexts_(contexts) {}

  base::result<void> append(text::json_text& out, std::string_view binding) {
    if (auto appended = append_any(out, binding); !appended) return appended;
    return check(out, binding);
  }

  /// Fails if the text is too long now; the error names the binding.
  [[nodiscard]] base::result<void> check(const text::json_text& out, std::string_view binding) const {
    if (out.size() > bytes_max_) return too_large(bytes_max_, binding, contexts_);
    return {};
  }

  /// The snapshots of all kubernetes bindings of the hook, by binding name.
  [[nodiscard]] const snapshots_by_name& all() const noexcept { return snapshots_; }

private:
  struct use {
    std::size_t times = 0;
    text::shared_text text;
  };

  base::result<void> append_any(text::json_text& out, std::string_view binding) {
    // Up to this number of contexts, each context refers to the texts of single objects. A common text of the
    // snapshot is a further copy of all objects, which is worth its memory only if many contexts use it.
    constexpr std::size_t times_alone = 16;
    out.key(binding);
    auto& use = uses_[binding];
    if (++use.times <= times_alone) return append_known(out, binding, known(binding));
    if (!use.text) {
      text::json_text own;
      if (auto appended = append_known(own, binding, known(binding)); !appended) return appended;
      use.text = std::make_shared<const std::string>(own.take());
    }
    out.raw(use.text);
    return {};
  }

  [[nodiscard]] known_objects known(std::string_view binding) const {
    const auto at = snapshots_.find(binding);
    return at == snapshots_.end() ? known_objects(unlisted{"nothing watches them"}) : at->second;
  }

  const snapshots_by_name& snapshots_;
  std::size_t bytes_max_;
  std::size_t contexts_;
  std::map<std::string_view, use> uses_;
};

/// Appends the member `snapshots`, with these bindings.
base::result<void> append_snapshots(text::json_text& out, const std::vector<std::string>& bindings,
                                    snapshot_writer& snapshots) {
  const std::set<std::string_view> sorted(bindings.begin(), bindings.end());
  out.key("snapshots");
  out.open('{');
  for (auto binding : sorted)
    if (auto appended = snapshots.append(out, binding); !appended) return appended;
  out.close('}');
  return {};
}

base::result<void> append_snapshots_if_any(text::json_text& out, const std::vector<std::string>& bindings,
                                           snapshot_writer& snapshots) {
  return bindings.empty() ? base::result<void>{} : append_snapshots(out, bindings, snapshots);
}

/// Writes contexts of v1, with an overload for each kind of context. Each overload appends members sorted by
/// key.
class v1_context {
public:
  v1_context(text::json_text& out, snapshot_writer& snapshots) : out_(out), snapshots_(snapshots) {}

  base::result<void> operator()(const lifecycle_context& x) const {
    out_.member("binding", name(x.point));
    if (x.point == lifecycle_point::on_startup) return {};
    out_.key("snapshots");
    out_.open('{');
    for (const auto& [binding, known] : snapshots_.all())
      if (auto appended = snapshots_.append(out_, binding); !appended) return appended;
    out_.close('}');
    return {};
  }

  base::result<void> operator()(const schedule_context& x) const {
    out_.member("binding", x.binding);
    if (!x.group.empty()) return append_group(x.group, x.snapshots_from);
    if (auto appended = append_snapshots_if_any(out_, x.snapshots_from, snapshots_); !appended) return appended;
    out_.member("type", "Schedule");
    return {};
  }

  base::result<void> operator()(const synchronization_context& x) const {
    out_.member("binding", x.binding);
    if (!x.group.empty()) return append_group(x.group, x.snapshots_from);
    out_.key("objects");
    if (auto appended = append_known(out_, x.binding, x.objects); !appended) return appended;
    if (auto appended = append_snapshots_if_any(out_, x.snapshots_from, snapshots_); !appended) return appended;
    out_.member("type", "Synchronization");
    return {};
  }

  base::result<void> operator()(const event_context& x) const {
    out_.member("binding", x.binding);
    if (!x.group.empty()) return append_group(x.group, x.snapshots_from);
    append_filter_result(out_, x.object);
    append_object(out_, x.object);
    if (auto appended = append_snapshots_if_any(out_, x.snapshots_from, snapshots_); !appended) return appended;
    out_.member("type", "Event");
    out_.member("watchEvent", name(x.event));
    return {};
  }

private:
  base::result<void> append_group(const std::string& group, const std::vector<std::string>& snapshots_from) const {
    out_.member("groupName", group);
    if (auto appended = append_snapshots(out_, snapshots_from, snapshots_); !appended) return appended;
    out_.member("type", "Group");
    return {};
  }

  text::json_text& out_;
  snapshot_writer& snapshots_;
};

const char* v0_name(watch_event event) noexcept {
  switch (event) {
    case watch_event::added: return "add";
    case watch_event::modified: return "update";
    case watch_event::deleted: return "delete";
  }
  return "unknown";
}

/// Writes contexts of v0, which show the names of objects, but not the objects.
class v0_context {
public:
  explicit v0_context(text::json_text& out) : out_(out) {}

  void operator()(const lifecycle_context& x) const { out_.member("binding", name(x.point)); }
  void operator()(const schedule_context& x) const { out_.member("binding", x.binding); }
  void operator()(const synchronization_context& x) const { out_.member("binding", x.binding); }

  void operator()(const event_context& x) const {
    out_.member("binding", x.binding);
    out_.member("resourceEvent", v0_name(x.event));
    out_.member("resourceKind", x.kind);
    out_.member("resourceName", x.object.name());
    out_.member("resourceNamespace", x.object.namespace_name());
  }

private:
  text::json_text& out_;
};

struct group_visitor {
  const std::string& operator()(const lifecycle_context&) const { return no_group; }
  const std::string& operator()(const auto& x) const { return x.group; }
};

} // namespace

const std::string& group_of(const context& context) noexcept {
  return std::visit(group_visitor{}, context);
}

context_limits context_limits_for(std::uint64_t file_system_bytes) noexcept {
  const auto share = [file_system_bytes](std::uint64_t of) {
    return static_cast<std::size_t>(std::min<std::uint64_t>(file_system_bytes / of, binding_context_bytes_max));
  };
  return {.several = share(4), .single = share(2)};
}

base::result<text::text_pieces> context_text(hook_version version, const std::vector<context>& contexts,
                                             const snapshots_by_name& snapshots, std::size_t bytes_max) {
  text::json_text out;
  snapshot_writer writer(snapshots, bytes_max, contexts.size());
  out.open('[');
  for (const auto& context : contexts) {
    out.open('{');
    if (version == hook_version::v0)
      std::visit(v0_context(out), context);
    else if (auto appended = std::visit(v1_context(out, writer), context); !appended)
      return tl::unexpected(appended.error());
    out.close('}');
    // Checked after each context, so that a text that is too long does not fill the memory before it is
    // refused.
    if (auto fits = writer.check(out, binding_of(context)); !fits) return tl::unexpected(fits.error());
  }
  out.close(']');
  return out.take_pieces();
}

} // namespace core::bindings
