#include "kube/api/response.hpp"

#include <doctest/doctest.h>

TEST_SUITE_BEGIN("kube/response");

namespace {

using namespace std::chrono_literals;
using base::error_code;

constexpr auto path_of_pod = "/api/v1/namespaces/default/pods/p";

kube::api::http_response answer(int status, std::string body = "", std::string target = path_of_pod) {
  return {.status = status, .body = std::move(body), .retry_after = std::nullopt, .target = std::move(target)};
}

/// The 404 of kube-apiserver for an object; `details` has its name and plural.
std::string absent(const std::string& details) {
  return R"({"kind":"Status","status":"Failure","message":"m","reason":"NotFound","code":404,"details":)" + details
         + "}";
}

std::string status_body(int code, const char* reason) {
  return std::string(R"({"kind":"Status","status":"Failure","message":"the message","reason":")") + reason
         + R"(","code":)" + std::to_string(code) + "}";
}

} // namespace

TEST_CASE("statuses and reasons become the codes that callers act on") {
  struct row {
    int status;
    const char* reason;
    error_code code;
  };
  for (const auto& x :
       {row{400, "BadRequest", error_code::invalid_input}, row{422, "Invalid", error_code::invalid_input},
        row{401, "Unauthorized", error_code::unauthorized}, row{403, "Forbidden", error_code::forbidden},
        row{409, "Conflict", error_code::conflict}, row{409, "AlreadyExists", error_code::already_exists},
        row{410, "Expired", error_code::expired}, row{429, "TooManyRequests", error_code::throttled},
        row{500, "InternalError", error_code::unavailable}, row{503, "ServiceUnavailable", error_code::unavailable},
        row{504, "Timeout", error_code::timeout}}) {
    CAPTURE(x.status);
    const auto error = kube::api::error_of(answer(x.status, status_body(x.status, x.reason)));
    CHECK_EQ(base::name(error.code), base::name(x.code));
    CHECK_EQ(error.message, "the message");
  }
}

TEST_CASE("a 404 says that an object is absent only if it names the object of the request") {
  const auto code = [](const std::string& details, const std::string& target) {
    return base::name(kube::api::error_of(answer(404, absent(details), target)).code);
  };
  const std::string deployment = "/apis/apps/v1/namespaces/default/deployments/web";
  const std::string not_found = base::name(error_code::not_found);
  CHECK_EQ(code(R"({"name":"p","kind":"pods"})", path_of_pod), not_found);
  CHECK_EQ(code(R"({"name":"web","group":"apps","kind":"deployments"})", deployment), not_found);
  CHECK_EQ(code(R"({"name":"web","kind":"deployments/scale"})", deployment + "/scale?dryRun=All"), not_found);
  CHECK_EQ(code(R"({"name":"a b","kind":"nodes"})", "/api/v1/nodes/a%20b"), not_found);
  CHECK_EQ(code(R"({"name":"default","kind":"namespaces"})", "/api/v1/namespaces/default"), not_found);
  const std::string another = base::name(error_code::invalid_input);
  CHECK_EQ(code(R"({"name":"default","kind":"namespaces"})", "/api/v1/namespaces/default/pods"), another);
  CHECK_EQ(code(R"({"name":"default","kind":"namespaces"})", path_of_pod), another);
  CHECK_EQ(code(R"({"name":"q","kind":"pods"})", path_of_pod), another);
  CHECK_EQ(code(R"({"name":"p","kind":"secrets"})", path_of_pod), another);
  CHECK_EQ(code(R"({"name":"web","group":"extensions","kind":"deployments"})", deployment), another);
  CHECK_EQ(code(R"({"name":"p","kind":"pods"})", ""), another);
  const std::string unknown = base::name(error_code::unavailable);
  for (const auto* details :
       {"null", "{}", "[]", "7", R"({"name":"p"})", R"({"kind":"pods"})", R"({"name":7,"kind":"pods"})",
        R"({"retryAfterSeconds":3})", R"({"name":"p","kind":"pods","causes":[{"reason":"UnexpectedServerResponse"}]})"})
    CHECK_EQ(code(details, path_of_pod), unknown);
  CHECK_EQ(kube::api::error_of(answer(404, status_body(404, "NotFound"))).code, error_code::unavailable);
}

TEST_CASE("a 404 that names nothing says in its message that nothing counts as absent") {
  const auto message = kube::api::error_of(answer(404, status_body(404, "NotFound"))).message;
  CHECK_EQ(message,
           "the message (this answer 404 names no object, so none counts as absent: the kind may not be served, "
           "or a proxy, an admission webhook or another API server has answered)");
}

TEST_CASE("the fields that must not change are those whose causes say so") {
  const auto fields = [](int status, const std::string& causes) {
    return kube::api::immutable_fields(answer(status, R"({"kind":"Status","details":{"causes":)" + causes + "}}"));
  };
  const std::string causes = R"([{"field":"spec.template","message":"Invalid value: {}: field is immutable"},
                                 {"field":"spec.x","message":"Required value"},
                                 {"field":"spec.y","message":"Invalid value: 1: Value is immutable"}])";
  CHECK_EQ(fields(422, causes), std::vector<std::string>{"spec.template", "spec.y"});
  CHECK(fields(409, causes).empty());
  for (const auto* odd : {"null", "7", "[7, null, {}]", "{}"}) CHECK(fields(422, odd).empty());
  CHECK(kube::api::immutable_fields(answer(422, "<html>immutable")).empty());
}

TEST_CASE("a page that is no Status says nothing about objects, rights or positions, whatever its status") {
  for (const int status : {400, 401, 403, 404, 405, 409, 410, 422, 500, 502, 503}) {
    CAPTURE(status);
    for (const auto* body : {"", "<html>not here</html>", "404 page not found\n", R"({"message":"no route"})"}) {
      CHECK_EQ(base::name(kube::api::error_of(answer(status, body)).code), base::name(error_code::unavailable));
      CHECK_FALSE(kube::api::is_of_api_server(answer(status, body)));
    }
  }
  CHECK_EQ(kube::api::error_of(answer(429, "Too many requests")).code, error_code::throttled);
  CHECK_EQ(kube::api::error_of(answer(504, "<html>")).code, error_code::timeout);
}

TEST_CASE("an answer of the API server is an object, or a Status that refuses") {
  for (const auto* body :
       {R"({"kind":"PodList"})", " \n{\n  \"kind\": \"Pod\"}",
        R"({"apiVersion":"example.com/v1","items":[],"kind":"A"})",
        R"({"major":"1","minor":"37","gitVersion":"v1.37.2"})", R"({"metadata":{},"kind":"Pod","apiVersion":"v1"})"}) {
    CAPTURE(body);
    CHECK(kube::api::is_of_api_server(answer(201, body)));
  }
  // Of a long answer only the beginning is looked at.
  CHECK(kube::api::is_of_api_server(answer(200, R"({"kind":"PodList","items":[)" + std::string(100'000, ' '))));
  CHECK_FALSE(kube::api::is_of_api_server(
    answer(200, R"({"metadata":{},"kind":"Pod","apiVersion":"v1"})" + std::string(100'000, ' '))));
  for (const auto* body : {"{}", R"({"status":"ok"})", R"({"kind" "Pod"})", R"({"gitVersion":1})", "[]"})
    CHECK_FALSE_MESSAGE(kube::api::is_of_api_server(answer(200, body)), body);
  CHECK(kube::api::is_of_api_server(answer(404, status_body(404, "NotFound"))));
  CHECK(kube::api::is_of_api_server(answer(401, status_body(401, "Unauthorized"))));
  CHECK_FALSE(kube::api::is_of_api_server(answer(200, "<html>please log in</html>")));
  CHECK_FALSE(kube::api::is_of_api_server(answer(200)));
  CHECK_FALSE(kube::api::is_of_api_server(answer(503, status_body(503, "ServiceUnavailable"))));
}

TEST_CASE("a success without kind and apiVersion is no object") {
  CHECK(kube::api::object_of(answer(200, R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":"p"}})")));
  for (const auto* body : {"{}", "[]", "<html>", "", R"({"kind":"Pod"})"}) {
    CAPTURE(body);
    const auto object = kube::api::object_of(answer(200, body));
    REQUIRE_FALSE(object);
    CHECK_EQ(object.error().code, error_code::unavailable);
  }
  const auto none = kube::api::object_of(answer(404, absent(R"({"name":"p","kind":"pods"})")));
  CHECK_EQ(none.error().code, error_code::not_found);
}

TEST_CASE("a status that no API server gives is no answer, whatever its body") {
  for (const int status : {203, 204, 205, 206, 207, 226, 302}) {
    CAPTURE(status);
    auto got = answer(status, R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":"p","namespace":"default"}})");
    const auto body = kube::api::body_of(got);
    REQUIRE_FALSE(body);
    CHECK_EQ(body.error().code, error_code::unavailable);
    CHECK_FALSE(kube::api::object_of(got));
    CHECK_FALSE(kube::api::is_of_api_server(got));
  }
}

TEST_CASE("an answer that is no Status is quoted by its first line") {
  const auto error = kube::api::error_of(answer(502, "<html>Bad Gateway</html>\n<hr>"));
  CHECK_EQ(error.code, error_code::unavailable);
  CHECK_EQ(error.message, "HTTP status 502: <html>Bad Gateway</html>");
  CHECK_EQ(kube::api::error_of(answer(404)).message, "HTTP status 404");
  CHECK_LT(kube::api::error_of(answer(500, std::string(10000, 'x'))).message.size(), 300);
}

TEST_CASE("the message of a Status is cut where nobody reads on") {
  const auto long_status = R"({"kind":"Status","code":422,"message":")" + std::string(100'000, 'x') + R"("})";
  CHECK_LT(kube::api::error_of(answer(422, long_status)).message.size(), 9000);
}

TEST_CASE("a body that was cut short is the server's failure") {
  CHECK_EQ(kube::api::json_of(answer(200, "{\"a\":")).error().code, error_code::unavailable);
  CHECK_EQ(*kube::api::json_of(answer(201, "{\"a\":1}"))->find("a")->as_int(), 1);
  CHECK_EQ(kube::api::json_of(answer(404, status_body(404, "NotFound"))).error().code, error_code::unavailable);
  CHECK_EQ(kube::api::body_of(base::fail(error_code::timeout, "late")).error().message, "late");
}

TEST_CASE("the time to wait comes from the header, else from the Status") {
  auto response = answer(429, R"({"kind":"Status","details":{"retryAfterSeconds":3}})");
  CHECK_EQ(kube::api::retry_after(response), 3s);
  response.retry_after = 9s;
  CHECK_EQ(kube::api::retry_after(response), 9s);
  response.retry_after = 86'400s;
  CHECK_EQ(kube::api::retry_after(response), 300s);
  CHECK_EQ(kube::api::retry_after(answer(429, R"({"kind":"Status","details":{"retryAfterSeconds":86400}})")), 300s);
  CHECK_FALSE(kube::api::retry_after(answer(503, "nothing")));
  CHECK_FALSE(kube::api::retry_after(answer(200, R"({"kind":"Status","details":{"retryAfterSeconds":3}})")));
}

TEST_SUITE_END();
