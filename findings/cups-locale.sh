#!/usr/bin/env bash
# lpstat speaks another language though LC_ALL is C. Needs root.
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
  LC_ALL wins over LC_MESSAGES and LANG, as POSIX says and every other program does: with
  LC_ALL=C a script reads English, whatever else the user has set.
Behaviour:
  Where the locale in effect is C, libcups asks the environment itself: first LC_MESSAGES, then
  LC_ALL, then LANG. LC_ALL=C.UTF-8 is no C for it and wins; or set LC_MESSAGES=C, too.
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
until lpadmin -p till -v socket://127.0.0.1:9/ 2>/dev/null; do sleep 0.2; done
unset LANG LANGUAGE LC_ALL LC_MESSAGES

say() { echo "$*: $(env "$@" lpstat -p till 2>/dev/null | head -1 | cut -d' ' -f1-3)"; }
cat >known.txt <<'TEXT'
LC_ALL=C LC_MESSAGES=es_ES.UTF-8: la impresora till
LC_ALL=C LANG=es_ES.UTF-8: printer till disabled
LC_ALL=C.UTF-8 LC_MESSAGES=es_ES.UTF-8: printer till disabled
LC_ALL=C LC_MESSAGES=C LANG=es_ES.UTF-8: printer till disabled
TEXT
{
  say LC_ALL=C LC_MESSAGES=es_ES.UTF-8
  say LC_ALL=C LANG=es_ES.UTF-8
  say LC_ALL=C.UTF-8 LC_MESSAGES=es_ES.UTF-8
  say LC_ALL=C LC_MESSAGES=C LANG=es_ES.UTF-8
} | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
