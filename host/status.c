/* SPDX-License-Identifier: MIT
 *
 * Statuses, their names, and what the calling thread's last failed call had to say. */
#include "internal.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static _Thread_local char message[8192];

static struct { flo_message_function *function; void *user; } listener;
static _Thread_local bool telling;          /* or told nothing, in threads of the library's own */
static _Thread_local bool listening;        /* the listener has not come back yet */

int flo_version(void) { return FLO_VERSION; }

const char *flo_status_name(flo_status status)
{
    switch (status) {
#define NAME(name, value, text) case name: return #name;
        FLO_STATUSES(NAME)
#undef NAME
    }
    return "unknown status";
}

const char *flo_message(void) { return message; }

void flo_set_message_function(flo_message_function *function, void *user)
{
    listener.function = function;
    listener.user = user;
}

void flo__fail_quietly(void) { telling = true; }

/* What the listener itself calls and fails at is not told again, and leaves the message as it is. */
static flo_status tell(flo_status status)
{
    char told[sizeof message];
    if (!listener.function || telling) return status;
    memcpy(told, message, sizeof message);
    telling = listening = true;
    listener.function(listener.user, status, message);
    telling = listening = false;
    memcpy(message, told, sizeof message);
    return status;
}

flo_status flo__no_listener(void)
{
    if (!listening) return FLO_OK;
    return flo__fail(FLO_BAD_VALUE, "a message function cannot call this: the call whose message it has is not over");
}

flo_status flo__fail(flo_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return tell(status);
}

flo_status flo__fail_more(flo_status status, const char *format, ...)
{
    char before[sizeof message];
    memcpy(before, message, sizeof message);
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof message) return tell(status);
    snprintf(message + length, sizeof message - (size_t)length, ": %s", before);
    return tell(status);
}
