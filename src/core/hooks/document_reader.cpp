#include "core/hooks/document_reader.hpp"

#include "base/contains.hpp"
#include "base/edit_distance.hpp"
#include "base/excerpt.hpp"
#include "text/json/value_kind.hpp"
#include "text/plain/shown_key.hpp"

#include <utility>

namespace core::hooks {

void document_errors::add(const std::string& path, const std::string& problem) {
  if (text_.size() > bytes_enough) {
    if (!std::exchange(is_cut_, true)) text_ += "; and more";
    return;
  }
  if (!text_.empty()) text_ += "; ";
  // Path and text may contain parts of the document.
  if (!path.empty()) text_ += base::excerpt(path, part_bytes_max) + ": ";
  text_ += base::excerpt(problem, part_bytes_max);
}

document_reader::document_reader(const text::json& value, std::string path, document_errors& errors, values show)
  : value_(&value), path_(std::move(path)), errors_(&errors), show_(show) {
  if (!value.is_object()) errors_->add(path_, std::string("expected an object, got ") + text::kind_name(value));
}

const text::json* document_reader::any(std::string_view key) {
  // `refuse_others` reports each member that no reader has requested, because it is unknown.
  asked_.emplace_back(key);
  return value_->find(key);
}

bool document_reader::has(std::string_view key) {
  return any(key) != nullptr;
}

const text::json* document_reader::find(std::string_view key, bool (text::json::*is_type)() const noexcept,
                                        const char* expected) {
  const auto* x = any(key);
  if (x == nullptr || (x->*is_type)()) return x;
  add_wrong_type(key, expected, *x);
  return nullptr;
}

std::string document_reader::string_or(std::string_view key, std::string otherwise) {
  const auto* x = find(key, &text::json::is_string, "a string");
  return x != nullptr ? x->as_string() : std::move(otherwise);
}

std::string document_reader::filled_string_or(std::string_view key, std::string otherwise) {
  auto text = string_or(key, {});
  return text.empty() ? std::move(otherwise) : text;
}

std::string document_reader::required_string(std::string_view key) {
  if (!has(key)) {
    add_error(key, "is required");
    return {};
  }
  const auto* x = find(key, &text::json::is_string, "a string");
  if (x == nullptr) return {};
  if (x->as_string().empty()) add_error(key, "must not be empty");
  return x->as_string();
}

bool document_reader::bool_or(std::string_view key, bool otherwise) {
  const auto* x = find(key, &text::json::is_bool, "true or false");
  return x != nullptr ? x->as_bool() : otherwise;
}

std::optional<std::int64_t> document_reader::integer(std::string_view key) {
  const auto* x = find(key, &text::json::is_number, "an integer");
  if (x == nullptr) return std::nullopt;
  auto value = x->as_int();
  if (!value) add_wrong_type(key, "an integer", *x);
  return value;
}

std::optional<double> document_reader::number(std::string_view key) {
  const auto* x = find(key, &text::json::is_number, "a number");
  return x != nullptr ? std::optional(x->as_double()) : std::nullopt;
}

std::vector<std::string> document_reader::strings(std::string_view key) {
  std::vector<std::string> out;
  const auto* list = find(key, &text::json::is_array, "a list of strings");
  if (list == nullptr) return out;
  for (std::size_t i = 0; i < list->as_array().size(); ++i) {
    const auto& item = list->as_array()[i];
    if (item.is_string())
      out.push_back(item.as_string());
    else
      add_wrong_type(std::string(key) + "[" + std::to_string(i) + "]", "a string", item);
  }
  return out;
}

std::vector<document_reader> document_reader::objects(std::string_view key, empty_list if_empty) {
  std::vector<document_reader> out;
  const auto* list = find(key, &text::json::is_array, "a list");
  if (list == nullptr) return out;
  if (list->as_array().empty() && if_empty == empty_list::refused) add_error(key, "must have at least one item");
  if (const auto count = list->as_array().size(); count > objects_max) {
    add_error(key, "has " + std::to_string(count) + " items, " + std::to_string(objects_max) + " are allowed");
    return out;
  }
  for (std::size_t i = 0; i < list->as_array().size(); ++i)
    out.emplace_back(list->as_array()[i], path_of(key) + "[" + std::to_string(i) + "]", *errors_, show_);
  return out;
}

std::optional<document_reader> document_reader::object(std::string_view key) {
  const auto* x = any(key);
  if (x == nullptr) return std::nullopt;
  return document_reader(*x, path_of(key), *errors_, show_);
}

void document_reader::refuse_others() {
  for (const auto& [key, value] : members())
    if (!base::contains(asked_, key))
      add_error(key, errors_->is_full() ? "unknown field" : "unknown field" + base::did_you_mean(key, asked_));
}

const text::json::object_type& document_reader::members() const noexcept {
  static const text::json::object_type none;
  return value_->is_object() ? value_->as_object() : none;
}

void document_reader::add_error(std::string_view key, const std::string& problem) {
  errors_->add(path_of(key), problem);
}

void document_reader::add_wrong_type(std::string_view key, const std::string& expected, const text::json& found) {
  add_error(key, "expected " + expected + ", got " + (shows_values() ? shown(found) : text::kind_name(found)));
}

std::string document_reader::path_of(std::string_view key) const {
  return path_.empty() ? text::shown_key(key) : path_ + "." + text::shown_key(key);
}

std::string shown(const text::json& value) {
  constexpr std::size_t bytes_max = 60;
  // A string may have megabytes, so it is cut before it is converted to JSON.
  if (value.is_string() && value.as_string().size() > bytes_max)
    return base::excerpt(text::json(base::first_bytes(value.as_string(), bytes_max)).dump(), bytes_max);
  return base::excerpt(value.dump(), bytes_max);
}

} // namespace core::hooks
