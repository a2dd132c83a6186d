# Operations of RFC 6902, as far as a hook needs them to know its values after them. The operator checks them.

include "paths";

# RFC 6901.
def pointer_of($keys): $keys | map("/" + (gsub("~"; "~0") | gsub("/"; "~1"))) | join("");
def keys_of_pointer($pointer): $pointer | split("/")[1:] | map(gsub("~1"; "/") | gsub("~0"; "~"));

# Keys as `getpath` takes them in the input.
def typed_path($keys):
  reduce $keys[] as $key ({node: ., path: []};
    (.node | typed($key)) as $typed
    | {node: (.node | child($key)), path: (.path + [$typed])})
  | .path;

def put($keys; $value): setpath(typed_path($keys); $value);
def drop($keys): delpaths([typed_path($keys)]);
def insert($keys; $value):
  if at($keys[:-1]) | type == "array" then
    typed_path($keys) as $path
    | setpath($path[:-1]; getpath($path[:-1]) | .[:$path[-1]] + [$value] + .[$path[-1]:])
  else
    put($keys; $value)
  end;

# The input after an operation.
def after($operation):
  keys_of_pointer($operation.path) as $keys
  | keys_of_pointer($operation.from // "") as $from
  | if $operation.op == "add" then insert($keys; $operation.value)
    elif $operation.op == "replace" then put($keys; $operation.value)
    elif $operation.op == "remove" then drop($keys)
    elif $operation.op == "copy" then insert($keys; at($from))
    elif $operation.op == "move" then at($from) as $value | drop($from) | insert($keys; $value)
    else .
    end;

# The input after a patch: a stream of operations and lists of them, given as a list.
def patched($stream): reduce ($stream[] | if type == "array" then .[] else . end) as $operation (.; after($operation));

# The operation that sets a value. Objects on the way that do not exist are part of it, but for the section (the first
# key), which is there even if the file says null. An item of an array is replaced; `-` or the next index appends.
def to_set($keys; $value):
  . as $document
  | [range(2; $keys | length) as $n | select($document | at($keys[:$n]) == null) | $n] as $missing
  | ($missing[0] // ($keys | length)) as $n
  | ($document | at($keys[:$n - 1]) | type) as $parent
  | if $n > 1 and ($parent | . == "string" or . == "number" or . == "boolean") then
      "'\($keys[:$n - 1] | join("."))' is a \($parent), nothing can be set in it\n" | halt_error(1)
    else
      {
        op: (if $parent == "array" and ($document | has_at($keys[:$n])) then "replace" else "add" end),
        path: pointer_of($keys[:$n]),
        value: (reduce ($keys[$n:] | reverse[]) as $key ($value; {($key): .}))
      }
    end;

# The operation that removes a value, if it is there.
def to_unset($keys): select(has_at($keys)) | {op: "remove", path: pointer_of($keys)};

# A text as a value: its JSON value, else a string. Only a text that looks like JSON is parsed, because jq takes `nan`
# and `01` for JSON too.
def value_of_text:
  . as $text
  | if test("^\\s*(?:[\\[{\"]|(?:true|false|null|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][-+]?\\d+)?)\\s*$)") then
      try fromjson catch $text
    else
      $text
    end;
