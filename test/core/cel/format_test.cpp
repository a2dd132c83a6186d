#include "core/cel/evaluated.hpp"

TEST_CASE("clauses take values of their types") {
  test::check({
    {"'%s of %d%%'.format(['a', 5])", "a of 5%"},
    {"'%.2f %e'.format([1.239, 1052.0])", "1.24 1.052000e+03"},
    {"'%b %o %x %X'.format([5, 8, 255, b'\\xff'])", "101 10 ff FF"},
    {"'%s'.format([[1, 2.5, null, {'b': 1, 'a': true}]])", "[1, 2.5, null, {a: true, b: 1}]"},
    {"'%d'.format([dyn(3.0)])", "3"},
  });
}

TEST_CASE("a wrong clause or value says which") {
  test::check({
    {"'%a'.format([1])", "failed: 'format' has a value that does not fit '%a'"},
    {"'%'.format([1])", "failed: the text of 'format' has a wrong clause"},
    {"'%.101f'.format([1])", "failed: the text of 'format' has a wrong clause"},
    {"'%d %d'.format([1])", "failed: 'format' has fewer values than clauses"},
    {"'%d'.format(['x'])", "failed: 'format' has a value that does not fit '%d'"},
    {"'%d'.format('x')", "failed: no such overload: format of string and string"},
  });
}
