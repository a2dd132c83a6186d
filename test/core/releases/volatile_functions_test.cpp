#include "core/releases/volatile_functions.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

TEST_CASE("random, time and lookup functions are found in actions only") {
  using names = std::vector<std::string>;
  struct row {
    const char* text;
    names want;
  };
  for (const auto& r : {
         row{"{{ now | date \"2006\" }}", {"now", "date"}},
         row{"{{- $ca := genCA \"x\" 365 -}}{{ genSignedCert \"a\" nil nil 1 $ca }}", {"genCA", "genSignedCert"}},
         row{"a: {{ randAlphaNum 5 }}\nb: {{ randAlphaNum 6 }}", {"randAlphaNum"}},
         row{"{{ if (lookup \"v1\" \"Secret\" \"\" \"\") }}{{ end }}", {"lookup"}},
         row{"{{ .Values.a | default (uuidv4) }}", {"uuidv4"}},
         row{"{{(now)}}", {"now"}},
         row{"{{ tpl (printf \"{{ n%s }}\" \"ow\") . }}", {"tpl"}},
         row{"{{ tpl .Values.tpl . }}{{ .tpl }} tpl {{ \"tpl\" }}", {"tpl"}},
         row{"now and then: randAlphaNum", {}},
         row{"{{ .Values.now }} {{ $now }} {{ .now }}", {}},
         row{"{{ \"now\" }} {{ `lookup` }} {{ \"a \\\" now\" }}", {}},
         row{"{{/* now: lookup */}} {{- /* uuidv4 }} */ -}}", {}},
         row{"{{ renown }} {{ now_ }} {{ nowAt }}", {}},
         row{"{{ \"}}\" | now }}", {"now"}},
         row{"{{ now", {"now"}},
         row{"{{ \"now", {}},
         row{"{{/* now", {}},
         row{"{{ \"\\", {}},
         row{"{{", {}},
         row{"", {}},
       }) {
    CAPTURE(r.text);
    CHECK(core::releases::volatile_functions(r.text) == r.want);
  }
}

TEST_CASE("every function of sprig and Helm that answers differently with the same values is known") {
  for (const auto* function : {"ago",
                               "bcrypt",
                               "date",
                               "dateInZone",
                               "date_in_zone",
                               "durationRound",
                               "encryptAES",
                               "genCA",
                               "genCAWithKey",
                               "genPrivateKey",
                               "genSelfSignedCert",
                               "genSelfSignedCertWithKey",
                               "genSignedCert",
                               "genSignedCertWithKey",
                               "htmlDate",
                               "htmlDateInZone",
                               "htpasswd",
                               "lookup",
                               "now",
                               "randAlpha",
                               "randAlphaNum",
                               "randAscii",
                               "randBytes",
                               "randInt",
                               "randNumeric",
                               "shuffle",
                               "tpl",
                               "uuidv4"}) {
    CAPTURE(function);
    CHECK(core::releases::volatile_functions("{{ .Values.a | " + std::string(function) + " }}")
          == std::vector<std::string>{function});
  }
}

TEST_CASE("functions whose results depend on their arguments alone are not volatile") {
  for (const auto* function : {"buildCustomCert", "dateModify", "decryptAES", "derivePassword", "duration",
                               "getHostByName", "sha256sum", "toDate", "unixEpoch"}) {
    CAPTURE(function);
    CHECK(core::releases::volatile_functions("{{ .Values.a | " + std::string(function) + " }}").empty());
  }
}
