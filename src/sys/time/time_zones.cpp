#include "sys/time/time_zones.hpp"

#include "sys/files/environment.hpp"
#include "sys/files/files.hpp"

#include <cctz/time_zone.h>

#include <algorithm>
#include <memory>
#include <string>

namespace sys::time {

namespace {

using std::chrono::seconds;
using std::chrono::sys_seconds;

constexpr const char* local_zone_file = "/etc/localtime";
constexpr const char* usual_database = "/usr/share/zoneinfo";

class database_zone final : public base::time_zone {
public:
  explicit database_zone(cctz::time_zone zone) : zone_(zone) {}

  [[nodiscard]] base::zone_span span_at(sys_seconds moment) const override {
    base::zone_span span{sys_seconds::min(), sys_seconds::max(), seconds(zone_.lookup(moment).offset)};
    cctz::time_zone::civil_transition change;
    // A change at `moment` itself begins the span, and `prev_transition` finds only changes before its
    // argument.
    if (zone_.prev_transition(moment + seconds(1), &change)) span.begin = moment_of(change);
    if (zone_.next_transition(moment, &change)) span.end = moment_of(change);
    return span;
  }

private:
  /// The moment of a change. It is looked up by the earlier of its two local times, which the change skips or
  /// repeats.
  [[nodiscard]] sys_seconds moment_of(const cctz::time_zone::civil_transition& change) const {
    return zone_.lookup(std::min(change.from, change.to)).trans;
  }

  cctz::time_zone zone_;
};

base::time_zone_ptr utc() {
  return std::make_shared<database_zone>(cctz::utc_time_zone());
}

auto not_found(const std::string& shown) {
  return base::fail(base::error_code::not_found,
                    shown
                      + " is not in the tz database of this machine: expected a name like Europe/Berlin "
                        "(and the package tzdata)");
}

base::result<base::time_zone_ptr> load(const std::string& name, const std::string& shown) {
  cctz::time_zone zone;
  if (!cctz::load_time_zone(name, &zone)) return not_found(shown);
  return std::make_shared<database_zone>(zone);
}

/// Allows only names below the database: no other files, and no notations of the library, which contain
/// colons.
bool is_zone_name(std::string_view name) {
  constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+/";
  return !name.starts_with('/') && name.find_first_not_of(allowed) == std::string_view::npos;
}

/// The library keeps all names that it was asked for, also unknown names. Names come from values, so only
/// names in the database go to the library.
bool is_in_database(const std::string& name) {
  const auto directory = files::environment_variable("TZDIR").value_or("");
  return name == "UTC" || files::path_exists((directory.empty() ? usual_database : directory) + "/" + name);
}

} // namespace

base::result<base::time_zone_ptr> find_time_zone(std::string_view name) {
  if (name.empty()) return local_time_zone(files::environment_variable("TZ"));
  const auto shown = "time zone '" + std::string(name) + "'";
  if (!is_zone_name(name)) return base::fail(base::error_code::invalid_input, shown + " is no name of a time zone");
  if (!is_in_database(std::string(name))) return not_found(shown);
  return load(std::string(name), shown);
}

base::result<base::time_zone_ptr> local_time_zone(const std::optional<std::string>& variable) {
  if (!variable) {
    if (!files::path_exists(local_zone_file)) return utc();
    return load(local_zone_file, local_zone_file);
  }
  auto name = *variable;
  if (name.starts_with(':')) name.erase(0, 1);
  if (name.empty()) return utc();
  return load(name, "time zone '" + name + "' of $TZ");
}

} // namespace sys::time
