#include "simulation/day_reader.hpp"

#include "simulation/day_node.hpp"
#include "simulation/fake_api_objects.hpp"
#include "text/yaml/yaml.hpp"
#include "text/yaml/yaml_writer.hpp"

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>

namespace simulation {

namespace {

using text::json;
using node = day_node;

// -- objects -------------------------------------------------------------------

void check_object(const node& at, const json& x, const std::string& where) {
  if (!x.is_object()) at.fail(where + "expected an object");
  for (const auto* field : {"apiVersion", "kind"})
    if (x.string_at(field).value_or("").empty()) at.fail(where + "the object has no " + field);
  if (metadata_text(x, "name").empty()) at.fail(where + "the object has no metadata.name");
}

/// Reads objects from the day itself, or from files that it names.
std::vector<json> read_objects(const node& at) {
  std::vector<json> all;
  for (const auto& x : at.one_or_more()) {
    if (!x.value().is_string()) {
      if (!x.value().is_object()) x.fail_type("an object or the name of a file");
      check_object(x, x.value(), "");
      all.push_back(x.value());
      continue;
    }
    const auto text = x.from().read(x.text());
    if (!text) x.fail(text.error().message);
    auto objects = text::parse_yaml_stream(*text);
    if (!objects) x.fail(x.text() + ": " + objects.error().message);
    for (auto& object : *objects) {
      check_object(x, object, x.text() + ": ");
      all.push_back(std::move(object));
    }
  }
  return all;
}

// -- events ---------------------------------------------------------------------

std::optional<std::string> config_text(const node& x) {
  if (x.value().is_null()) return std::nullopt;
  if (x.value().is_string()) return x.text();
  if (x.value().is_bool()) return x.value().as_bool() ? "true" : "false";
  if (!x.value().is_object()) x.fail_type("a section, a flag, a text, or null to remove the key");
  return text::write_yaml(x.value());
}

day_fault read_answer(const node& x) {
  x.allow({"status", "path", "method", "for", "times"});
  wrong_answer made;
  const auto status = x.find("status");
  if (!status) x.fail("it needs a status");
  made.status = static_cast<int>(status->number(400, 599));
  if (const auto path = x.find("path")) made.path = path->text();
  if (const auto method = x.find("method")) made.method = method->text();
  if (const auto duration = x.find("for")) made.duration = duration->duration();
  if (const auto times = x.find("times")) made.times = static_cast<unsigned>(times->number(1, 1'000'000));
  if (!made.duration && !made.times) x.fail("it needs 'for' or 'times'");
  return made;
}

day_fault read_program(const node& x) {
  x.allow({"name", "exits", "times"});
  const auto name = x.find("name");
  if (!name) x.fail("it needs a name: text of its command line");
  program_fault made{.name_part = name->text(), .exit_code = std::nullopt};
  if (const auto code = x.find("exits")) made.exit_code = static_cast<int>(code->number(1, 255));
  if (const auto times = x.find("times")) made.times = static_cast<unsigned>(times->number(1, 1'000'000));
  return made;
}

day_fault read_watches(const node& x) {
  const auto word = x.text();
  if (word != "cut" && word != "expired") x.fail("expected cut or expired, got '" + word + "'");
  return watches_cut{word == "expired"};
}

day_fault read_fault(const node& x) {
  x.allow({"unreachable", "watches", "answer", "program", "killedIn"});
  if (x.value().as_object().size() != 1) x.fail("one fault in each mapping; several are a list");
  const auto kind = x.members().front();
  const auto name = x.value().as_object().front().first;
  if (name == "unreachable") return api_unreachable{kind.duration()};
  if (name == "watches") return read_watches(kind);
  if (name == "answer") return read_answer(kind);
  if (name == "program") return read_program(kind);
  return killed_in{kind.text()};
}

restart_kind read_restart(const node& x) {
  const auto word = x.text();
  if (word == "stopped") return restart_kind::stopped;
  if (word != "killed") x.fail("expected stopped or killed, got '" + word + "'");
  return restart_kind::killed;
}

// -- expectations ---------------------------------------------------------------

expected_thing read_object(const node& x, const std::string& key) {
  auto name = parse_object_name(key);
  if (!name) x.fail(name.error().message);
  if (x.value().is_object()) return expected_object{std::move(*name), presence::present, x.value()};
  const auto word = x.value().is_string() ? x.text() : "";
  if (word == "present") return expected_object{std::move(*name)};
  if (word == "absent") return expected_object{std::move(*name), presence::absent};
  x.fail("expected present, absent, or fields of the object");
}

expected_thing read_release(const node& x, const std::string& name) {
  if (x.value().is_number()) return expected_release{name, presence::present, x.number(1, 1'000'000'000)};
  if (x.value().is_string()) {
    if (x.text() == "absent") return expected_release{name, presence::absent};
    x.fail("expected a revision, absent, or a mapping with revision and status");
  }
  x.allow({"revision", "status"});
  expected_release made{name};
  if (const auto revision = x.find("revision")) made.revision = revision->number(1, 1'000'000'000);
  if (const auto status = x.find("status")) made.status = status->text();
  return made;
}

expected_thing read_module(const node& x, const std::string& name) {
  const auto word = x.text();
  if (word != "enabled" && word != "disabled") x.fail("expected enabled or disabled, got '" + word + "'");
  return expected_module{name, word == "enabled"};
}

void read_each(const node& from, std::vector<expectation>& into,
               expected_thing (*read)(const node&, const std::string&)) {
  const auto members = from.members();
  for (std::size_t i = 0; i < members.size(); ++i)
    into.push_back({members[i].line(), read(members[i], from.value().as_object()[i].first)});
}

void read_expectations(const node& x, day_step& into) {
  x.allow({"within", "values", "objects", "releases", "modules", "ran", "ready", "readyz", "log"});
  auto& all = into.expected;
  if (const auto within = x.find("within")) into.within = within->duration();
  if (const auto modules = x.find("modules")) read_each(*modules, all, read_module);
  if (const auto values = x.find("values"))
    read_each(*values, all, [](const node& at, const std::string& section) -> expected_thing {
      if (!at.value().is_object()) at.fail_type("values of the section");
      return expected_values{section, at.value()};
    });
  if (const auto releases = x.find("releases")) read_each(*releases, all, read_release);
  if (const auto objects = x.find("objects")) read_each(*objects, all, read_object);
  if (const auto ran = x.find("ran")) all.push_back({ran->line(), expected_runs{ran->text_list()}});
  if (const auto ready = x.find("ready"))
    all.push_back({ready->line(), expected_readiness{ready->yes_or_no(), x.find("readyz").has_value()}});
  if (const auto lines = x.find("readyz")) all.push_back({lines->line(), expected_problems{lines->text_list()}});
  if (const auto log = x.find("log")) all.push_back({log->line(), expected_log{log->text_list()}});
}

// -- the day -------------------------------------------------------------------

day_step read_step(const node& x) {
  x.allow({"step", "apply", "delete", "config", "fault", "restart", "wait", "expect"});
  day_step made;
  made.line = x.line();
  if (const auto name = x.find("step")) made.name = name->text();
  if (const auto faults = x.find("fault"))
    for (const auto& each : faults->one_or_more()) made.faults.push_back(read_fault(each));
  if (const auto applied = x.find("apply")) made.applied = read_objects(*applied);
  if (const auto deleted = x.find("delete"))
    for (const auto& each : deleted->one_or_more()) made.deleted.push_back(each.name());
  if (const auto config = x.find("config")) {
    const auto sections = config->members();
    for (std::size_t i = 0; i < sections.size(); ++i)
      made.config.emplace(config->value().as_object()[i].first, config_text(sections[i]));
  }
  if (const auto restart = x.find("restart")) made.restart = read_restart(*restart);
  if (const auto wait = x.find("wait")) made.wait = wait->duration();
  if (const auto expected = x.find("expect")) read_expectations(*expected, made);
  return made;
}

/// `2026-01-05T08:00:00Z` as microseconds since the epoch.
std::int64_t read_time(const node& x) {
  const auto text = x.text();
  int year = 0, month = 0, day_of_month = 0, hour = 0, minute = 0, second = 0;
  char end = 0;
  const auto count =
    std::sscanf(text.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d%c", &year, &month, &day_of_month, &hour, &minute, &second, &end);
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day_of_month))};
  const bool is_time = hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60;
  if (count != 7 || end != 'Z' || text.size() != 20 || !date.ok() || !is_time)
    x.fail("expected a time in UTC like 2026-01-05T08:00:00Z, got '" + text + "'");
  const auto since = std::chrono::sys_days(date).time_since_epoch() + std::chrono::hours(hour)
                     + std::chrono::minutes(minute) + std::chrono::seconds(second);
  return std::chrono::duration_cast<std::chrono::microseconds>(since).count();
}

void read_operator(const node& x, day& into) {
  x.allow({"namespace", "configMap", "modulesDirs", "globalHooksDir", "schemaDirs", "environment"});
  if (const auto name = x.find("namespace")) {
    into.namespace_name = name->text();
    into.is_place_named = true;
  }
  if (const auto name = x.find("configMap")) into.config_map = name->text();
  if (const auto dirs = x.find("modulesDirs")) {
    into.modules_dirs = dirs->text_list();
    into.are_modules_dirs_given = true;
  }
  if (const auto dirs = x.find("schemaDirs")) into.schema_dirs = dirs->text_list();
  if (const auto dir = x.find("globalHooksDir")) into.global_hooks_dir = dir->text();
  if (const auto environment = x.find("environment")) {
    const auto variables = environment->members();
    for (std::size_t i = 0; i < variables.size(); ++i)
      into.environment.push_back(environment->value().as_object()[i].first + "=" + variables[i].text());
  }
}

day read_whole(const node& x) {
  x.allow({"day", "begins", "operator", "cluster", "steps"});
  day made;
  made.file = x.from().file;
  made.title = made.file;
  if (const auto title = x.find("day")) made.title = title->text();
  if (const auto begins = x.find("begins")) made.begins_us = read_time(*begins);
  if (const auto options = x.find("operator")) read_operator(*options, made);
  if (const auto cluster = x.find("cluster")) made.cluster = read_objects(*cluster);
  const auto steps = x.find("steps");
  if (!steps) x.fail("there are no steps");
  for (const auto& each : steps->items()) made.steps.push_back(read_step(each));
  for (std::size_t i = 0; i < made.steps.size(); ++i)
    if (made.steps[i].name.empty()) made.steps[i].name = "step " + std::to_string(i + 1);
  if (made.steps.empty()) steps->fail("there are no steps");
  return made;
}

} // namespace

base::result<day> read_day(const std::string& file, std::string_view text, const day_file_reader& read) {
  text::yaml_lines lines;
  const auto document = text::parse_yaml(text, lines);
  if (!document) return base::fail(file, document.error());
  const day_source from{file, lines, read};
  try {
    return read_whole(node(from, *document, {}));
  } catch (const unreadable_day& x) {
    return base::fail(base::error_code::invalid_input, x.message);
  }
}

} // namespace simulation
