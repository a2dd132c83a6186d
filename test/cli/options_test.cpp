#include "cli/options.hpp"

#include "parsed.hpp"

#include <doctest/doctest.h>

using cli::start_options;
using test::parse;
using test::refused;
using test::started;
using test::words;
using namespace std::chrono_literals;

TEST_CASE("without options the defaults of the predecessor count") {
  auto options = started({});
  CHECK(options.modules_dirs == std::vector<std::string>{"modules"});
  CHECK(options.global_hooks_dir == "global-hooks");
  CHECK(options.tmp_dir == "/tmp/addon-operator");
  CHECK(options.namespace_name == "d8");
  CHECK(options.config_map == "addon-operator");
  CHECK(options.listen_address == "0.0.0.0");
  CHECK(options.listen_port == 9650);
  CHECK(options.metrics_prefix == "addon_operator_");
  CHECK(options.log.level == sys::log::log_level::info);
  CHECK(options.log.format == sys::log::log_format::text);
  CHECK(options.log.with_time);
  CHECK(options.helm_history_max == 10);
  CHECK(options.helm_timeout == 20min);
  CHECK(options.hook_timeout == 0ms);
  CHECK(options.retry_delay == 5s);
  CHECK(options.retry_delay_max == 30s);
}

TEST_CASE("options are read with and without the command start") {
  for (const words& arguments :
       {words{"--config-map", "cm"}, words{"start", "--config-map", "cm"}, words{"--config-map=cm", "start"}})
    CHECK(started(arguments).config_map == "cm");
}

TEST_CASE("an option counts before the environment, the prefixed name before the plain one") {
  const words both{"MODULES_DIR=/plain", "ADDON_OPERATOR_MODULES_DIR=/prefixed"};
  CHECK(started({"--modules-dir", "/flag"}, both).modules_dirs == std::vector<std::string>{"/flag"});
  CHECK(started({}, both).modules_dirs == std::vector<std::string>{"/prefixed"});
  CHECK(started({}, {"MODULES_DIR=/plain"}).modules_dirs == std::vector<std::string>{"/plain"});
  CHECK(started({}, {"MODULES_DIR="}).modules_dirs == std::vector<std::string>{"modules"});
  CHECK_FALSE(started({}, {"MODULES_DIR="}).are_modules_dirs_given);
  CHECK(started({}, {"MODULES_DIR=/plain"}).are_modules_dirs_given);
}

TEST_CASE("the plain names of directories, which the image sets, are the weakest") {
  const words image{"MODULES_DIR=/modules", "GLOBAL_HOOKS_DIR=/global-hooks"};
  const auto with = [&](const char* variable) {
    auto all = image;
    all.insert(all.begin(), variable);
    return started({}, all);
  };
  CHECK(with("ADDON_OPERATOR_MODULES_DIR=/mine").modules_dirs == std::vector<std::string>{"/mine"});
  CHECK(with("ADDON_OPERATOR_GLOBAL_HOOKS_DIR=/mine").global_hooks_dir == "/mine");
  CHECK(with("SHELL_OPERATOR_HOOKS_DIR=/mine").global_hooks_dir == "/mine");
  CHECK(started({}, image).global_hooks_dir == "/global-hooks");
}

TEST_CASE("values are read in the forms that the predecessor takes") {
  CHECK(started({"--modules-dir", "/a:/b"}).modules_dirs == std::vector<std::string>{"/a", "/b"});
  CHECK(started({"--helm-timeout", "1h30m"}).helm_timeout == 90min);
  CHECK(started({"--helm-timeout=1500ms"}).helm_timeout == 2s);
  CHECK(started({"--hook-timeout=250ms"}).hook_timeout == 250ms);
  CHECK(started({"--prometheus-listen-port", "0"}).listen_port == 0);
  CHECK(started({"--log-level", "debug", "--log-type", "json"}).log.format == sys::log::log_format::json);
  CHECK_FALSE(started({"--log-no-time"}).log.with_time);
  CHECK(started({"--log-no-time=false"}, {"LOG_NO_TIME=true"}).log.with_time);
  CHECK_FALSE(started({}, {"LOG_NO_TIME=true"}).log.with_time);
  CHECK(started({}, {"DEBUG_KEEP_TMP_FILES=yes"}).debug_keep_tmp_files);
  CHECK(started({}, {"LOG_PROXY_HOOK_JSON=true"}).log_proxy_hook_json);
  CHECK(started({}).removal_grace == 10s);
  CHECK(started({"--removal-grace", "1m"}).removal_grace == 1min);
  CHECK(started({}, {"ADDON_OPERATOR_REMOVAL_GRACE=0s"}).removal_grace == 0s);
  CHECK(started({"--retry-delay", "1ms", "--retry-delay-max", "5ms"}).retry_delay_max == 5ms);
}

TEST_CASE("an impossible value is refused with its origin and the expected form") {
  struct row {
    words arguments;
    words environment;
    const char* message;
  };
  for (const auto& r : {
         row{{"--prometheus-listen-port", "70000"},
             {},
             "--prometheus-listen-port: expected a number from 0 to 65535, got '70000'"},
         row{{},
             {"ADDON_OPERATOR_LISTEN_PORT=x"},
             "ADDON_OPERATOR_LISTEN_PORT: expected a number from 0 to 65535, got 'x'"},
         row{{"--helm-timeout", "5"}, {}, "--helm-timeout: invalid duration '5'"},
         row{{"--hook-timeout=-1s"}, {}, "--hook-timeout: expected a duration that is not negative, got '-1s'"},
         row{{}, {"LOG_LEVEL=loud"}, "LOG_LEVEL: expected debug, info, warning, error or fatal, got 'loud'"},
         row{{"--log-type", "xml"}, {}, "--log-type: expected text, color or json, got 'xml'"},
         row{{}, {"LOG_NO_TIME=maybe"}, "LOG_NO_TIME: expected true or false, got 'maybe'"},
         row{{"--modules-dir", ":"}, {}, "--modules-dir: expected directories separated by ':', got ':'"},
         row{{"--retry-delay", "1m"}, {}, "--retry-delay must not be longer than --retry-delay-max"},
       }) {
    auto message = refused(r.arguments, r.environment);
    CHECK_MESSAGE(message.starts_with(std::string("addon-operator: ") + r.message), message);
  }
}

TEST_CASE("the order of flags comes from the names of extenders") {
  using core::values::flag_source;
  const auto order =
    started({}, {"ADDON_OPERATOR_APPLIED_MODULE_EXTENDERS=KubeConfig,DynamicallyEnabled,ScriptEnabled"}).flag_order;
  CHECK(order == core::values::flag_order{flag_source::config_map, flag_source::hook_patch});
  CHECK(started({}).flag_order == core::values::default_flag_order());
  CHECK(refused({"--applied-module-extenders", "Magic,ScriptEnabled"}).find("unknown module extender 'Magic'")
        != std::string::npos);
}

TEST_CASE("options of the predecessor that mean nothing here are accepted, with one remark each") {
  const auto remarks = [](words arguments, words environment = {}) {
    std::string text;
    for (const auto& [name, remark] : started(std::move(arguments), std::move(environment)).without_effect)
      text += name + " ";
    return text;
  };
  CHECK(remarks({}) == "");
  CHECK(remarks({"--kube-client-qps", "20", "--kube-client-burst=40"}) == "--kube-client-qps --kube-client-burst ");
  CHECK(remarks({"--kube-client-qps", "20"}, {"KUBE_CLIENT_QPS=20"}) == "--kube-client-qps ");
  CHECK(remarks({"start", "--debug-http-addr", ":9652", "--debug-kubernetes-api"})
        == "--debug-http-addr --debug-kubernetes-api ");
  CHECK(remarks({}, {"KUBE_CLIENT_QPS=20", "USE_NELM=true"}) == "KUBE_CLIENT_QPS USE_NELM ");
  CHECK(remarks({"--debug-kubernetes-api=false"}, {"ADDON_OPERATOR_ADMISSION_SERVER_ENABLED=false", "USE_NELM="})
        == "");
  CHECK(remarks({}, {"LOG_TYPE=Color"}) == "LOG_TYPE=Color ");
  CHECK(remarks({}, {"TILLER_MAX_HISTORY=5", "HELM2=yes", "TRACING_OTLP_ENDPOINT=x", "CONVERSION_WEBHOOK_CA=/ca"})
        == "TILLER_MAX_HISTORY CONVERSION_WEBHOOK_CA TRACING_OTLP_ENDPOINT ");
  CHECK(remarks({}, {"TRACING_OTLP_AUTH_TOKEN=t"}) == "TRACING_OTLP_AUTH_TOKEN ");
  CHECK(std::get<cli::exit_with>(parse({"start", "--help"})).text.find("qps") == std::string::npos);
}

TEST_CASE("other spellings of the predecessor mean the same") {
  CHECK(started({"--hooks-dir", "/h"}).global_hooks_dir == "/h");
  CHECK(started({}, {"LOG_LEVEL=FATAL", "LOG_TYPE=JSON"}).log.level == sys::log::log_level::error);
  CHECK(started({}, {"LOG_LEVEL=Debug", "LOG_TYPE=JSON"}).log.format == sys::log::log_format::json);
  CHECK(started({}).unnumbered_order == 1);
  CHECK(started({"--unnumbered-modules-order", "5"}).unnumbered_order == 5);
  for (const auto* variable :
       {"ADDON_OPERATOR_UNNUMBERED_MODULES_ORDER=7", "UNNUMBERED_MODULES_ORDER=7", "UNNUMBERED_MODULE_ORDER=7"})
    CHECK(started({}, {variable}).unnumbered_order == 7);
}

TEST_CASE("a program that is started as shell-operator has its port and its prefix of metrics") {
  const auto started_as = [](const char* program, words arguments = {}) {
    arguments.insert(arguments.begin(), program);
    words environment{"SHELL_OPERATOR_NAMESPACE=d8", nullptr};
    auto command = cli::parse(static_cast<int>(arguments.size()), arguments.data(), environment.data());
    return std::get<cli::start_options>(command);
  };
  for (const auto* program : {"shell-operator", "/shell-operator", "./bin/shell-operator"}) {
    CAPTURE(program);
    CHECK(started_as(program).listen_port == 9115);
    CHECK(started_as(program, {"start"}).metrics_prefix == "shell_operator_");
    CHECK(started_as(program, {"start", "--listen-port", "80"}).listen_port == 80);
  }
  for (const auto* program : {"addon-operator", "/shell-operator/addon-operator", "my-shell-operator"}) {
    CAPTURE(program);
    CHECK(started_as(program).listen_port == 9650);
    CHECK(started_as(program).metrics_prefix == "addon_operator_");
  }
  CHECK(started_as("addon-operator", {"--listen-address=127.0.0.1"}).listen_address == "127.0.0.1");
}

TEST_CASE("labels and filters of definitions are lists") {
  using labels = std::map<std::string, std::string>;
  using texts = std::vector<std::string>;
  CHECK(started({}).definitions.labels == labels{{"heritage", "addon-operator"}});
  CHECK(started({}).definitions.skipped_prefixes == texts{"doc-", "_"});
  CHECK(started({}, {"ADDON_OPERATOR_CRD_EXTRA_LABELS=a=b,c="}).definitions.labels == labels{{"a", "b"}, {"c", ""}});
  CHECK(started({"--crd-extra-labels", "a=b"}).definitions.labels == labels{{"a", "b"}});
  CHECK(started({}, {"ADDON_OPERATOR_CRD_FILTER_PREFIXES=x-,y"}).definitions.skipped_prefixes == texts{"x-", "y"});
  CHECK(started({"--crd-filters", "x-"}).definitions.skipped_prefixes == texts{"x-"});
  CHECK(refused({"--crd-extra-labels", "team"}).find("expected labels as in") != std::string::npos);
}

TEST_CASE("modules run one by one unless somebody asks for more") {
  CHECK(started({}).parallel_module_runs == 1);
  CHECK(started({"--parallel-module-runs", "4"}).parallel_module_runs == 4);
  CHECK(started({}, {"ADDON_OPERATOR_PARALLEL_MODULE_RUNS=2"}).parallel_module_runs == 2);
  for (const auto* wrong : {"0", "-1", "many", "1001"})
    CHECK(refused({"--parallel-module-runs", wrong}).find("expected a number from 1 to 1000") != std::string::npos);
}

TEST_CASE("what this version cannot do is refused with a message") {
  for (const auto* driver : {"memory", "sql", "etcd"})
    CHECK(refused({}, {(std::string("HELM_DRIVER=") + driver).c_str()}).find("expected secret or configmap")
          != std::string::npos);
  for (const auto* driver : {"secret", "secrets", "configmap", "configmaps"})
    CHECK(refused({}, {(std::string("HELM_DRIVER=") + driver).c_str()}) == "accepted");
  CHECK(refused({"--helm-driver", "sql"}).find("got 'sql'") != std::string::npos);
  CHECK(refused({}, {"ADDON_OPERATOR_SHELL_CHROOT_DIR=/r"}).find("leave it out") != std::string::npos);
  CHECK(refused({"--shell-chroot-dir", "/r"}).find("leave it out") != std::string::npos);
}

TEST_CASE("replicas elect a leader as the variables of the predecessor say, in a namespace") {
  CHECK_FALSE(started({}, {"ADDON_OPERATOR_HA=false"}).has_leader_election);
  const auto options = started({"--namespace", "ns"}, {"ADDON_OPERATOR_HA=true", "ADDON_OPERATOR_POD=op-0"});
  CHECK(options.has_leader_election);
  CHECK(options.pod_name == "op-0");
  CHECK(options.without_effect.empty());
  CHECK(started({"--namespace", "ns", "--leader-election"}, {}).has_leader_election);
  const auto command = parse({"--leader-election"});
  CHECK(std::get<cli::exit_with>(command).text.find("--leader-election needs --namespace") != std::string::npos);
}

TEST_CASE("an address with a login is refused, and not shown") {
  for (const auto* option : {"--kube-server", "--otlp-endpoint"})
    for (const auto* url : {"https://u:hunter2@host:6443", "https://hunter2@host", "ftp://u:hunter2@host"}) {
      CAPTURE(option);
      const auto message = refused({option, url});
      const auto expected = "an address with a login (user@host) or a query is not supported: ";
      CHECK_MESSAGE(message.find(expected) != std::string::npos, message);
      CHECK(message.find("hunter2") == std::string::npos);
    }
  CHECK(refused({"--kube-server", "https://host:6443/a/b"}) == "accepted");
}

TEST_CASE("nobody has to name a namespace, and that of a shell-operator is known as such") {
  const auto options = [](words arguments, words environment = {}) {
    auto command = parse(std::move(arguments), std::move(environment));
    if (const auto* refused = std::get_if<cli::exit_with>(&command)) FAIL(refused->text);
    return std::get<start_options>(command);
  };
  CHECK(options({}).namespace_name.empty());
  const auto shell = options({}, {"SHELL_OPERATOR_NAMESPACE=shell"});
  CHECK(shell.namespace_name == "shell");
  CHECK(shell.is_namespace_of_shell_operator);
  CHECK_FALSE(options({"--namespace", "d8"}, {"SHELL_OPERATOR_NAMESPACE=shell"}).is_namespace_of_shell_operator);
  CHECK_FALSE(started({}, {"SHELL_OPERATOR_NAMESPACE=shell"}).is_namespace_of_shell_operator);
}

TEST_CASE("releases are purged without modules only where somebody says where they are") {
  CHECK_FALSE(started({}).purge_without_modules);
  CHECK(started({"--purge-without-modules"}).purge_without_modules);
  CHECK(started({}, {"ADDON_OPERATOR_PURGE_WITHOUT_MODULES=true"}).purge_without_modules);
  for (const words& environment : {words{}, words{"SHELL_OPERATOR_NAMESPACE=shell"}}) {
    const auto command = parse({"--purge-without-modules"}, environment);
    const auto& refused = std::get<cli::exit_with>(command);
    CHECK(refused.code == 2);
    CHECK(refused.text.starts_with("addon-operator: --purge-without-modules needs --namespace"));
  }
}

TEST_CASE("an unknown option or command is an error that names it") {
  CHECK(refused({"--modules-dirs", "x"}).find("--modules-dirs") != std::string::npos);
  CHECK(refused({"stop"}).find("stop") != std::string::npos);
  CHECK(refused({"trace"}).find("subcommand") != std::string::npos);
  CHECK(refused({"trace", "why", "run"}).find("NAME is required") != std::string::npos);
  CHECK(refused({"trace", "why", "not"}).find("subcommand") != std::string::npos);
  CHECK(refused({"start", "--trace-memory", "4MB"}).find("--trace-memory: expected a number of bytes like 4Mi")
        != std::string::npos);
}

TEST_CASE("every option has a value in effect and says where it comes from") {
  const auto all = started({"--log-level=debug", "--hook-timeout", "1m30s"}, {"MODULES_DIR=/a:/b"}).settings;
  const auto text = [&all](const std::string& flag) {
    for (const auto& x : all)
      if (x.flag == flag) return x.value + " (" + x.source + ")";
    return std::string("none");
  };
  CHECK(text("--namespace") == "d8 (ADDON_OPERATOR_NAMESPACE)");
  CHECK(text("--modules-dir") == "/a:/b (MODULES_DIR)");
  CHECK(text("--log-level") == "debug (--log-level)");
  CHECK(text("--hook-timeout") == "90s (--hook-timeout)");
  CHECK(text("--retry-delay") == "5s (default)");
  CHECK(text("--helm-timeout") == "20m (default)");
  CHECK(text("--prometheus-listen-port") == "9650 (default)");
  CHECK(text("--log-no-time") == "false (default)");
  CHECK(text("--applied-module-extenders") == "Static,DynamicallyEnabled,KubeConfig,ScriptEnabled (default)");
  CHECK(text("--crd-extra-labels") == "heritage=addon-operator (default)");
}

TEST_CASE("words that nobody knows are repeated in the order in which they were given") {
  CHECK(refused({"start", "--kube-qps", "20"}).starts_with("addon-operator: not expected: --kube-qps 20\n"));
  CHECK(refused({"--crd-filter", "doc-"})
          .starts_with("addon-operator: not expected: --crd-filter doc-; did you mean "
                       "--crd-filters?\n"));
  CHECK(refused({"nodes", "list"}).starts_with("addon-operator: not expected: nodes list\n"));
}

TEST_CASE("what becomes a part of a path is named if it leads elsewhere") {
  CHECK(refused({"start", "--config-map", ".."})
        == "addon-operator: --config-map: must not be '..', which no object is called, got '..'\n");
  CHECK(refused({"start", "--config-map", ""}) == "addon-operator: --config-map: must not be empty, got ''\n");
  CHECK(refused({"start", "--namespace", "a/b"})
        == "addon-operator: --namespace: must not have '/' in it, which no name in Kubernetes has, got 'a/b'\n");
  CHECK(std::holds_alternative<cli::start_options>(parse({"start", "--namespace", ""})));
  CHECK(refused({"start"}, {"ADDON_OPERATOR_CONFIG_MAP=a%2Fb"})
          .starts_with("addon-operator: ADDON_OPERATOR_CONFIG_MAP: must not have '%'"));
}

TEST_CASE("a mistyped command or option comes with the one that may have been meant") {
  const auto meant = [](const words& given) {
    const auto text = refused(given);
    const auto at = text.find("; did you mean ");
    return at == text.npos ? text : text.substr(at, text.find('\n') - at);
  };
  CHECK(meant({"modul", "list"}) == "; did you mean module?");
  CHECK(meant({"module", "lists"}) == "; did you mean list?");
  CHECK(meant({"queue", "lsit"}) == "; did you mean list?");
  CHECK(meant({"--modules-dirs", "x"}) == "; did you mean --modules-dir?");
  CHECK(meant({"start", "--modules-dirs=x"}) == "; did you mean --modules-dir?");
  CHECK(meant({"trace", "ordr"}) == "; did you mean order?");
  CHECK(meant({"trace", "why", "nit", "ready"}) == "; did you mean not?");
  CHECK(meant({"trace", "order", "--modul", "web"}) == "; did you mean --module?");
  CHECK(meant({"simulate", ".", "--progam-limit", "1s"}) == "; did you mean --program-limit?");
}

TEST_CASE("the help names every option with its environment") {
  auto command = parse({"--help"});
  const auto& help = std::get<cli::exit_with>(command);
  CHECK(help.code == 0);
  for (const auto* text : {"--namespace", "ADDON_OPERATOR_NAMESPACE", "--trace-file", "trace", "version",
                           "DEBUG_UNIX_SOCKET", "global", "module"})
    CHECK(help.text.find(text) != std::string::npos);
}

TEST_CASE("the help begins with the commands, and hides options that are refused") {
  const auto command = parse({"--help"});
  const auto& help = std::get<cli::exit_with>(command).text;
  CHECK(help.find("completion") < help.find("--modules-dir"));
  CHECK(help.find("Usage") < help.find("completion"));
  CHECK(help.find("chroot") == help.npos);
  CHECK(std::get<cli::exit_with>(parse({"start", "--help"})).text.find("chroot") == help.npos);
}

TEST_CASE("the help names the form of an option's value") {
  const auto command = parse({"start", "--help"});
  const auto& help = std::get<cli::exit_with>(command).text;
  for (const auto* text : {"--retry-delay DURATION", "--listen-port N", "--trace-file PATH", "--trace-file-size BYTES",
                           "--schema-dirs PATHS", "--otlp-endpoint URL", "--namespace TEXT"})
    CHECK_MESSAGE(help.find(text) != help.npos, text);
}

TEST_CASE("another helm is named by an option or by a variable") {
  CHECK(started({}).helm_binary.empty());
  CHECK(started({}, {"HELM_BIN=helm3"}).helm_binary == "helm3");
  CHECK(started({"--helm-binary", "/a/helm"}, {"HELM_BIN=helm3"}).helm_binary == "/a/helm");
}

TEST_CASE("a command `trace why` has a subject, a name and a file") {
  const auto asked = [](std::vector<const char*> words) {
    words.insert(words.begin(), {"addon-operator", "trace", "why"});
    words.push_back(nullptr);
    const char* const none[] = {nullptr};
    return cli::parse(static_cast<int>(words.size()) - 1, words.data(), none);
  };
  const auto release = asked({"release", "web-app", "7", "--file", "run.jsonl"});
  REQUIRE(std::holds_alternative<cli::trace_why_command>(release));
  const auto& command = std::get<cli::trace_why_command>(release);
  CHECK(command.question.what == trace::read::why_question::about::release);
  CHECK(command.question.name == "web-app");
  CHECK(command.question.revision == 7U);
  CHECK(command.source.file == "run.jsonl");
  const auto value = asked({"value", "webApp.replicas"});
  REQUIRE(std::holds_alternative<cli::trace_why_command>(value));
  CHECK(std::get<cli::trace_why_command>(value).question.what == trace::read::why_question::about::value);
  CHECK(std::get<cli::trace_why_command>(value).source.file.empty());
  CHECK(std::holds_alternative<cli::exit_with>(asked({})));
  CHECK(std::holds_alternative<cli::exit_with>(asked({"run"})));
}
