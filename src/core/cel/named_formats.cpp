// https://kubernetes.io/docs/reference/using-api/cel/#kubernetes-format-library

#include "core/cel/functions.hpp"
#include "core/cel/moments.hpp"
#include "core/cel/optional_library.hpp"
#include "core/cel/regular_expression.hpp"
#include "core/cel/url_library.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace core::cel {
namespace {

constexpr std::size_t label_max = 63;
constexpr std::size_t subdomain_max = 253;

template <const char* Pattern>
bool matches(std::string_view text) {
  static const auto compiled = regular_expression::compile(Pattern).value();
  return compiled.found_in(text);
}

constexpr char label_pattern[] = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$";
constexpr char old_label_pattern[] = "^[a-z]([-a-z0-9]*[a-z0-9])?$";
constexpr char subdomain_pattern[] = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$";
constexpr char label_value_pattern[] = "^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$";
constexpr char uuid_pattern[] = "^(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$";
constexpr char base64_pattern[] = "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$";

bool is_label(std::string_view text) {
  return text.size() <= label_max && matches<label_pattern>(text);
}

bool is_old_label(std::string_view text) {
  return text.size() <= label_max && matches<old_label_pattern>(text);
}

bool is_subdomain(std::string_view text) {
  return text.size() <= subdomain_max && matches<subdomain_pattern>(text);
}

bool is_label_value(std::string_view text) {
  return text.size() <= label_max && matches<label_value_pattern>(text);
}

bool is_qualified_name(std::string_view text) {
  const auto slash = text.find('/');
  if (slash != text.npos && !is_subdomain(text.substr(0, slash))) return false;
  const auto name = slash == text.npos ? text : text.substr(slash + 1);
  return !name.empty() && is_label_value(name);
}

/// A name to which the API server appends characters may end with a dash.
template <bool (*IsName)(std::string_view)>
bool begins_name(std::string_view text) {
  std::string whole(text);
  if (whole.size() > 1 && whole.ends_with('-')) whole.back() = 'a';
  return IsName(whole);
}

bool is_date(std::string_view text) {
  return text.size() == std::string_view("2006-01-02").size()
         && read_timestamp(std::string(text) + "T00:00:00Z").has_value();
}

bool is_time(std::string_view text) {
  return read_timestamp(text).has_value();
}

bool is_uri(std::string_view text) {
  return read_url(text).has_value();
}

struct named_format {
  std::string_view name;
  std::string_view function; ///< of `format`, without arguments
  bool (*accepts)(std::string_view text);
  const char* rule;
};

constexpr auto label_rule =
  "must have up to 63 small letters, digits or '-', and begin and end with a letter or a digit";
constexpr auto old_label_rule =
  "must have up to 63 small letters, digits or '-', begin with a letter, and end with a letter or a digit";
constexpr auto subdomain_rule =
  "must be up to 253 characters of labels of small letters, digits or '-' with dots between";

constexpr std::array formats{
  named_format{"dns1123Label", "format.dns1123Label", is_label, label_rule},
  named_format{"dns1123Subdomain", "format.dns1123Subdomain", is_subdomain, subdomain_rule},
  named_format{"dns1035Label", "format.dns1035Label", is_old_label, old_label_rule},
  named_format{
    "qualifiedName", "format.qualifiedName", is_qualified_name,
    "must be a name of up to 63 letters, digits, '-', '_' or '.', with a subdomain and '/' before or without"},
  named_format{"dns1123LabelPrefix", "format.dns1123LabelPrefix", begins_name<is_label>, label_rule},
  named_format{"dns1123SubdomainPrefix", "format.dns1123SubdomainPrefix", begins_name<is_subdomain>, subdomain_rule},
  named_format{"dns1035LabelPrefix", "format.dns1035LabelPrefix", begins_name<is_old_label>, old_label_rule},
  named_format{
    "labelValue", "format.labelValue", is_label_value,
    "must be empty or up to 63 letters, digits, '-', '_' or '.' that begin and end with a letter or a digit"},
  named_format{"uri", "format.uri", is_uri, "must be an absolute URI or an absolute path"},
  named_format{"uuid", "format.uuid", matches<uuid_pattern>, "must be a UUID"},
  named_format{"byte", "format.byte", matches<base64_pattern>, "must be base64"},
  named_format{"date", "format.date", is_date, "must be a date such as 2024-02-29"},
  named_format{"datetime", "format.datetime", is_time, "must be a time of RFC 3339"},
};

class format_value final : public opaque {
public:
  explicit format_value(const named_format& format) : format(format) {}

  [[nodiscard]] std::string_view type() const noexcept override { return "kubernetes.NamedFormat"; }
  [[nodiscard]] bool equals(const opaque& other, budget&) const override {
    const auto* x = dynamic_cast<const format_value*>(&other);
    return x && x->format.name == format.name;
  }
  [[nodiscard]] std::optional<std::string> text() const override { return std::nullopt; }

  const named_format& format;
};

value value_of(const named_format& format) {
  return opaque_ptr(std::make_shared<format_value>(format));
}

value named(arguments given, const call_context&) {
  const auto* name = given[0].as<string_value>();
  if (!name) return no_overload("format.named", given[0]);
  const auto* found =
    std::find_if(formats.begin(), formats.end(), [&](const auto& x) { return x.name == name->view(); });
  return optional_of(found == formats.end() ? std::nullopt : std::optional(value_of(*found)));
}

/// No value if the text is well-formed, else the list of its faults.
value validate(arguments given, const call_context& context) {
  const auto* x = opaque_as<format_value>(given[0]);
  const auto* text = given[1].as<string_value>();
  if (!x || !text) return wrong_types("validate", given);
  if (!context.steps.spend_bytes(text->view().size())) return null();
  if (x->format.accepts(text->view())) return optional_of(std::nullopt);
  return optional_of(list(std::vector{value::string(x->format.rule)}));
}

template <std::size_t Place>
value format_at(arguments, const call_context&) {
  return value_of(formats[Place]);
}

template <std::size_t... Places>
constexpr auto functions_of(std::index_sequence<Places...>) {
  return std::array{function{formats[Places].function, call_form::function, 0, format_at<Places>}...,
                    function{"format.named", call_form::function, 1, named},
                    function{"validate", call_form::method, 2, validate}};
}

constexpr auto table = functions_of(std::make_index_sequence<formats.size()>());

} // namespace

std::span<const function> named_formats() {
  return table;
}

} // namespace core::cel
