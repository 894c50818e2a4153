# What deploy/run and deploy/test share: everything the project needs on this machine, put in place once.
# Sourced, not run. A set-up that is up to date touches neither apt nor the network.
# shellcheck shell=bash

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
venv=$root/.venv

say() { printf 'cardspeak: %s\n' "$*" >&2; }
give_up() {
    say "$*"
    exit 2
}

on_a_pi() { grep -qsa 'Raspberry Pi' /proc/device-tree/model; }

# ---- Debian packages ----

# A shared library, and the package that brings it. OpenCV needs the first two, the screen (also off-screen) the others.
libraries='libGL.so.1:libgl1 libgthread-2.0.so.0:libglib2.0-0 libEGL.so.1:libegl1 libGLESv2.so.2:libgles2'

has_library() {
    local ldconfig=ldconfig
    [ -x /sbin/ldconfig ] && ldconfig=/sbin/ldconfig # a user's PATH on Debian lacks /sbin
    # not grep -q: leaving early would break the pipe and, with pipefail, the answer
    "$ldconfig" -p 2>/dev/null | grep -F "$1 " >/dev/null
}

has_package() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -qx 'install ok installed'; }

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif ! command -v sudo >/dev/null; then
        return 1
    elif [ -t 0 ]; then
        sudo "$@"
    else
        sudo -n "$@" # nobody is there to type a password
    fi
}

# apt_install PACKAGE...: installs, or returns 1 after saying what the owner has to do.
apt_install() {
    if ! command -v apt-get >/dev/null; then
        say "this system has no apt-get: please install what Debian calls: $*"
        return 1
    fi
    say "installing system packages: $*"
    local log
    log=$(mktemp)
    local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -y -q --no-install-recommends)
    if as_root "${apt[@]}" install "$@" >"$log" 2>&1 ||
        { as_root "${apt[@]}" update >>"$log" 2>&1 && as_root "${apt[@]}" install "$@" >>"$log" 2>&1; }; then
        rm -f "$log"
        return 0
    fi
    tail -n 5 "$log" >&2
    rm -f "$log"
    say "could not install them. As root: apt-get update && apt-get install $*"
    return 1
}

system_packages() {
    local pair missing=()
    for pair in $libraries; do
        has_library "${pair%%:*}" || missing+=("${pair#*:}")
    done
    if [ ${#missing[@]} -gt 0 ]; then
        apt_install "${missing[@]}" || give_up "the table cannot be drawn or read without them"
    fi
    on_a_pi || return 0
    local package
    for package in python3-lgpio python3-picamera2; do
        has_package "$package" && continue
        # Debian and Ubuntu on a Pi do not have them all: a USB camera and the touchscreen still work there.
        apt_install "$package" || say "going on without $package"
    done
}

# ---- Python ----

version_of() { "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null || true; }

suits() { case $(version_of "$1") in 3.11 | 3.12 | 3.13) return 0 ;; *) return 1 ;; esac; }

# Prints the Python to use. On a Pi the system's own comes first, since picamera2 and lgpio from apt belong to it.
find_python() {
    local candidate
    if [ -n "${PYTHON:-}" ]; then
        suits "$PYTHON" && printf '%s\n' "$PYTHON"
        return
    fi
    local candidates=(python3 python3.13 python3.12 python3.11 /usr/bin/python3)
    on_a_pi && candidates=(/usr/bin/python3 "${candidates[@]}")
    for candidate in "${candidates[@]}"; do
        if suits "$candidate"; then
            command -v "$candidate"
            return
        fi
    done
}

make_venv() {
    local python=$1 options=()
    on_a_pi && options=(--system-site-packages)
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        # Debian packs these apart, for its own Pythons only.
        case $(readlink -f "$python") in
            /usr/bin/*) apt_install "python$(version_of "$python")-venv" || give_up "no virtual environment without it" ;;
            *) give_up "$python was built without ensurepip; name another with PYTHON=/path/to/python3 $0" ;;
        esac
    fi
    say "making the virtual environment .venv with Python $(version_of "$python")"
    "$python" -m venv ${options[@]+"${options[@]}"} "$venv"
}

# Keeps a .venv that works and fits; makes one where there is none or it is left over from another Python or place.
ensure_venv() {
    local python=$1
    if [ -e "$venv" ]; then
        local why=''
        [ -f "$venv/pyvenv.cfg" ] || give_up "$venv is there but is no virtual environment: please move it away"
        if ! suits "$venv/bin/python" || ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
            why='its Python is gone or too old'
        elif on_a_pi && ! grep -qi 'include-system-site-packages = true' "$venv/pyvenv.cfg"; then
            why='it does not see the camera driver of the system'
        fi
        [ -z "$why" ] && return
        say "making .venv anew: $why"
        rm -rf "$venv"
    fi
    make_venv "$python"
}

# install_locked LOCK [PIP OPTION...]
install_locked() {
    local lock=$1
    shift
    "$venv/bin/python" -m pip --disable-pip-version-check --no-input -qq install \
        --require-hashes --only-binary :all: "$@" -r "$root/deploy/$lock"
}

# ---- the whole ----

# One line that changes whenever the environment must: the locks, the project's own data, this file, Python, the place.
fingerprint() {
    local inputs=("$root/pyproject.toml" "$root/deploy/lib.sh" "$root/deploy/requirements.lock" "$root/deploy/requirements-pi.lock")
    [ "$1" = test ] && inputs+=("$root/deploy/requirements-test.lock")
    {
        printf '%s %s %s %s\n' "$1" "$root" "$(uname -m)" "$("$venv/bin/python" -V 2>&1)"
        cat "${inputs[@]}"
    } | sha256sum | cut -d ' ' -f 1
}

up_to_date() {
    [ -x "$venv/bin/cardspeak" ] && [ -f "$venv/set-up-$1" ] && [ "$(cat "$venv/set-up-$1")" = "$(fingerprint "$1")" ]
}

# set_up run | set_up test
set_up() {
    local what=$1 lock=requirements.lock
    up_to_date "$what" && return
    [ "$what" = test ] && lock=requirements-test.lock
    say "setting up for '$what' in $root (the first time takes some minutes)"
    local python
    python=$(find_python) || true
    [ -n "$python" ] || give_up "needs Python 3.11, 3.12 or 3.13; found ${PYTHON:-python3} $(version_of "${PYTHON:-python3}"). Name one with PYTHON=/path/to/python3 $0"
    system_packages
    ensure_venv "$python"
    rm -f "$venv"/set-up-*
    say "installing the locked Python packages (deploy/$lock; about 150 MB when fetched)"
    install_locked "$lock" || give_up "the packages could not be installed: see the lines above; is this machine on-line?"
    if on_a_pi; then
        # The system's own copy must not count as installed, even at the same version: it is built for another numpy.
        install_locked requirements-pi.lock --no-deps --ignore-installed || say "no newer simplejpeg: the Pi's own camera may not work"
    fi
    say "installing cardspeak itself"
    "$venv/bin/python" -m pip --disable-pip-version-check --no-input -qq install \
        --no-deps --no-build-isolation --no-index -e "$root"
    fingerprint run >"$venv/set-up-run"
    [ "$what" = test ] && fingerprint test >"$venv/set-up-test"
    say "set up; next time this step is skipped"
}
