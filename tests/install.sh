#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The ten-line programs, built here; then everything installed, used by strangers' programs with the source moved away,
# and taken away again.  Usage: tests/install.sh BUILD
#
# What is installed comes from a copy of the source with the objects that are built already; one of them, which knows
# where its source lies, is built anew.
build=${1:-build}
cd "$(dirname "$0")/.." || exit 1
. tests/tally.sh

where=$(mktemp -d)
trap 'rm -rf "$where"' EXIT
usr=$where/usr

# ---- what the ten-line programs must print, by closed forms ----------------------------------------------------------

# A number with decimals, and not further than t from b: some awks find nan within every bound, others take it for 0.
off='function off(a, b, t) { return a !~ /^-?[0-9]+\.[0-9]+$/ || !(a - b <= t && b - a <= t) }'

# A crest, the level where a quarter of the water stands, and a trough of a Gerstner wave of 1.5 m: to the 3 decimals
# that are printed.
answer_query() { awk "$off"' { wrong += off($8, NR == 1 ? 1.5 : NR == 2 ? 0 : -1.5, 5e-4) }
    END { exit wrong || NR != 3 }'; }

# A fifth of a period apart, 0.1 cos(2 pi n / 5): half a unit of the 3 decimals that are printed, and as much again for
# the steps of the program, a thousandth of the period each.
answer_forces() { awk "$off"' { wrong += off($7, 0.1 * cos(2 * 3.14159265358979 * NR / 5), 1e-3) }
    END { exit wrong || NR != 5 }'; }

# Archimedes: 1025 kg on 4 square metres.  4 decimals are printed, and the last two may still swing after 30 s.
answer_fleet() { awk "$off"' { wrong += off($4, 0.25, 2e-4) } END { exit wrong || NR != 4 }'; }

answers() {     # name of the example, command...
    name=$1
    shift
    "$@" > "$where/said" || return 1
    cat "$where/said"
    "answer_${name%_cpp}" < "$where/said"
}

# ---- here ------------------------------------------------------------------------------------------------------------

test_that "the ten-line programs build" make -s examples BUILD="$build"
for example in query forces fleet query_cpp forces_cpp fleet_cpp; do
    test_that "$example gives the known answer" answers $example "$build/examples/$example"
done

# ---- installing ------------------------------------------------------------------------------------------------------

mkdir -p "$where/source/build"
cp -a Makefile flotilla.pc.in cmake docs examples host kernels simd bench "$where/source/"
(cd "$build" && cp -a host simd bench "$where/source/build/" &&
    find . -maxdepth 1 -type f -exec cp -a {} "$where/source/build/" \;)
touch "$where/source/host/cli/experiment_lab.c"
in_source() { make -s -C "$where/source" BUILD=build "$@"; }
files() { (cd "$1" && find . -type f -o -type l | sort); }
list_is() { files "$1" | diff "$2" - ; }

multiarch=usr/lib/some-machine
mkdir -p "$where/stage/usr/share/flotilla/examples" "$usr/share/flotilla" "$usr/lib/cmake/Flotilla" "$usr/bin"
touch "$where/stage/usr/share/flotilla/examples/mine.yaml" "$usr/bin/other" "$usr/lib/cmake/Flotilla/Mine.cmake"
files "$where/stage" > "$where/stage.before"
files "$usr" > "$where/usr.before"

staged() { in_source "$1" DESTDIR="$where/stage" PREFIX=/usr LIBDIR=/$multiarch MANDIR=/usr/man \
    INCLUDEDIR=/usr/include/flotilla; }
test_that "make install with DESTDIR and folders of one's own" staged install
for file in usr/bin/flotilla usr/include/flotilla/flotilla.h $multiarch/libflotilla.a $multiarch/libflotilla.so \
    $multiarch/pkgconfig/flotilla.pc $multiarch/cmake/Flotilla/FlotillaConfig.cmake usr/man/man1/flotilla.1 \
    usr/man/man5/flotilla.5 usr/share/flotilla/examples/harbour.yaml usr/share/flotilla/examples/query.c; do
    test_that "there is $file" test -s "$where/stage/$file"
done
test_that "nothing installed names DESTDIR" sh -c "! grep -rlF '$where/stage' '$where/stage'"
test_that "make uninstall with DESTDIR" staged uninstall
test_that "it leaves what was there before and nothing else" list_is "$where/stage" "$where/stage.before"
test_that "a PREFIX without / is refused" \
    refuses 'PREFIX=here: the folder must begin with /' in_source install PREFIX=here
test_that "so is a LIBDIR" \
    refuses 'LIBDIR=lib64: the folder must begin with /' in_source install PREFIX=/nowhere LIBDIR=lib64
test_that "and a blank" refuses 'PREFIX=/no where: the folder must have no blanks' in_source install PREFIX='/no where'
test_that "uninstall refuses them, too" \
    refuses 'MANDIR=man: the folder must begin with /' in_source uninstall MANDIR=man
test_that "nothing was installed" test ! -e "$where/source/here" -a ! -e "$where/source/lib64" -a ! -e /nowhere

test_that "make install-library" in_source install-library PREFIX=/usr DESTDIR="$where/library"
test_that "it installs no command" test ! -e "$where/library/usr/bin"
test_that "but a library" test -s "$where/library/usr/lib/pkgconfig/flotilla.pc"
test_that "make install with PREFIX" in_source install PREFIX="$usr"
test_that "make install with DESTDIR, for a move" in_source install PREFIX=/opt/flotilla DESTDIR="$where/image"
if [ ! -x "$usr/bin/flotilla" ] || [ ! -x "$where/image/opt/flotilla/bin/flotilla" ]; then
    tally
    exit
fi
mv "$where/source" "$where/away"
mv "$where/image/opt/flotilla" "$where/moved"
shelf=$usr/share/flotilla/examples

# ---- the libraries ---------------------------------------------------------------------------------------------------

version=$("$build/flotilla" --version | cut -d' ' -f2)
exported() { nm -D --defined-only "$usr/lib/libflotilla.so" | awk '{ print $3 }' | sort; }
declared() { cat "$usr"/include/flotilla*.h | tr '\n' ' ' | grep -oE 'FLO_API [^;(]*\(' | grep -oE 'flo_[a-z_0-9]+\($' |
    tr -d '(' | sort; }
exported > "$where/exported"
declared > "$where/declared"
test_that "the shared library exports what the headers declare and nothing else" \
    diff "$where/declared" "$where/exported"
test_that "all of that begins with flo_" sh -c "! grep -vE '^flo_[a-z]' '$where/exported'"
test_that "the static library has no other names but a compiler's lock" sh -c \
    "! nm $usr/lib/libflotilla.a 2>/dev/null | awk '\$2 ~ /[TDBRC]/ { print \$3 }' | grep -vE '^flo_|^\.gomp_' | grep ."
soname=$(objdump -p "$usr/lib/libflotilla.so" | awk '$1 == "SONAME" { print $2 }')
test_that "its SONAME is there and leads to version $version" \
    sh -c "[ \$(readlink -f '$usr/lib/$soname') = \$(readlink -f '$usr/lib/libflotilla.so.$version') ]"
case $version in 0.*) abi=${version%.*} ;; *) abi=${version%%.*} ;; esac
test_that "before 1.0 a minor version is an ABI of its own" [ "$soname" = "libflotilla.so.$abi" ]
test_that "it needs nothing but the C library, libm and OpenMP" sh -c "! objdump -p '$usr/lib/libflotilla.so' |
    awk '\$1 == \"NEEDED\" { print \$2 }' | grep -vE '^(libc|libm|libdl|libpthread|libgomp|libomp|ld-linux)[-.]'"

# ---- the command and its manual --------------------------------------------------------------------------------------

test_that "the command runs" sh -c "cd / && '$usr/bin/flotilla' --version"
test_that "it finds its experiments" sh -c "cd / && '$usr/bin/flotilla' experiment 1"
ln -s "$usr/bin/flotilla" "$where/link"
test_that "through a link, too" sh -c "cd / && '$where/link' experiment 1"
test_that "and where it was moved to" sh -c "cd / && '$where/moved/bin/flotilla' experiment 1"
test_that "a scene that was installed runs, its record beside it" \
    "$usr/bin/flotilla" run "$shelf/demo.yaml" --steps 2 --quiet
for number in 1 5; do
    if command -v man >/dev/null && man --version 2>/dev/null | grep -q '^man '; then
        test_that "man finds flotilla($number)" man -M "$usr/share/man" -w $number flotilla
    else
        skip "man finds flotilla($number): there is no man"
    fi
done

# ---- headers ---------------------------------------------------------------------------------------------------------

for header in "$usr"/include/*.h; do
    for compiler in gcc clang; do
        command -v $compiler >/dev/null || continue
        for language in "c -std=c99" "c -std=c17" "c++ -std=c++11" "c++ -std=c++20"; do
            test_that "$compiler takes ${header##*/} alone as $language" \
                $compiler -x $language -Wall -Wextra -Wpedantic -Wconversion -Werror -fsyntax-only "$header"
        done
    done
done

# ---- somebody else's programs ----------------------------------------------------------------------------------------

# The first program of the README, as it stands there.
awk '/^```c$/ { inside = 1; next } /^```$/ && inside { exit } inside' README.md > "$where/readme.c"
mkdir "$where/programs"
strict="-Wall -Wextra -Wpedantic -Werror"

# compiler, its name for the tests, and the ending of its sources: all examples linked as pkg-config says.
with_pkg_config() {
    flags=$(PKG_CONFIG_PATH=$usr/lib/pkgconfig pkg-config --cflags --libs flotilla)
    for example in query forces fleet; do
        program=$where/programs/$1-$example
        test_that "$1 and pkg-config: $example.$2" $1 $strict "$shelf/$example.$2" -o "$program" $flags
        [ $example = fleet ] || test_that "it runs" \
            answers $example env LD_LIBRARY_PATH="$usr/lib" "$program"
    done
    program=$where/programs/$1-archive
    needed=$(PKG_CONFIG_PATH=$usr/lib/pkgconfig pkg-config --static --libs flotilla | sed 's/-lflotilla//')
    case $1:$needed in g*:*-fopenmp*)
        skip "$1 and libflotilla.a: this one was built by clang and links with clang only"
        return ;;
    esac
    test_that "$1 and pkg-config, libflotilla.a" \
        $1 $strict -I"$usr/include" "$shelf/forces.$2" "$usr/lib/libflotilla.a" $needed -o "$program"
    test_that "it runs without the shared library" answers forces "$program"
}

if command -v pkg-config >/dev/null; then
    export PKG_CONFIG_PATH=$usr/lib/pkgconfig
    test_that "pkg-config tells the version" sh -c "[ \$(pkg-config --modversion flotilla) = $version ]"
    test_that "the README's program" sh -c \
        "cc '$where/readme.c' \$(pkg-config --cflags --libs flotilla) -o '$where/readme'"
    test_that "it runs" env LD_LIBRARY_PATH="$usr/lib" "$where/readme"
    for pair in "gcc c" "clang c" "g++ cpp" "clang++ cpp"; do
        if command -v "${pair% *}" >/dev/null; then
            with_pkg_config $pair
        else
            skip "programs by ${pair% *}: it is not installed"
        fi
    done
    if pkg-config --static --libs flotilla | grep -q -e -fopenmp; then
        skip "cc -static: the library was built by clang, whose OpenMP is shared only"
    elif echo 'int main(void) { return 0; }' | cc -static -x c - -lgomp -o "$where/static" 2>/dev/null; then
        test_that "cc -static and pkg-config --static" sh -c \
            "cc -static '$shelf/query.c' \$(pkg-config --static --cflags --libs flotilla) -o '$where/static'"
        test_that "it runs" answers query "$where/static"
        test_that "and says that it cannot have OpenCL" sh -c \
            "! FLOTILLA_DEVICE=opencl '$where/static' >/dev/null 2>'$where/said' && grep -q -e -static '$where/said'"
    else
        skip "cc -static: this machine has no static libraries"
    fi
    unset PKG_CONFIG_PATH
    test_that "pkg-config follows a move with --define-prefix" sh -c "PKG_CONFIG_PATH='$where/moved/lib/pkgconfig' \
        pkg-config --define-prefix --cflags flotilla | grep -q -e '-I$where/moved/include'"
else
    skip "programs by pkg-config: it is not installed"
fi

# ---- CMake -----------------------------------------------------------------------------------------------------------

mkdir "$where/consumer" "$where/versions"
cat > "$where/consumer/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.13)
project(consumer C CXX)
find_package(Flotilla ${version%.*} REQUIRED)
find_package(Flotilla REQUIRED)
foreach(ending c cpp)
    add_executable(query_\${ending} \${EXAMPLES}/query.\${ending})
    target_link_libraries(query_\${ending} PRIVATE Flotilla::flotilla)
    add_executable(forces_\${ending} \${EXAMPLES}/forces.\${ending})
    target_link_libraries(forces_\${ending} PRIVATE Flotilla::flotilla_static)
endforeach()
END

# prefix, C compiler, C++ compiler
with_cmake() {
    made=$where/made-$2-${1##*/}
    test_that "CMake finds Flotilla in ${1##*/}, for $2" cmake -S "$where/consumer" -B "$made" \
        -DCMAKE_PREFIX_PATH="$1" -DEXAMPLES="$1/share/flotilla/examples" \
        -DCMAKE_C_COMPILER="$2" -DCMAKE_CXX_COMPILER="$3"
    test_that "it takes that one" grep -q "^Flotilla_DIR:PATH=$1/" "$made/CMakeCache.txt"
    test_that "programs of C and C++ build" cmake --build "$made"
    test_that "the shared library's run" sh -c "ldd '$made/query_c' | grep -q '$1/lib/libflotilla.so'"
    for ending in c cpp; do
        test_that "query_$ending" answers query "$made/query_$ending"
        test_that "forces_$ending, static" answers forces "$made/forces_$ending"
    done
    test_that "the static library's need no other" sh -c "! ldd '$made/forces_c' | grep libflotilla"
}

# Which versions of a library $version would do, by major and minor number.
minor=${version#*.} major=${version%%.*}
minor=${minor%%.*}
cat > "$where/versions/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.19)
project(versions NONE)
function(expect wanted)
    find_package(Flotilla \${ARGN} QUIET)
    if((Flotilla_FOUND AND NOT wanted) OR (wanted AND NOT Flotilla_FOUND))
        message(SEND_ERROR "find_package(Flotilla \${ARGN}): \${Flotilla_FOUND}")
    endif()
    unset(Flotilla_DIR CACHE)
endfunction()
expect(TRUE)
expect(TRUE $version EXACT)
expect(TRUE $major.$minor)
expect(TRUE $major)
expect(TRUE $major.$minor...$((major + 1)))
expect(TRUE 0.0...$version)
expect(FALSE 0.0...<$version)
expect(FALSE $major.$((minor + 1)))
expect(FALSE $((major + 1)))
expect(FALSE $version.1)
expect(FALSE COMPONENTS sails)
if($major EQUAL 0 AND $minor GREATER 0)
    expect(FALSE 0.$((minor - 1)))
endif()
END

if command -v cmake >/dev/null && command -v g++ >/dev/null; then
    if grep -q -e -fopenmp "$usr/lib/pkgconfig/flotilla.pc"; then
        skip "programs by CMake for gcc: the static library was built by clang and links with clang only"
    else
        with_cmake "$usr" gcc g++
        with_cmake "$where/moved" gcc g++
    fi
    if command -v clang++ >/dev/null; then
        with_cmake "$usr" clang clang++
    else
        skip "programs by CMake for clang: it is not installed"
    fi
    test_that "CMake takes the versions that it should" \
        cmake -S "$where/versions" -B "$where/versions/made" -DCMAKE_PREFIX_PATH="$usr"
    rm "$where/moved/lib/libflotilla.a"
    test_that "a library that is not whole is not found, by name" sh -c "cmake -S '$where/consumer' -B '$where/broken' \
        -DCMAKE_PREFIX_PATH='$where/moved' -DEXAMPLES=/ 2>&1 | grep -q 'libflotilla.a is missing'"
else
    skip "programs by CMake: cmake or g++ is not installed"
fi

# ---- and away --------------------------------------------------------------------------------------------------------

mv "$where/away" "$where/source"
test_that "make uninstall" in_source uninstall PREFIX="$usr"
test_that "what was there before is left, and nothing else" list_is "$usr" "$where/usr.before"
test_that "nor a folder of its own" test ! -e "$usr/share/flotilla/examples"
tally
