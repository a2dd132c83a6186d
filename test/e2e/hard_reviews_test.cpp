// Reviews of a real API server on bad days: hooks that hang, leave a child or give no answer.
#include "given.hpp"
#include "run.hpp"
#include "ward.hpp"

#include <doctest/doctest.h>

#include <string>
#include <thread>

namespace {

using e2e::contains;
using e2e::ward;

constexpr auto bad_hook = R"--(answer() { echo "$1" >$VALIDATING_RESPONSE_PATH; }
warn() { printf '{"allowed":true,"warnings":["'; head -c $1 /dev/zero | tr '\0' w; printf '"]}'; }
case $name in
*denied*) answer '{"allowed":false,"message":"no"}' ;;
*deaf*) trap '' TERM; sleep 60 & wait; sleep 60 ;;
*child*) sleep 300 & answer '{"allowed":true}' ;;
*half*) printf '{"allowed":tr' >$VALIDATING_RESPONSE_PATH ;;
*loud*) answer "$(warn 1000000)" ;;
*huge*) warn 20000000 >$VALIDATING_RESPONSE_PATH ;;
*patch*) answer '{"allowed":true,"patch":"W10="}' ;;
*) answer '{"allowed":true}' ;;
esac)--";

} // namespace

TEST_CASE("hooks that hang, leave a child or give no valid answer fail their own requests alone, with the reason"
          * doctest::skip(e2e::no_cluster())) {
  ward own("hard");
  own.files.add_program("global-hooks/a.sh",
                        ward::bash(own.binding("Validating", "hard", "  timeoutSeconds: 3\n"), bad_hook));
  e2e::operator_run run(own.files, own.options);
  run.await({{"event", "webhooks_registered"}});
  CHECK(contains(own.create_until("denied", true), "denied the request: no"));
  std::string deaf;
  std::thread waits([&] { deaf = own.create("deaf"); });
  CHECK(own.create("child") == "");
  const auto half = own.create("half");
  CHECK_MESSAGE(contains(half, "Hook failed: hook 'a.sh': its answer ($VALIDATING_RESPONSE_PATH) is not valid"), half);
  CHECK(own.create("loud") == "");
  const auto huge = own.create("huge");
  CHECK_MESSAGE(contains(huge, "KiB, 8192 are allowed"), huge);
  const auto patch = own.create("patch");
  CHECK_MESSAGE(contains(patch, "patch: only hooks of kubernetesMutating may change an object"), patch);
  CHECK(own.create("good") == "");
  waits.join();
  CHECK_MESSAGE(contains(deaf, "Hook failed: hook 'a.sh': it has not answered in time"), deaf);
  CHECK(own.create("good-again") == "");
  CHECK_EQ(run.stop().exit_code, 0);
}
