#include "core/status/hook_reads.hpp"

#include "base/utc_time.hpp"
#include "base/word_list.hpp"
#include "core/bindings/selector.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>
#include <variant>

namespace core::status {

namespace {

/// The lists that are read for a hook: a person waits.
constexpr std::size_t sights_max = 4;
/// Objects beyond this number are counted: a screen has room for a few.
constexpr std::size_t named_max = 4;
/// The times of writes have no fraction of a second.
constexpr std::int64_t second_us = 1'000'000;

/// The namespaces of a binding. A single empty name stands for all namespaces: the binding names none, or
/// more than `sights_max`.
std::vector<std::string> namespaces_of(const bindings::kubernetes_binding& x) {
  if (x.namespaces.names.empty() || x.namespaces.names.size() > sights_max) return {""};
  return x.namespaces.names;
}

std::string fields_of(const bindings::kubernetes_binding& x) {
  auto fields = bindings::query_text(x.fields);
  if (x.object_names.size() == 1)
    fields += (fields.empty() ? "" : ",") + std::string("metadata.name=") + x.object_names.front();
  return fields;
}

std::vector<sight> sights_of(const bindings::kubernetes_binding& x) {
  std::vector<sight> all;
  for (const auto& place : namespaces_of(x))
    all.push_back({.api_version = x.api_version,
                   .kind = x.kind,
                   .namespace_name = place,
                   .labels = bindings::query_text(x.labels),
                   .fields = fields_of(x)});
  return all;
}

/// The object itself, in the answers for a binding; null: not read.
const text::json* metadata_of(const read_object& x, const std::vector<sight>& of, const cluster_sights& seen) {
  for (const auto& one : of) {
    const auto answer = seen.find(one);
    if (answer == seen.end()) continue;
    for (const auto& object : answer->second) {
      const auto* metadata = object.find("metadata");
      if (metadata != nullptr && metadata->string_at("name") == x.name
          && metadata->string_at("namespace").value_or("") == x.namespace_name)
        return &object;
    }
  }
  return nullptr;
}

void add_objects(hook_reads& to, const bindings::kubernetes_binding& binding, const bindings::object_list& objects,
                 const cluster_sights& seen) {
  const auto sights = sights_of(binding);
  for (const auto& x : objects) {
    read_object read{binding.kind, x.namespace_name(), std::string(x.name()), bindings::bytes_of(x)};
    const bool is_there = std::any_of(to.objects.begin(), to.objects.end(), [&](const auto& known) {
      return std::tie(known.kind, known.namespace_name, known.name)
             == std::tie(read.kind, read.namespace_name, read.name);
    });
    if (is_there) continue;
    if (const auto* object = metadata_of(read, sights, seen)) {
      read.written = last_write_of(*object);
      read.created_us = created_us_of(*object);
    }
    to.objects.push_back(std::move(read));
  }
}

/// `1 Secret and 4 ConfigMaps`
std::string counted(const std::vector<read_object>& all) {
  std::map<std::string, std::size_t> kinds;
  for (const auto& x : all) ++kinds[x.kind];
  std::vector<std::string> words;
  for (const auto& [kind, count] : kinds)
    words.push_back(fmt::format("{} {}{}", count, kind, count == 1 || kind.ends_with('s') ? "" : "s"));
  return base::word_list(words);
}

std::string words_on(const read_object& x, std::optional<std::int64_t> succeeded_us) {
  auto text = fmt::format("{} {}", name_of(x), size_text(x.bytes));
  if (!x.written) return text;
  const auto by = fmt::format("by {} at {}", x.written->manager, base::utc_text(x.written->at_us));
  if (!succeeded_us) return text + fmt::format(" (last written {})", by);
  if (!is_written_since(x, *succeeded_us))
    return text + fmt::format(" (unchanged since {})", base::utc_text(x.written->at_us));
  const bool is_new = x.created_us && *x.created_us + second_us > *succeeded_us;
  return text + fmt::format(" ({} since the last success, {})", is_new ? "new" : "changed", by);
}

std::vector<const read_object*> in_order(const hook_reads& x, std::optional<std::int64_t> succeeded_us) {
  std::vector<const read_object*> all;
  for (const auto& object : x.objects) all.push_back(&object);
  std::stable_sort(all.begin(), all.end(), [&](const auto* a, const auto* b) {
    const auto rank = [&](const read_object& one) {
      return std::pair(!succeeded_us || !is_written_since(one, *succeeded_us), -static_cast<std::int64_t>(one.bytes));
    };
    return rank(*a) < rank(*b);
  });
  return all;
}

/// `binding 'cert': no Secret in namespace web with cert=wildcard`
std::string words_on_empty(const bindings::kubernetes_binding& x) {
  auto text = fmt::format("binding '{}': no {}", x.name, x.kind);
  if (!x.namespaces.names.empty()) text += fmt::format(" in namespace {}", base::word_list(x.namespaces.names));
  if (!x.object_names.empty()) text += fmt::format(" named {}", base::word_list(x.object_names));
  if (const auto labels = bindings::query_text(x.labels); !labels.empty()) text += " with " + labels;
  if (const auto fields = bindings::query_text(x.fields); !fields.empty()) text += " and " + fields;
  return text;
}

void add_known(hook_reads& to, const bindings::kubernetes_binding& binding, const bindings::object_list& objects,
               const cluster_sights& seen) {
  if (objects.empty()) to.empty.push_back(words_on_empty(binding));
  add_objects(to, binding, objects, seen);
}

} // namespace

std::vector<sight> sights_of(const bindings::hook_definition& hook) {
  std::vector<sight> all;
  for (const auto& binding : hook.kubernetes)
    for (auto& one : sights_of(binding))
      if (all.size() < sights_max && std::find(all.begin(), all.end(), one) == all.end()) all.push_back(std::move(one));
  return all;
}

hook_reads reads_of(const bindings::hook_definition& hook, const bindings::snapshots_by_binding& known,
                    const cluster_sights& seen) {
  hook_reads reads;
  for (std::size_t i = 0; i < hook.kubernetes.size(); ++i) {
    const auto& binding = hook.kubernetes[i];
    if (reads.labels.empty()) reads.labels = bindings::query_text(binding.labels);
    const auto at = known.find({hook.name, i});
    if (at == known.end()) continue;
    if (const auto* unknown = std::get_if<bindings::unlisted>(&at->second))
      reads.unknown.push_back(fmt::format("{}: {}", binding.kind, unknown->reason));
    else
      add_known(reads, binding, *std::get<std::shared_ptr<const bindings::object_list>>(at->second), seen);
  }
  return reads;
}

bool is_written_since(const read_object& x, std::int64_t us) {
  return x.written && x.written->at_us + second_us > us;
}

std::string words_of(const hook_reads& x, std::optional<std::int64_t> succeeded_us) {
  std::vector<std::string> parts;
  if (!x.objects.empty()) {
    std::size_t bytes = 0;
    for (const auto& object : x.objects) bytes += object.bytes;
    std::vector<std::string> named;
    const auto ordered = in_order(x, succeeded_us);
    for (std::size_t i = 0; i < std::min(ordered.size(), named_max); ++i)
      named.push_back(words_on(*ordered[i], succeeded_us));
    if (ordered.size() > named_max) named.push_back(fmt::format("{} more", ordered.size() - named_max));
    parts.push_back(fmt::format("{}, {}: {}", counted(x.objects), size_text(bytes), fmt::join(named, ", ")));
  }
  for (const auto& line : x.empty) parts.push_back(line);
  for (const auto& line : x.unknown) parts.push_back("not known are the objects of " + line);
  parts.push_back(succeeded_us ? "its last success was at " + base::utc_text(*succeeded_us)
                               : std::string("it has had no success since the start"));
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string step_after_reads(const hook_reads& x, std::optional<std::int64_t> succeeded_us) {
  if (!succeeded_us) return {};
  const auto ordered = in_order(x, succeeded_us);
  const bool is_changed = !ordered.empty() && is_written_since(*ordered.front(), *succeeded_us);
  if (!is_changed && !x.empty.empty())
    return fmt::format("look first at {}: the hook has succeeded at {}; if an object was there then, have it, its name "
                       "or its label brought back; for good, the hook should bear an empty list",
                       x.empty.front(), base::utc_text(*succeeded_us));
  if (!is_changed) return {};
  const auto& first = *ordered.front();
  return fmt::format("look first at {}, which {} has written since the last success: ask its owner, or take the change "
                     "back; the hook is tried again by itself",
                     name_of(first), first.written->manager);
}

const read_object* largest_of(const hook_reads& x) {
  const auto largest = std::max_element(x.objects.begin(), x.objects.end(),
                                        [](const auto& a, const auto& b) { return a.bytes < b.bytes; });
  return largest == x.objects.end() ? nullptr : &*largest;
}

std::string name_of(const read_object& x) {
  return x.namespace_name.empty() ? fmt::format("{} {}", x.kind, x.name)
                                  : fmt::format("{} {}/{}", x.kind, x.namespace_name, x.name);
}

std::string size_text(std::size_t bytes) {
  constexpr std::size_t kilo = 1000;
  if (bytes == 1) return "1 byte";
  if (bytes < kilo) return fmt::format("{} bytes", bytes);
  if (bytes < kilo * kilo) return fmt::format("{} kB", (bytes + kilo / 2) / kilo);
  return fmt::format("{:.2f} MB", static_cast<double>(bytes) / (kilo * kilo));
}

} // namespace core::status
