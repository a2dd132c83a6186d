#include "core/hooks/stderr_failures.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

using namespace core::hooks;

TEST_SUITE("core/stderr_failures") {
  TEST_CASE("a line names a lost tool, right, file or server by known words, and by no other") {
    const auto* const hook = "/m/010-web/hooks/a.sh";
    const auto doubt_of = [&](const std::string& line) { return failure_in_line(line, hook); };
    CHECK(doubt_of("/m/010-web/hooks/a.sh: line 3: jq: command not found") == "line 3: command not found");
    CHECK(doubt_of("/m/010-web/hooks/a.sh: 3: jq: not found") == "line 3: not found");
    CHECK(doubt_of("/m/010-web/hooks/a.sh: line 3:   123 Killed                  jq . x") == "line 3: Killed");
    CHECK(doubt_of("/m/010-web/hooks/a.sh: line 3: 99 Segmentation fault (core dumped) jq .")
          == "line 3: Segmentation fault");
    CHECK(doubt_of("/m/010-web/hooks/a.sh: line 3: 12 pods: Killed by me").empty());
    CHECK(doubt_of("/m/010-web/hooks/a.sh: line 3: 12 Terminated              sleep 9").empty());
    CHECK(doubt_of("/m/010-web/hooks/a.sh: line 3: 12").empty());
    CHECK(doubt_of("/m/010-web/hooks/a.sh: line 3").empty());
    CHECK(doubt_of("Killed 3 pods").empty());
    CHECK(doubt_of("/m/010-web/hooks/a.sh: line 9: echo: write error: No space left on device")
          == "line 9: No space left on device");
    CHECK(doubt_of("jq: error: Could not open file /tmp/hunter2: No such file or directory") == "jq: error");
    CHECK(doubt_of("cat: /etc/hunter2: Permission denied") == "Permission denied");
    CHECK(doubt_of("Error from server (Forbidden): pods is forbidden: User \"hunter2\" cannot list")
          == "Error from server (Forbidden)");
    CHECK(doubt_of("Error from server (ServiceUnavailable): try again") == "Error from server (ServiceUnavailable)");
    CHECK(doubt_of("Unable to connect to the server: dial tcp 10.0.0.1:443") == "Unable to connect to the server");
    CHECK(doubt_of("curl: (7) Failed to connect to hunter2") == "curl");
    CHECK(doubt_of("open /etc/hunter2: no such file or directory") == "no such file or directory");
    CHECK(doubt_of("cat: /mnt/hunter2: Stale file handle") == "Stale file handle");
    CHECK(doubt_of("ModuleNotFoundError: No module named 'hunter2'") == "ModuleNotFoundError");
    CHECK(doubt_of("error: the server doesn't have a resource type \"hunter2\"")
          == "error: the server doesn't have a resource type");
    for (const auto* line :
         {"Error from server (NotFound): pods \"a\" not found", "Error from server (Conflict): again",
          "Error from server (hunter 2): a", "+ jq . /tmp/a: command not found", "INFO: 3 pods found",
          "cache entry not found", "Warning: v1beta1 is deprecated", ""}) {
      CAPTURE(line);
      CHECK(doubt_of(line).empty());
    }
  }

  TEST_CASE("the words of shells and tools name a failure") {
    const std::vector<std::pair<const char*, const char*>> lines{
      {"sh: 3: jq: not found", "not found"},
      {"a.sh: 3: x: parameter not set", "parameter not set"},
      {"a.sh: line 9: syntax error near unexpected token `fi'", "syntax error near unexpected token"},
      {"a.sh: line 3: [: too many arguments", "too many arguments"},
      {"a.sh: line 3: /usr/bin/jq: cannot execute: required file not found", "required file not found"},
      {"/shell_lib.sh: line 3: jq: command not found ", "command not found"},
      {"Killed", "Killed"},
      {"Segmentation fault (core dumped)", "Segmentation fault"},
      {"cat: /etc/kube: Is a directory", "Is a directory"},
      {"jq: error while loading shared libraries: libonig.so.5: cannot open shared object file: No such file or "
       "directory",
       "jq: error"},
      {"awk: can't open file x (No such file or directory)", "No such file or directory"},
      {"  File \"/a.py\", line 3", ""},
      {"Traceback (most recent call last):", "Traceback (most recent call last)"},
      {"kubernetes.client.exceptions.ApiException: (403)", "ApiException"},
      {"Reason: Forbidden", "Reason: Forbidden"},
      {"requests.exceptions.ConnectionError: HTTPSConnectionPool(host='x', port=443): Max retries exceeded",
       "ConnectionError"},
      {"FileNotFoundError: [Errno 2] No such file or directory: 'hunter2'", "FileNotFoundError"},
      {"TypeError: Cannot read properties of undefined (reading 'hunter2')", "TypeError"},
      {"Error: Cannot find module 'hunter2'", "Error"},
      {"Uncaught hunter2", "Uncaught"},
      {"panic: runtime error: index out of range [3] with length 0", "panic"},
      {"fork/exec /bin/jq: no such file or directory", "no such file or directory"},
      {"exec: \"jq\": executable file not found in $PATH", "executable file not found in $PATH"},
      {"Get \"https://hunter2/version\": dial tcp 10.0.0.1:443: connect: connection refused", "connection refused"},
      {"Get \"https://hunter2/\": x509: certificate has expired or is not yet valid", "x509"},
      {"error: no configuration has been provided, try setting KUBERNETES_MASTER environment variable", "error"},
      {"error: context \"prod\" does not exist", "error"},
      {"error: unable to parse \"x\": yaml: did not find expected node", "error"},
      {"Error: Kubernetes cluster unreachable: Get \"https://10.0.0.1:443/version\": dial tcp 10.0.0.1:443: i/o "
       "timeout",
       "Error"},
      {"E1126 06:00:00.0 12 memcache.go:265] couldn't get current server API group list: the server has asked for the "
       "client to provide credentials",
       "couldn't get current server API group list"},
      {"An error occurred (AccessDenied) when calling the DescribeInstances operation: not authorized",
       "An error occurred"},
      {"fatal: unable to access 'https://git/x': Could not resolve host: git", "fatal"},
      {"ssh: connect to host db port 22: Connection refused", "ssh: connect to host"},
      {"git@hunter2: Permission denied (publickey).", "Permission denied (publickey"},
      {"psql: error: connection to server at \"db\" (10.0.0.1), port 5432 failed: Connection refused", "error"},
      {"a.sh: line 3: curl: command not found", "command not found"},
      {"curl: (6) Could not resolve host: hunter2", "curl"},
      {"jq: parse error: Invalid numeric literal", "jq: parse error"},
      {"unable to load Private Key", "unable to load"},
      {"Can't open \"x.pem\" for reading, No such file or directory", "Can't open"},
      {"Can't locate JSON.pm in @INC at a.pl line 3.", "Can't locate"},
      {"cannot read: No such file or directory at a.pl line 3.", "No such file or directory"},
      {"hook a.sh: Error from server (Forbidden): nodes is forbidden", "Error from server (Forbidden)"},
      {"2024-01-01T00:00:00Z ERROR Error from server (Forbidden): a", "Error from server (Forbidden)"},
      {"\x1b[31mError from server (Forbidden): nodes is forbidden\x1b[0m", "Error from server (Forbidden)"},
      {"\x1b[1;31ma.sh: line 3: jq: command not found\x1b[m\r", "command not found"},
    };
    for (const auto& [line, words] : lines) {
      CAPTURE(line);
      CHECK_EQ(failure_in_line(line, "/hook"), words);
    }
  }

  TEST_CASE("the words of tools without a feature, a key, an account or a server name a failure") {
    const std::vector<std::pair<const char*, const char*>> lines{
      {"grep: unrecognized option: P", "unrecognized option"},
      {"find: unrecognized: -printf", "unrecognized: -"},
      {"find: unknown predicate `-foo'", "unknown predicate"},
      {"date: invalid option -- 'j'", "invalid option --"},
      {"date: illegal option -- j", "illegal option --"},
      {"curl: option --json: is unknown", "curl: option"},
      {"a.sh: line 3: declare: -A: invalid option", "invalid option"},
      {"a.sh: 3: [: Illegal number: x", "Illegal number"},
      {"sort: applet not found", "applet not found"},
      {"/usr/bin/python3: No module named yq", "No module named"},
      {"flag provided but not defined: -x", "flag provided but not defined"},
      {"gpg: decryption failed: No secret key", "decryption failed"},
      {"gpg: key hunter2: No secret key", "No secret key"},
      {"Failed to get the data key required to decrypt the SOPS file.", "Failed to get"},
      {"ERROR: Please run 'az login' to setup account.", "ERROR"},
      {"Please run 'az login' to setup account.", "Please run 'az login'"},
      {"The config profile (hunter2) could not be found", "could not be found"},
      {"kinit: Cannot contact any KDC for realm 'hunter2' while getting initial credentials", "Cannot contact"},
      {"ldap_sasl_bind(SIMPLE): Can't contact LDAP server (-1)", "Can't contact"},
      {"Could not connect to Redis at hunter2", "Could not connect"},
      {"(error) NOAUTH Authentication required.", "Authentication required"},
      {"mc: <ERROR> Unable to list folder. Access Denied.", "Access Denied"},
      {"ERROR 2000 (28000): Access denied for user 'hunter2'@'%' (using password: YES)", "Access denied for user"},
      {"Error querying Consul agent: Unexpected response code: 500", "Unexpected response code"},
      {"wget: server returned error: HTTP/1.1 403 Forbidden", "server returned error"},
      {"2026-11-26 10:00:00 ERROR 503: Service Unavailable.", "ERROR 503"},
      {"ping: bad address 'hunter2'", "bad address '"},
      {"mmap: Out of memory", "Out of memory"},
    };
    for (const auto& [line, words] : lines) {
      CAPTURE(line);
      CHECK_EQ(failure_in_line(line, "/hook"), words);
    }
  }

  TEST_CASE("the words of sources outside of the cluster, and of loggers, name a failure") {
    const std::vector<std::pair<const char*, const char*>> lines{
      {"Error from server: etcdserver: request timed out", "Error from server"},
      {"Error from server: etcdserver: leader changed", "Error from server"},
      {"hook a.sh: Error from server: etcdserver: leader changed", "Error from server"},
      {"parse error: Invalid numeric literal at line 1, column 16", "parse error"},
      {"Error making API request.", "Error making API request"},
      {"* Vault is sealed", "Vault is sealed"},
      {";; connection timed out; no servers could be reached", "no servers could be reached"},
      {";; communications error to 10.0.0.1#53: timed out", ";; communications error to"},
      {"140:error:0909006C:PEM routines:get_name:no start line:../crypto/pem/pem_lib.c:745:Expecting: TRUSTED "
       "CERTIFICATE",
       "PEM routines"},
      {"-:1: parser error : Start tag expected, '<' not found", "parser error"},
      {"2026-11-27 05:00:00,000 ERROR identity provider is not available: hunter2", "ERROR"},
      {"ERROR:root:identity provider is not available", "ERROR"},
      {R"(time="2026-11-27T05:00:00Z" level=error msg="no answer")", "level=error"},
    };
    for (const auto& [line, words] : lines) {
      CAPTURE(line);
      CHECK_EQ(failure_in_line(line, "/hook"), words);
    }
    for (const auto* line :
         {"Error from server: pods \"a\" not found", "Error from server: namespaces \"a\" already exists",
          "2026-11-26 10:00:00 ERROR 404: Not Found.", "2026-11-27 05:00:00,000 ERROR pod a not found",
          "ERROR:root:pod a not found", R"({"level":"error","msg":"pod a not found"})",
          "2026-11-27 05:00:00 WARNING no answer", "WARNING:root:no answer", "parse errors: 0", "the vault is sealed",
          "connection timed out twice, then it answered", "no server could be reached before, now all are",
          "3 PEM files", "parser errors : 0"}) {
      CAPTURE(line);
      CHECK_EQ(failure_in_line(line, "/hook"), "");
    }
  }

  TEST_CASE("messages with words like these name no failure") {
    for (const auto* line :
         {"options: none unrecognized", "unrecognized: 0 objects", "the phase of pod a is unknown",
          "out of memory kills: 0", "failed to gettext", "could not find a newer version", "cannot be empty: a",
          "Failed to get pod a not found", "ERROR: volume a already exists", "nothing to get",
          "3 pods cannot get scheduled here", "access denied: 0", "ERROR 404: Not Found.", "address: not bad",
          "no secret keys", "invalid option names: 0", "server: 200 OK", "you are logged in", "Unable"}) {
      CAPTURE(line);
      CHECK_EQ(failure_in_line(line, "/hook"), "");
    }
  }

  TEST_CASE("answers, traced commands and ordinary messages name no failure") {
    for (const auto* line : {"hook a.sh: Error from server (NotFound): pods \"a\" not found",
                             "Error: release: not found",
                             "error: no matching resources found",
                             "An error occurred (404) when calling the HeadObject operation",
                             "An error occurred (NoSuchBucket) when calling the ListObjects operation",
                             "+(a.sh:3): echo 'jq: command not found",
                             "++ echo Error from server (Forbidden)",
                             "\x1b[33m+ kubectl get x: command not found",
                             "3 errors: 0",
                             "No resources found in default namespace.",
                             "Error",
                             "0 errors",
                             "E1126 06:00:00.0 memcache.go:287] couldn't get resource list for metrics.k8s.io/v1beta1",
                             "Killed 3 pods",
                             "level=info msg=done",
                             "error rate: 0.3",
                             "W1126 deprecated",
                             "\x1b[",
                             "\x1b[31",
                             ": ",
                             ":"}) {
      CAPTURE(line);
      CHECK_EQ(failure_in_line(line, "/hook"), "");
    }
  }
}
