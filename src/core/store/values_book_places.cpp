// The places of values in files and sections: which are blank, and which files have them.

#include "core/store/values_book.hpp"
#include "core/values/blank_values.hpp"
#include "core/values/names.hpp"

#include <map>
#include <set>
#include <string>

namespace core::store {

std::map<std::string, bool> values_book::other_globals(const values::values_owner& owner) const {
  const auto section = sections_.find(owner.key());
  return section == sections_.end() ? std::map<std::string, bool>{} : section->second.other_globals;
}

std::map<values::value_source, std::string> values_book::blank_files(const values::values_owner& owner) const {
  const auto section = sections_.find(owner.key());
  return section == sections_.end() ? std::map<values::value_source, std::string>{} : section->second.blank_files;
}

values::blank_places values_book::blank_values(const values::values_owner& owner,
                                               const std::set<std::string>& of_hooks) const {
  values::blank_places found;
  for (const auto& key : {std::string(values::global_key), owner.key()})
    if (const auto at = sections_.find(key); at != sections_.end())
      found.merge(values::blank_places_of(at->second.record.layers, at->second.record.values, key, of_hooks));
  return found;
}

values::blank_places values_book::blank_texts(const values::values_owner& owner) const {
  values::blank_places found;
  for (const auto& key : {std::string(values::global_key), owner.key()})
    if (const auto at = sections_.find(key); at != sections_.end())
      found.merge(values::blank_texts_of(at->second.record.layers, at->second.record.values, key));
  return found;
}

} // namespace core::store
