#include "core/status/failure_advice.hpp"

#include "core/status/advice_rows.hpp"

#include <doctest/doctest.h>

#include <string>

using core::status::failure_advice;
using core::status::failure_cause;

TEST_SUITE("core/machine_advice") {
  TEST_CASE("a full --tmp-dir is named with its room and with what fills it") {
    const core::status::tmp_facts tmp{"/var/tmp/op", "0.0 MiB free of 24.0 MiB; 5 entries: usage-1.csv"};
    const auto full =
      failure_advice("/var/tmp/op/operator-x/a: cannot be written: No space left on device", {{}, {}, tmp});
    CHECK_MESSAGE(full.starts_with("the file system of --tmp-dir /var/tmp/op is full (0.0 MiB free of 24.0 MiB; 5"),
                  full);
    const auto other = failure_advice("/data/a: No space left on device", {{}, {}, tmp});
    CHECK_MESSAGE(other.starts_with("the file system of the path above is full"), other);
  }

  TEST_CASE("file systems have a step each") {
    test::check_advice({
      {"/tmp/a: cannot be written: No space left on device", {"df -h", "df -i"}},
      {"hook 'a.sh': cannot be started: fork: the limit of processes and threads is reached: raise the pids limit",
       {"podPidsLimit"}},
      {"write /tmp/a: no space left on device", {"df -h"}},
      {"OSError: [Errno 30] Read-only file system: '/a'", {"mount a volume"}},
      {"PermissionError: [Errno 13] Permission denied: '/etc/x'", {"runAsUser", "defaultMode"}},
    });
  }

  TEST_CASE("programs that were killed or cannot run have a step each") {
    test::check_advice({
      {"hook 'a.sh': cmd run: ended by signal 9 (Killed), by another program, or by the kernel for want of memory",
       {"OOMKilled", "memory limit"}},
      {"hook 'a.sh': cmd run: exit status 137", {"OOMKilled"}},
      {"a.sh: line 3:   123 Killed                  jq .", {"OOMKilled"}},
      {"fork: Cannot allocate memory", {"no memory"}},
      {"exit status 127: line 3: jqq: command not found", {"the program jqq", "PATH"}},
      {"exit status 127: a.sh: 3: jqq: not found", {"the program jqq"}},
      {"exit status 127: env: 'python3': No such file or directory", {"the program python3"}},
      {"exit status 127: env: 'bash\\r': No such file or directory", {"line ends of Windows"}},
      {"exit status 126: ./tool: cannot execute binary file: Exec format error",
       {"another kind of machine", "uname -m"}},
      {"ModuleNotFoundError: No module named 'yaml'", {"no package yaml"}},
      {"Error: Cannot find module 'express'", {"node has no package express"}},
      {"psql: error while loading shared libraries: libpq.so.5: cannot open", {"shared library"}},
      {"OSError: [Errno 98] Address already in use", {"ss -ltnp"}},
      {"open /x: too many open files", {"ulimit -n"}},
      {"a.sh: fork: retry: Resource temporarily unavailable", {"limit of processes"}},
      {"jq: Argument list too long", {"a file or a pipe"}},
      {"hook 'a.sh': took longer than its time limit of 30 s and was ended", {"--hook-timeout"}},
    });
  }

  TEST_CASE("a hook of a full --tmp-dir is named, and the place of the command") {
    const core::status::tmp_facts tmp{"/var/tmp/op", "no room", "hook 'hooks/a.sh' of module 'b' may write them"};
    const auto full = failure_advice("/var/tmp/op/operator-x/a: No space left on device", {.tmp = tmp});
    CHECK_MESSAGE(full.find("hook 'hooks/a.sh' of module 'b' may write them; remove") != full.npos, full);
    CHECK_MESSAGE(full.find("inside the operator's Pod") != full.npos, full);
  }

  TEST_CASE("words of objects, pages and databases are no words about programs") {
    for (const char* failure :
         {R"(Error from server (NotFound): configmaps "a" not found)", "curl: 404: not found",
          "permission denied for table users", "Permission denied (publickey)", "Killed by no one"})
      CHECK_EQ(failure_advice(failure, {}), "");
  }
}
