# shellcheck shell=bash disable=SC2016
# Answers to the API server. A handler `__on_validating::N` or `__on_mutating::N` calls one of the `review::` functions,
# a handler `__on_conversion::N` one of the `conversion::` functions. The last answer counts.

# review::allow [WARNING]...: the request goes on. Clients such as kubectl show the warnings.
review::allow() { review::_answer '{allowed: true} + review_warnings' "$@"; }

# review::deny MESSAGE [WARNING]...: the request is refused.
review::deny() {
  : "${1:?review::deny needs a message}"
  review::_answer '{allowed: false, message: $ARGS.positional[0]} + (.[1:] | review_warnings)' "$@"
}

# review::patch JSON_PATCH [WARNING]...: the request goes on with a changed object (RFC 6902), for a mutating webhook.
# An empty patch changes nothing.
review::patch() {
  : "${1:?review::patch needs a JSON Patch}"
  review::_answer '($ARGS.positional[0] | fromjson) as $patch
    | {allowed: true} + (if $patch == [] then {} else {patch: ($patch | tojson | @base64)} end)
      + (.[1:] | review_warnings)' "$@"
}

# review::object FILTER [OPTION]...: jq over the object of the request; of a DELETE over the object that goes.
review::object() { context::jq "${@:2}" "(.review.request | .object // .oldObject) | $1"; }

# conversion::each FILTER [OPTION]...: converts each object by a filter of jq. The new apiVersion is set already.
conversion::each() {
  context::jq -c "${@:2}" '(.toVersion | split("/") | last) as $version
    | {convertedObjects: [.review.request.objects[]
        | .apiVersion = (.apiVersion | split("/")[:-1] + [$version] | join("/"))
        | '"$1"']}' >"$CONVERSION_RESPONSE_PATH"
}

# conversion::fail MESSAGE: no object of the review is converted.
conversion::fail() {
  : "${1:?conversion::fail needs a message}"
  jq -nc --arg message "$1" '{failedMessage: $message}' >"$CONVERSION_RESPONSE_PATH"
}

# review::_answer PROGRAM ARGUMENT...: writes the result of a program whose input is the list of arguments.
review::_answer() {
  jq -nc 'def review_warnings: if . == [] then {} else {warnings: .} end; $ARGS.positional | '"$1" \
    --args -- "${@:2}" >"$VALIDATING_RESPONSE_PATH"
}
