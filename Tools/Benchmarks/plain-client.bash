# SPDX-License-Identifier: Apache-2.0
# A GET of one URL, for measurements: plain-client.bash HOST PORT PATH
exec 3<>"/dev/tcp/$1/$2" || exit 7
printf 'GET %s HTTP/1.1\r\nHost: %s:%s\r\nConnection: close\r\n\r\n' "$3" "$1" "$2" >&3
read -r _ status _ <&3
echo "status $status"
