#pragma once

#include "core/schema/notes.hpp"
#include "text/json/json.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace core::schema {

/// Reads members of schema objects whose values are plain (a truth value, a number, a list of names), and
/// notes a mistake for any other value.
class keyword_reader {
public:
  /// @param known mistakes that were found before
  explicit keyword_reader(notes known) : mistakes_(std::move(known)) {}

  /// @param place of the schema, for example `schema.properties.port`
  void refuse(const std::string& place, const std::string& reason) { mistakes_.note(place, reason); }
  [[nodiscard]] const notes& mistakes() const noexcept { return mistakes_; }
  [[nodiscard]] notes& mistakes() noexcept { return mistakes_; }

  /// False if the keyword is not there.
  bool read_bool(const text::json& document, const std::string& place, const char* keyword);
  /// A number as it is written.
  std::optional<std::string> read_number_text(const text::json& document, const std::string& place,
                                              const char* keyword);
  std::optional<std::uint64_t> read_count(const text::json& document, const std::string& place, const char* keyword);
  std::optional<std::string> read_text(const text::json& document, const std::string& place, const char* keyword);
  /// @param list the value of the keyword
  std::vector<std::string> read_names(const text::json& list, const std::string& place, const char* keyword);

private:
  template <class Get>
  auto read_member(const text::json& document, const std::string& place, const char* keyword, const char* what, Get get)
    -> decltype(get(document));

  notes mistakes_;
};

} // namespace core::schema
