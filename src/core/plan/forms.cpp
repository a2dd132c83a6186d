#include "core/plan/forms.hpp"

#include "text/plain/printable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

namespace core::plan {

namespace {

/// A line of a plan, for any form.
enum class line_kind { title, lost, made, changed, detail };

struct line {
  line_kind kind = line_kind::detail;
  std::size_t depth = 0;
  std::string text;
};

using lines = std::vector<line>;

std::string revisions_of(const planned_release& x) {
  if (x.fate == release_fate::uninstalled) return fmt::format("revision {}", x.revision_before);
  if (x.fate == release_fate::installed) return "new";
  if (x.revision_before == x.revision_after) return "without a new revision";
  return fmt::format("revision {} -> {}", x.revision_before, x.revision_after);
}

line_kind kind_of(object_fate x) {
  switch (x) {
    case object_fate::created: return line_kind::made;
    case object_fate::changed: return line_kind::changed;
    case object_fate::deleted: return line_kind::lost;
  }
  return line_kind::detail;
}

line_kind kind_of(release_fate x) {
  switch (x) {
    case release_fate::installed: return line_kind::made;
    case release_fate::upgraded: return line_kind::changed;
    case release_fate::uninstalled: return line_kind::lost;
  }
  return line_kind::detail;
}

line_kind kind_of(run_fate x) {
  switch (x) {
    case run_fate::runs: return line_kind::detail;
    case run_fate::begins: return line_kind::made;
    case run_fate::ends: return line_kind::lost;
  }
  return line_kind::detail;
}

void add_object(lines& to, const planned_object& x, std::size_t depth) {
  to.push_back({kind_of(x.fate), depth, x.object + (x.takes_data_along ? " (with the data of users in it)" : "")});
  for (const auto& field : x.fields) to.push_back({line_kind::detail, depth + 1, line_of(field)});
}

void add_release(lines& to, const planned_release& x) {
  auto text = x.name + ": " + revisions_of(x);
  if (!x.status.empty()) text += ", ends as " + x.status;
  to.push_back({kind_of(x.fate), 1, std::move(text)});
  for (const auto& value : x.values) to.push_back({line_kind::detail, 2, "value " + line_of(value)});
  for (const auto& object : x.objects) add_object(to, object, 2);
}

void add_module(lines& to, const planned_module& x) {
  const bool is_on = x.fate == module_fate::on;
  to.push_back({is_on ? line_kind::made : line_kind::lost, 1,
                x.name + (is_on ? " is switched on" : " is switched off") + (x.reason.empty() ? "" : ": " + x.reason)});
}

template <class Part, class Add>
void add_part(lines& to, const char* title, const std::vector<Part>& part, const Add& add) {
  if (part.empty()) return;
  to.push_back({line_kind::title, 0, title});
  for (const auto& x : part) add(to, x);
}

lines lines_of(const plan& x) {
  lines all;
  const auto object = [](lines& to, const planned_object& y) { add_object(to, y, 1); };
  const auto note = [](lines& to, const std::string& y) { to.push_back({line_kind::detail, 1, y}); };
  const auto run = [](lines& to, const planned_run& y) {
    to.push_back({kind_of(y.fate), 1, y.what + (y.times > 1 ? fmt::format(" ({} times)", y.times) : "")});
  };
  add_part(all, "Uninstalled", x.uninstalled, add_release);
  add_part(all, "Modules", x.modules, add_module);
  add_part(all, "Definitions", x.definitions, object);
  add_part(all, "Releases", x.releases, add_release);
  add_part(all, "Objects of no release", x.objects, object);
  add_part(all, "Further rights", x.rights, note);
  add_part(all, "Stopped here", x.stopped, note);
  add_part(all, "Not known", x.unknown, note);
  add_part(all, "Would run", x.runs, run);
  return all;
}

const char* mark_of(line_kind x) {
  switch (x) {
    case line_kind::lost: return "- ";
    case line_kind::made: return "+ ";
    case line_kind::changed: return "~ ";
    case line_kind::title:
    case line_kind::detail: return "";
  }
  return "";
}

/// The colour of a line, as a parameter of SGR.
std::string_view colour_of(line_kind x) {
  switch (x) {
    case line_kind::title: return "1";
    case line_kind::lost: return "31";
    case line_kind::made: return "32";
    case line_kind::changed: return "33";
    case line_kind::detail: return "";
  }
  return "";
}

std::string counted(std::size_t n, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

std::size_t count(const std::vector<planned_release>& all, release_fate fate) {
  return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [&](const auto& x) { return x.fate == fate; }));
}

/// The text as a part of a line of Markdown: HTML and marks are shown as they are.
std::string in_markdown(std::string_view text) {
  std::string made;
  for (const char c : text) {
    if (c == '<')
      made += "&lt;";
    else if (c == '&')
      made += "&amp;";
    else if (std::string_view("\\`*_{}[]|#").find(c) != std::string_view::npos)
      made += std::string("\\") + c;
    else
      made += c;
  }
  return made;
}

// -- JSON

text::json number(std::size_t x) {
  return text::json::number(std::to_string(x));
}

text::json in_json(const planned_field& x) {
  const bool is_hidden = x.field.before == x.field.after;
  auto made = text::json::object({{"path", x.field.path}, {"differsEachTime", x.differs_each_time}});
  if (is_hidden) made = made.with("hidden", true);
  if (x.field.before && !is_hidden) made = made.with("before", *x.field.before);
  if (x.field.after && !is_hidden) made = made.with("after", *x.field.after);
  return x.set_by.empty() ? made : made.with("setBy", x.set_by);
}

text::json in_json(const planned_object& x);
text::json in_json(const planned_release& x);
text::json in_json(const planned_module& x);
text::json in_json(const planned_run& x);
text::json in_json(const std::string& x) {
  return x;
}

template <class Part>
text::json in_json(const std::vector<Part>& all) {
  text::json::array_type made;
  for (const auto& x : all) made.push_back(in_json(x));
  return text::json::array(std::move(made));
}

const char* word_of(object_fate x) {
  switch (x) {
    case object_fate::created: return "created";
    case object_fate::changed: return "changed";
    case object_fate::deleted: return "deleted";
  }
  return "";
}

const char* word_of(release_fate x) {
  switch (x) {
    case release_fate::installed: return "installed";
    case release_fate::upgraded: return "upgraded";
    case release_fate::uninstalled: return "uninstalled";
  }
  return "";
}

const char* word_of(run_fate x) {
  switch (x) {
    case run_fate::runs: return "runs";
    case run_fate::begins: return "begins";
    case run_fate::ends: return "ends";
  }
  return "";
}

text::json in_json(const planned_object& x) {
  return text::json::object({{"object", x.object},
                             {"fate", word_of(x.fate)},
                             {"takesDataAlong", x.takes_data_along},
                             {"fields", in_json(x.fields)}});
}

text::json in_json(const planned_release& x) {
  const auto made = text::json::object({{"name", x.name},
                                        {"fate", word_of(x.fate)},
                                        {"revisionBefore", number(x.revision_before)},
                                        {"revisionAfter", number(x.revision_after)},
                                        {"values", in_json(x.values)},
                                        {"objects", in_json(x.objects)}});
  return x.status.empty() ? made : made.with("status", x.status);
}

text::json in_json(const planned_module& x) {
  const auto made = text::json::object({{"name", x.name}, {"enabled", x.fate == module_fate::on}});
  return x.reason.empty() ? made : made.with("reason", x.reason);
}

text::json in_json(const planned_run& x) {
  return text::json::object({{"what", x.what}, {"times", number(x.times)}, {"fate", word_of(x.fate)}});
}

} // namespace

std::string line_of(const planned_field& x) {
  // Both views of a changed secret look the same.
  auto text = x.field.before == x.field.after ? text::printable(x.field.path) + ": changed (hidden)"
                                              : releases::describe(x.field);
  if (x.differs_each_time) text += " (differs each time)";
  return x.set_by.empty() ? text : text + " (set by " + x.set_by + ")";
}

std::string sum_of(const plan& x) {
  if (!has_changes(x)) return is_complete(x) ? "nothing changes" : "nothing changes, but the plan is not complete";
  auto text = counted(x.uninstalled.size(), "release", "releases") + " uninstalled, "
              + std::to_string(count(x.releases, release_fate::installed)) + " installed, "
              + std::to_string(count(x.releases, release_fate::upgraded)) + " changed; "
              + counted(x.definitions.size(), "definition", "definitions") + " and "
              + counted(x.objects.size(), "object", "objects") + " of no release";
  return is_complete(x) ? text : text + "; the plan is not complete";
}

std::string as_text(const plan& x, colouring colours) {
  std::string text;
  for (const auto& y : lines_of(x)) {
    const auto shown = std::string(y.depth * 2, ' ') + mark_of(y.kind) + text::printable(y.text);
    const auto colour = colours == colouring::coloured ? colour_of(y.kind) : std::string_view();
    text += colour.empty() ? shown + "\n" : fmt::format("\033[{}m{}\033[0m\n", colour, shown);
  }
  return text + sum_of(x) + "\n";
}

std::string as_json(const plan& x) {
  return text::json::object({{"changes", has_changes(x)},
                             {"complete", is_complete(x)},
                             {"uninstalled", in_json(x.uninstalled)},
                             {"modules", in_json(x.modules)},
                             {"definitions", in_json(x.definitions)},
                             {"releases", in_json(x.releases)},
                             {"objects", in_json(x.objects)},
                             {"runs", in_json(x.runs)},
                             {"rights", in_json(x.rights)},
                             {"stopped", in_json(x.stopped)},
                             {"unknown", in_json(x.unknown)}})
           .dump()
         + "\n";
}

std::string as_markdown(const plan& x) {
  auto text = "**Plan:** " + in_markdown(sum_of(x)) + "\n";
  for (const auto& y : lines_of(x)) {
    const auto shown = in_markdown(text::printable(y.text));
    if (y.kind == line_kind::title)
      text += "\n### " + shown + "\n\n";
    else
      text += std::string((y.depth - 1) * 2, ' ') + "- " + (y.kind == line_kind::lost ? "**removed** " : "")
              + (y.kind == line_kind::made ? "**new** " : "") + shown + "\n";
  }
  return text;
}

} // namespace core::plan
