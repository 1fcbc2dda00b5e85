#!/usr/bin/env bash
# CUPS lists jobs as completed that no printer read, and that somebody cancelled. Needs root.
set -euo pipefail
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$folder"' EXIT
cd "$folder"
{ command -v cupsd && command -v lpadmin; } >/dev/null || {
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends cups cups-client \
    >/dev/null
}
echo 'Package:' && dpkg-query --show cups-daemon

cat <<'TEXT'
Expected:
  Among the jobs that lpstat -W completed lists are those that a printer took; a job whose
  printer closed the connection without reading a byte, and a cancelled one, are not.
Behaviour:
  The socket backend ends without an error once it has written to the connection, so the
  unread job is completed. And "completed" means any job that has ended: even with -l
  nothing tells the cancelled one from the other.
Output:
TEXT

# A private CUPS, whose backends run as another user
chmod 755 .
mkdir -p spool/tmp cache state root log
cat >cupsd.conf <<CONF
Listen $folder/cups.sock
Browsing Off
DefaultAuthType None
<Location />
  Allow all
</Location>
<Policy default>
  <Limit All>
    Allow all
  </Limit>
</Policy>
CONF
cat >cups-files.conf <<CONF
ServerRoot $folder/root
RequestRoot $folder/spool
TempDir $folder/spool/tmp
CacheDir $folder/cache
StateDir $folder/state
AccessLog $folder/log/access
ErrorLog $folder/log/error
PageLog $folder/log/page
CONF
export CUPS_SERVER=$folder/cups.sock
cupsd -f -c "$folder/cupsd.conf" -s "$folder/cups-files.conf" &
node -e "
const printer = require('node:net').createServer((connection) => connection.destroy())
printer.listen(0, '127.0.0.1', () =>
  require('node:fs').writeFileSync('port.txt', String(printer.address().port)))" &

until [ -s port.txt ] && lpstat -r >/dev/null 2>&1; do sleep 0.2; done
lpadmin -p closes -E -v "socket://127.0.0.1:$(cat port.txt)/" 2>/dev/null
# Accepts jobs, but is not enabled: the job waits until it is cancelled
lpadmin -p stopped -v "socket://127.0.0.1:$(cat port.txt)/" 2>/dev/null
cupsaccept stopped
echo 'Tea 2.50' | lp -s -d closes -o raw
echo 'Tea 2.50' | lp -s -d stopped -o raw
cancel stopped-2
for _ in $(seq 50); do
  [ -z "$(lpstat -W not-completed -o)" ] && break
  sleep 0.2
done

cat >known.txt <<'TEXT'
closes-1 alerts: processing-to-stop-point
stopped-2 alerts: processing-to-stop-point
TEXT
lpstat -W completed -l -o | awk '/^[a-z]/ { job = $1 } /Alerts:/ { print job, "alerts:", $2 }' |
  sort | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
