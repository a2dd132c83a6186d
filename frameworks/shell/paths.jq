# Paths in hooks: keys joined by dots, for example
#
#   snapshots.pods.0.filterResult       a number is the index of an array
#   metadata.annotations."a.b/c"        a key with dots is quoted, by " or '
#   items[0]["a.b"]                     the way of jq
#
# The empty path is the whole document. An expression of jq is no path: where a key has one of its characters, it is
# quoted.

# The keys of a path, as strings. Anything else ends the program with exit code 2 and a message.
def keys_of($path):
  "\"[^\"]*\"|'[^']*'" as $quoted
  | "(?:\($quoted)|(?:[^\\s.\\[\\]\"'|(){},;*?=<>!+%$/]|/(?!/))+)" as $key
  | "\\[(?:\($quoted)|\\d+)\\]" as $index
  | if $path | test("^\\.?(?:(?:\($key)|\($index))(?:\\.\($key)|\\.?\($index))*)?$") then
      [$path | scan("\($quoted)|[^.\\[\\]\"']+") | if test("^[\"']") then .[1:-1] else . end]
    else
      ($path | ltrimstr(".")) as $expression
      | "'\($path)' is no path: expected keys like a.0.\"b.c\"; for an expression use context::jq (or values::jq): "
        + "context::jq -r '.\($expression)'\n"
      | halt_error(2)
    end;

# A key as `getpath` takes it in the input: an index if the input is an array. `-` is the place after the last item.
def typed($key):
  if type != "array" then $key
  elif $key == "-" then length
  elif $key | test("^\\d+$") then $key | tonumber
  else null
  end;

def has_child($key):
  typed($key) as $typed
  | if type == "object" then has($typed)
    elif type == "array" and $typed != null then $typed < length
    else false
    end;

# The value of a key; null if there is none.
def child($key): if has_child($key) then .[typed($key)] else null end;

def at($keys): reduce $keys[] as $key (.; child($key));

def has_at($keys): $keys == [] or (at($keys[:-1]) | has_child($keys[-1]));
