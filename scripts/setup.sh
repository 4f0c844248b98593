#!/bin/sh
# Installs what `make show` (setup.sh show) or `make test` (setup.sh test) needs and this machine lacks:
# system libraries and fonts by apt, uv if there is none, Python packages into .venv. Says each thing in
# one line, asks for root only when something of the system is missing, and returns at once when a
# stamp says that all of it was done for this setup script, lock, project file, Python and machine.
set -eu

need=${1:-show}
case $need in show | test) ;; *) echo "usage: setup.sh show|test" >&2; exit 2 ;; esac
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
PATH=$PATH:/usr/sbin:/sbin

venv=.venv
tools=.tools
log=$tools/setup.log

say() { echo "setup: $*" >&2; }
die() { say "$*"; exit 1; }

# --- Python -------------------------------------------------------------------------------------

fits() { "$1" -c 'import sys; sys.exit(not (3, 10) <= sys.version_info[:2] < (3, 14))' 2>/dev/null; }

find_python() {
    for name in "${PYTHON:-python3}" python3.12 python3.11 python3.13 python3.10; do
        if fits "$name"; then
            "$name" -c 'import sys; print(getattr(sys, "_base_executable", sys.executable))'
            return
        fi
    done
    die "no Python from 3.10 to 3.13 found (Taichi has wheels for these only)." \
        "Install one, for instance with your system's package python3.12, or name it: make show PYTHON=/path/to/python3.12"
}

python=$(find_python) || exit 1
version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')

# --- Done before? -------------------------------------------------------------------------------

key=$({ cat scripts/setup.sh uv.lock pyproject.toml; echo "$python $root"; uname -nm; } | cksum)
done_for() { [ -f "$venv/.setup-$1" ] && [ "$(cat "$venv/.setup-$1")" = "$key" ] && [ -x "$venv/bin/python" ]; }
if done_for test || { [ "$need" = show ] && done_for show; }; then exit 0; fi
mkdir -p "$tools"

# --- System packages ----------------------------------------------------------------------------
# need | probe | Debian, Ubuntu | Fedora (dnf) | Arch (pacman). SDL itself comes in a Python wheel; it
# loads the X11 and Wayland libraries by name when a window opens.

system_needs() {
    cat <<'TABLE'
show|lib:libGL.so.1|libgl1|libglvnd-glx|libglvnd
show|lib:libEGL.so.1|libegl1|libglvnd-egl|libglvnd
show|lib:libGLX_mesa.so.0|libglx-mesa0|mesa-libGL|mesa
show|lib:libEGL_mesa.so.0|libegl-mesa0|mesa-libEGL|mesa
show|dri:swrast|libgl1-mesa-dri|mesa-dri-drivers|mesa
show|lib:libX11.so.6|libx11-6|libX11|libx11
show|lib:libX11-xcb.so.1|libx11-xcb1|libX11-xcb|libx11
show|lib:libXext.so.6|libxext6|libXext|libxext
show|lib:libXcursor.so.1|libxcursor1|libXcursor|libxcursor
show|lib:libXfixes.so.3|libxfixes3|libXfixes|libxfixes
show|lib:libXi.so.6|libxi6|libXi|libxi
show|lib:libXrandr.so.2|libxrandr2|libXrandr|libxrandr
show|lib:libXss.so.1|libxss1|libXScrnSaver|libxss
show|lib:libxkbcommon.so.0|libxkbcommon0|libxkbcommon|libxkbcommon
show|lib:libwayland-client.so.0|libwayland-client0|libwayland-client|wayland
show|lib:libwayland-cursor.so.0|libwayland-cursor0|libwayland-cursor|wayland
show|lib:libwayland-egl.so.1|libwayland-egl1|libwayland-egl|wayland
show|font:NotoSansCJK-Bold.ttc NotoSansCJK-Black.ttc NotoSansCJK-VF.ttc NotoSansCJK-VF.otf.ttc|fonts-noto-cjk|google-noto-sans-cjk-fonts|noto-fonts-cjk
test|font:NotoSansDevanagari-Bold.*|fonts-noto-core|google-noto-sans-devanagari-fonts|noto-fonts
test|font:NotoColorEmoji.ttf|fonts-noto-color-emoji|google-noto-color-emoji-fonts|noto-fonts-emoji
test|lib:libvulkan.so.1|libvulkan1|vulkan-loader|vulkan-icd-loader
test|icd:lvp|mesa-vulkan-drivers|mesa-vulkan-drivers|vulkan-swrast
test|cmd:Xvfb|xvfb|xorg-x11-server-Xvfb|xorg-server-xvfb
test|cmd:xdotool|xdotool|xdotool|xdotool
test|cmd:openbox|openbox|openbox|openbox
test|cmd:xrandr|x11-xserver-utils|xrandr|xorg-xrandr
test|cmd:Xorg|xserver-xorg-core|xorg-x11-server-Xorg|xorg-server
test|xorg:dummy_drv.so|xserver-xorg-video-dummy|xorg-x11-drv-dummy|xf86-video-dummy
TABLE
}

any_file() { for f in "$@"; do [ -e "$f" ] && return 0; done; return 1; }

has() { # probe
    case $1 in
    lib:*) case $libraries in *"${1#lib:} "*) true ;; *) false ;; esac ;;
    cmd:*) command -v "${1#cmd:}" >/dev/null 2>&1 ;;
    dri:*) any_file /usr/lib/*/dri/swrast_dri.so /usr/lib*/dri/swrast_dri.so /usr/lib/*/libgallium-*.so /usr/lib*/libgallium-*.so ;;
    icd:*) any_file /usr/share/vulkan/icd.d/"${1#icd:}"_icd*.json ;;
    xorg:*) any_file "/usr/lib/xorg/modules/drivers/${1#xorg:}" /usr/lib*/xorg/modules/drivers/"${1#xorg:}" ;;
    font:*) for name in ${1#font:}; do any_file /usr/share/fonts/*/$name /usr/share/fonts/*/*/$name && return 0; done; false ;;
    esac
}

missing_packages() { # column of the table
    libraries=$(ldconfig -p 2>/dev/null) || libraries=
    system_needs | while IFS='|' read -r when probe deb rpm arch; do
        [ "$when" = show ] || [ "$need" = test ] || continue
        has "$probe" || eval "echo \$$1"
    done | sort -u | tr '\n' ' '
}

can_be_root() { # a question for a password needs somebody there to answer it
    [ "$(id -u)" = 0 ] && return 0
    command -v sudo >/dev/null 2>&1 || return 1
    if [ -t 0 ]; then sudo -v; else sudo -n true 2>/dev/null; fi
}

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }

apt_get() { as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 "$@" >>"$log" 2>&1 </dev/null; }

apt_install() { # packages
    by_hand="As root:  apt-get update && apt-get install $*"
    can_be_root || die "packages of the system are missing, and this user may not install them. $by_hand"
    : >"$log"
    apt_get update || say "apt-get update failed (see $log); going on with the lists that are here"
    for package in "$@"; do
        say "installing $package (apt)"
    done
    if ! apt_get install -y --no-install-recommends "$@"; then
        tail -n 15 "$log" >&2
        die "apt-get could not install $*: the reason is above and in $log. $by_hand"
    fi
}

uv_fits() {
    "$python" -c 'import sys; v = sys.argv[1].split()[1].split("."); sys.exit((int(v[0]), int(v[1])) < (0, 7))' \
        "$("$1" --version 2>/dev/null)" 2>/dev/null
}

find_uv() {
    for name in uv "$tools/bin/uv" "$HOME/.local/bin/uv"; do
        if command -v "$name" >/dev/null 2>&1 && uv_fits "$name"; then
            command -v "$name"
            return
        fi
    done
    return 1
}

has_venv() { "$python" -c 'import venv, ensurepip' 2>/dev/null; }

install_system() {
    [ "$(uname -s)" = Linux ] || return 0
    if command -v apt-get >/dev/null 2>&1; then
        packages=$(missing_packages deb)
        find_uv >/dev/null || has_venv || packages="$packages python$version-venv"
        [ -z "${packages% }" ] || apt_install $packages
        return 0
    fi
    packages=$(missing_packages deb)
    [ -n "${packages% }" ] || return 0
    if command -v dnf >/dev/null 2>&1; then
        remedy="sudo dnf install $(missing_packages rpm)"
    elif command -v pacman >/dev/null 2>&1; then
        remedy="sudo pacman -S $(missing_packages arch)"
    else
        remedy="Debian calls them $packages; your system has its own names"
    fi
    die "missing, and no apt here to install it. Please run:  $remedy" \
        " (or go on without: make IKIMOJI_SYSTEM=skip $need)"
}

[ "${IKIMOJI_SYSTEM:-}" = skip ] || install_system

# --- uv and the Python packages -----------------------------------------------------------------

if ! uv=$(find_uv); then
    has_venv || die "uv is not here, and $python has no venv module to install it with." \
        "Install uv (https://docs.astral.sh/uv), or your system's package python$version-venv"
    say "installing uv (into $tools)"
    "$python" -m venv --clear "$tools"
    "$tools/bin/python" -m pip install --quiet --disable-pip-version-check 'uv>=0.7' >&2 ||
        die "pip could not install uv: the reason is above"
    uv=$tools/bin/uv
fi

if [ "$need" = test ]; then
    group=--dev what="Python packages, those of the tests too"
else
    group="--no-dev --inexact" what="Python packages" # inexact: what is there for tests may stay
fi
say "installing $what (uv, into $venv; about half a gigabyte the first time)"
quiet=--quiet
[ ! -t 2 ] || quiet=
env -u VIRTUAL_ENV "$uv" sync --locked $group --compile-bytecode --python "$python" $quiet >&2 ||
    die "uv could not install the Python packages: the reason is above"

rm -f "$venv"/.setup-*
echo "$key" >"$venv/.setup-$need"
say "ready"
