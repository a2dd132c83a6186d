#include "core/cel/evaluated.hpp"

TEST_CASE("matches of a pattern are found") {
  test::check({
    {"'abc 123'.find('[0-9]+')", "123"},
    {"'abc 123'.find('xyz') == ''", "true"},
    {"'123 abc 456'.findAll('[0-9]+')", "[123, 456]"},
    {"'123 abc 456'.findAll('[0-9]+', 1)", "[123]"},
    {"'123 abc 456'.findAll('[0-9]+', 0)", "[]"},
    {"'123 abc 456'.findAll('[0-9]+', -1)", "[123, 456]"},
    {"'123 abc 456'.findAll('xyz')", "[]"},
    {"'abaab'.findAll('a*')", "[a, aa, ]"},
    {"'a'.findAll('[')", "line 1, column 5: invalid pattern '[': missing ]: ["},
    {"(1).find('a')", "failed: no such overload: find of int and string"},
  });
}
