/* SPDX-License-Identifier: MIT
 *
 * Programs as drivers compiled them, kept in files, so that a driver that compiles for seconds does so once.
 *
 * The folder is FLOTILLA_CACHE ("off": nothing is kept), or else flotilla in XDG_CACHE_HOME or in ~/.cache.  Files and
 * folder must be the user's own, and nobody else's to write; nothing goes through a symbolic link at their place.  A
 * file says what it is for and has a checksum: whatever is cut short, damaged or somebody else's is not taken.  It is
 * written under a name of its own and then renamed, so that nobody ever reads half of one.  Nothing here can fail:
 * what cannot be kept or read is compiled. */
#define _GNU_SOURCE             /* secure_getenv */
#include "opencl.h"
#include "bytes.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    MOST_FILES = 64,            /* in the folder; beyond that the oldest goes */
    MOST_BYTES = 1 << 28,       /* of a program */
    PATH_SIZE = 1024,
};

/* Ends in the number of this format. */
static const char magic[16] = "flotilla progr 1";
static const char ending[] = ".program";

typedef struct header {
    char magic[sizeof magic];
    uint64_t key_bytes, program_bytes, checksum;    /* of key and program, which follow */
} header;

/* ---- keys ------------------------------------------------------------------------------------------------------ */

flo__opencl_key flo__opencl_cache_key(const flo__opencl_device *device, const char *options)
{
    flo__opencl_key key;
    uint64_t text = FLO_HASH_START;
    size_t length = 0;
    for (unsigned i = 0; i < flo__kernel_lines; i++) {
        text = flo__hash_bytes(text, flo__kernel_text[i], strlen(flo__kernel_text[i]));
        length += strlen(flo__kernel_text[i]);
    }
    snprintf(key.text, sizeof key.text, "text %016llx, %zu bytes\noptions %s\ndevice %s\nvendor %s\ndriver %s\n"
             "platform %s, %s\n", (unsigned long long)text, length, options, device->name, device->vendor,
             device->driver, device->platform_name, device->platform_version);
    const uint64_t name = flo__hash_bytes(FLO_HASH_START, key.text, strlen(key.text));
    snprintf(key.file, sizeof key.file, "%016llx%s", (unsigned long long)name, ending);
    return key;
}

/* ---- the folder ------------------------------------------------------------------------------------------------ */

/* A folder of ours that no one else can write to, or -1. */
static int open_folder(const char *path)
{
    const int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    struct stat s;
    if (folder < 0) return -1;
    if (fstat(folder, &s) == 0 && s.st_uid == geteuid() && !(s.st_mode & (S_IWGRP | S_IWOTH))) return folder;
    close(folder);
    return -1;
}

/* Made if it is missing, and `above` it, too, as the rules for such folders have it; but not in somebody else's home,
 * whose own programs could then not use it. */
static int make_folder(const char *above, const char *path)
{
    struct stat s;
    if (above) {
        if (mkdir(above, S_IRWXU) != 0 && (stat(above, &s) != 0 || s.st_uid != geteuid())) return -1;
    }
    mkdir(path, S_IRWXU);
    return open_folder(path);
}

/* PoCL has a cache of its own, from which it starts within 0.02 s of what this one could do; and asked for a program,
 * it first compiles every kernel once more, for groups of any size, which takes longer than all the rest.  So its
 * programs are kept only where somebody names a folder. */
bool flo__opencl_cache_is_on(const flo__opencl_device *device)
{
    const char *const own = secure_getenv("FLOTILLA_CACHE");
    if (own && own[0]) return strcmp(own, "off") != 0;
    return !flo__opencl_is_pocl(device);
}

static int cache_folder(bool make)
{
    char above[PATH_SIZE], path[PATH_SIZE + sizeof "/flotilla"];
    const char *const own = secure_getenv("FLOTILLA_CACHE"), *const user = secure_getenv("XDG_CACHE_HOME");
    const char *const home = secure_getenv("HOME");
    if (own && own[0]) return make ? make_folder(NULL, own) : open_folder(own);
    const bool has_user = user && user[0] == '/', has_home = home && home[0] == '/';
    if (!has_user && !has_home) return -1;
    const int length = has_user ? snprintf(above, sizeof above, "%s", user)
                                : snprintf(above, sizeof above, "%s/.cache", home);
    if (length < 0 || (size_t)length >= sizeof above) return -1;
    snprintf(path, sizeof path, "%s/flotilla", above);
    return make ? make_folder(above, path) : open_folder(path);
}

/* ---- reading --------------------------------------------------------------------------------------------------- */

static bool read_all(int file, void *data, size_t bytes)
{
    for (size_t done = 0; done < bytes;) {
        const ssize_t more = read(file, (char *)data + done, bytes - done);
        if (more <= 0) return false;
        done += (size_t)more;
    }
    return true;
}

/* A plain file of ours that no one else can write to: its size, or 0. */
static size_t own_size(int file)
{
    struct stat s;
    const bool own = fstat(file, &s) == 0 && S_ISREG(s.st_mode) && s.st_uid == geteuid() &&
                     !(s.st_mode & (S_IWGRP | S_IWOTH));
    return own && s.st_size > 0 && s.st_size <= MOST_BYTES ? (size_t)s.st_size : 0;
}

static unsigned char *read_file(int file, const flo__opencl_key *key, size_t *bytes)
{
    const size_t size = own_size(file), key_bytes = strlen(key->text);
    header h;
    if (size <= sizeof h + key_bytes || !read_all(file, &h, sizeof h)) return NULL;
    const size_t rest = size - sizeof h;
    if (memcmp(h.magic, magic, sizeof magic) != 0 || h.key_bytes != key_bytes) return NULL;
    if (h.program_bytes != rest - key_bytes) return NULL;
    unsigned char *const data = malloc(rest);
    if (!data) return NULL;
    if (!read_all(file, data, rest) || flo__hash_bytes(FLO_HASH_START, data, rest) != h.checksum ||
        memcmp(data, key->text, key_bytes) != 0) {
        free(data);
        return NULL;
    }
    *bytes = rest - key_bytes;
    memmove(data, data + key_bytes, *bytes);
    return data;
}

unsigned char *flo__opencl_cache_read(const flo__opencl_key *key, size_t *bytes)
{
    const int folder = cache_folder(false);
    if (folder < 0) return NULL;
    const int file = openat(folder, key->file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    unsigned char *const program = file >= 0 ? read_file(file, key, bytes) : NULL;
    if (file >= 0) close(file);
    close(folder);
    return program;
}

/* ---- writing --------------------------------------------------------------------------------------------------- */

static bool write_all(int file, const void *data, size_t bytes)
{
    for (size_t done = 0; done < bytes;) {
        const ssize_t more = write(file, (const char *)data + done, bytes - done);
        if (more <= 0) return false;
        done += (size_t)more;
    }
    return true;
}

static bool write_file(int file, const flo__opencl_key *key, const unsigned char *program, size_t bytes)
{
    const size_t key_bytes = strlen(key->text);
    header h = { .key_bytes = key_bytes, .program_bytes = bytes };
    memcpy(h.magic, magic, sizeof magic);
    h.checksum = flo__hash_bytes(flo__hash_bytes(FLO_HASH_START, key->text, key_bytes), program, bytes);
    return write_all(file, &h, sizeof h) && write_all(file, key->text, key_bytes) && write_all(file, program, bytes);
}

static bool ends_in(const char *name, const char *end)
{
    const size_t length = strlen(name), want = strlen(end);
    return length >= want && strcmp(name + length - want, end) == 0;
}

/* Every change of kernels or drivers leaves files that nobody will ask for again, and whoever is ended while writing
 * leaves one, too. */
static void remove_oldest(int folder)
{
    char oldest[256] = "";
    struct timespec when = { 0 };
    int files = 0;
    const int again = dup(folder);
    DIR *const all = again >= 0 ? fdopendir(again) : NULL;
    if (!all) {
        if (again >= 0) close(again);
        return;
    }
    for (const struct dirent *entry; (entry = readdir(all));) {
        struct stat s;
        if (!ends_in(entry->d_name, ending) && !ends_in(entry->d_name, ".part")) continue;
        if (fstatat(folder, entry->d_name, &s, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(s.st_mode)) continue;
        const bool older = s.st_mtim.tv_sec < when.tv_sec ||
                           (s.st_mtim.tv_sec == when.tv_sec && s.st_mtim.tv_nsec < when.tv_nsec);
        if (files++ > 0 && !older) continue;
        when = s.st_mtim;
        snprintf(oldest, sizeof oldest, "%s", entry->d_name);
    }
    closedir(all);
    if (files > MOST_FILES) unlinkat(folder, oldest, 0);
}

/* A name that no other process, and no other thread of this one, has. */
static int begin_part(int folder, const flo__opencl_key *key, char *name, size_t size)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    snprintf(name, size, "%.16s.%ld.%lx.part", key->file, (long)getpid(),
             (unsigned long)now.tv_nsec ^ (unsigned long)(uintptr_t)name);
    return openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
}

void flo__opencl_cache_write(const flo__opencl_key *key, const unsigned char *program, size_t bytes)
{
    char part[96];
    const int folder = bytes < MOST_BYTES / 2 ? cache_folder(true) : -1;
    if (folder < 0) return;
    const int file = begin_part(folder, key, part, sizeof part);
    if (file >= 0) {
        const bool written = write_file(file, key, program, bytes);
        const bool closed = close(file) == 0;
        const bool kept = written && closed && renameat(folder, part, folder, key->file) == 0;
        if (!kept) unlinkat(folder, part, 0);
        remove_oldest(folder);
    }
    close(folder);
}

void flo__opencl_cache_remove(const flo__opencl_key *key)
{
    const int folder = cache_folder(false);
    if (folder < 0) return;
    unlinkat(folder, key->file, 0);
    close(folder);
}
