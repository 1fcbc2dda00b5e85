#!/usr/bin/env bash
# lpstat lists a printer's instance, and then knows nothing of it. Needs root.
set -euo pipefail
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$folder"' EXIT
cd "$folder"
{ command -v cupsd && command -v lpadmin; } >/dev/null || {
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends cups cups-client \
    >/dev/null
}
echo 'Package:' && dpkg-query --show cups-client

cat <<'TEXT'
Expected:
  Each name that lpstat -e lists can be asked for: lpstat -p <name> says whether it prints and
  lpstat -o <name> what waits there, or they fail and say that there is no such printer.
Behaviour:
  lpoptions -p till/draft makes an instance of the printer till. lpstat -e lists it and lp prints
  to it, but lpstat -p till/draft prints nothing and exits with 0; its job is till-1.
Output:
TEXT

# A private CUPS, whose backends run as another user
chmod 755 .
mkdir -p home spool/tmp cache state root log
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
export CUPS_SERVER=$folder/cups.sock HOME=$folder/home LC_ALL=C LC_MESSAGES=C
cupsd -f -c "$folder/cupsd.conf" -s "$folder/cups-files.conf" &
until lpadmin -p till -v socket://127.0.0.1:9/ 2>/dev/null; do sleep 0.2; done
# Accepts jobs, but is not enabled: the job waits
cupsaccept till
lpoptions -p till/draft -o media=A6

cat >known.txt <<'TEXT'
lpstat -e: till till/draft
lp -d till/draft: request id is till-1 (0 file(s))
lpstat -o till/draft: 0 lines, exit code 0
lpstat -p till/draft: 0 lines, exit code 0
lpstat -p till: printer till disabled
TEXT
count() { "$@" >lines.txt && echo "$*: $(wc -l <lines.txt) lines, exit code 0"; }
{
  echo "lpstat -e: $(lpstat -e | sort | xargs)"
  echo "lp -d till/draft: $(echo 'Tea 2.50' | lp -d till/draft -o raw)"
  count lpstat -o till/draft
  count lpstat -p till/draft
  echo "lpstat -p till: $(lpstat -p till | head -1 | cut -d' ' -f1-3)"
} 2>/dev/null | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
