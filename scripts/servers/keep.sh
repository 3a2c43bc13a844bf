#!/usr/bin/env bash
# keep.sh [--remove FOLDER] [--after 'SHELL COMMAND'] COMMAND [ARGUMENT...]
#
# Runs COMMAND for no longer than the program that asked for it lives. File descriptor 3 is the lifeline: a socket whose other end
# only that program holds, so it closes however that program ends, a SIGKILL included. Then COMMAND and all that it started are
# killed at once (the data is throw-away, and some servers hang on SIGTERM), the --after command is run and the folder removed.
# When COMMAND ends by itself its exit code is written to the lifeline, and the folder stays until the lifeline closes: it holds the log.
remove='' after=''
while :; do
  case $1 in
    --remove) remove=$2 && shift 2 ;;
    --after) after=$2 && shift 2 ;;
    *) break ;;
  esac
done

trap : PIPE # the asking program may be gone when the exit code is written (not ignored: COMMAND would inherit that)
set -m       # each background job below gets a process group of its own, so that "kill -PID" reaches its children too

"$@" 3<&- &
child=$!
exec 2>/dev/null # the shell's own remarks on killed jobs are nobody's last words
trap 'kill -KILL -- "-$child"' TERM INT HUP
{ read -r -u 3 _ || kill -KILL -- "-$child"; } &
watcher=$!

wait "$child"
code=$?
kill -KILL -- "-$child" # what it left behind in its group
kill -KILL -- "-$watcher"
wait

printf '%s\n' "$code" >&3
read -r -u 3 _

[ -z "$after" ] || bash -c "$after" </dev/null >/dev/null 2>&1
# A process that was just killed may still hold a file open for some milliseconds.
if [ -n "$remove" ]; then
  for _ in 1 2 3 4 5; do
    rm -rf -- "$remove" && break
    sleep 0.2
  done
fi
exit 0
