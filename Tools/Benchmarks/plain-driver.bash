# SPDX-License-Identifier: Apache-2.0
# A driver that makes plain requests, for measurements. With the argument exits it exits instead of answering a request.
while IFS= read -r line; do
  id=${line#*'"id":'} id=${id%%[!0-9]*}
  case $line in
  *'"op":"hello"'*) answer='"client":"plain","version":"1","can":["basic","store","change"]' ;;
  *'"op":"request"'*)
    [ "${1-}" != exits ] || exit 1
    url=${line#*'"url":"http://'} url=${url%%'"'*}
    authority=${url%%/*}
    exec 3<>"/dev/tcp/${authority%:*}/${authority##*:}"
    printf 'GET /%s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n' "${url#*/}" "$authority" >&3
    read -r _ status _ <&3
    exec 3>&-
    answer="\"status\":$status"
    ;;
  *) answer='"ok":true' ;;
  esac
  echo "{\"id\":$id,$answer}"
done
