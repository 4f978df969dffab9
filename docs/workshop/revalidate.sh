# Chapter 12: a client keeps a copy, and asks every second whether it is still current. The content
# changes every five seconds. As in: sh docs/workshop/revalidate.sh fast
url=http://127.0.0.1:3001/seed/v1
body=$(mktemp)
headers=$(mktemp)
node scripts/start.js "$1" --port 3001 --minute 5 >/dev/null &
trap 'kill $!; rm "$body" "$headers"' EXIT
trap 'exit 1' HUP INT PIPE TERM # so that the server ends, too
while ! curl -so "$body" http://127.0.0.1:3001/; do
  kill -0 $! || exit 1 # the server has ended
  sleep 0.2
done

# Sends a request with these options of curl. Sets its status, its tag, and the time in its body.
ask () {
  : > "$body" # a 304 brings none
  status=$(curl -s -o "$body" -D "$headers" -w '%{http_code}' "$@" $url)
  tag=$(tr -d '\r' < "$headers" | awk 'tolower($1) == "etag:" { print $2 }')
  time=$(grep -o '"ts":[0-9]*' "$body")
}

# Prints them, and of the tag the end.
show () {
  printf '%-6s  %s  %-18s  %s\n' "$1" "$status" "$time" "$(echo "${tag:-no tag}" | tail -c 18)"
}

for request in first second third; do
  ask
  show $request
done
copy=$time
header="If-None-Match: $tag"
for second in 1 2 3 4 5 6 7 8 9 10 11 12; do
  ask -H "$header"
  show "$second s"
  sleep 1
done
ask
echo "my copy has   $copy"
echo "the server's  $time"
