/* SPDX-License-Identifier: MIT
 *
 * DIR/index.html: all experiments on one page that needs no other file. */
#include "experiment.h"

#include "../internal.h"
#include "folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char name[] = "index.html", *const names[] = { name, NULL };

struct page {
    folder f;
    folder_file *file;
    FILE *body;                 /* collected apart, since the summary goes before it */
    char *text;
    size_t size;
    finding_counts counts;
    int experiments;
    double seconds;
    flo_device_info device;
    const char *article;        /* of the experiment before */
    const cli_list *set;        /* what the user set */
};

static const char style[] =
    "body{font:16px/1.5 system-ui,sans-serif;max-width:1000px;margin:2em auto;padding:0 1em;color:#1c2733}"
    "h1{margin-bottom:0}h2{margin-top:2.5em;border-bottom:2px solid #08447a}h3{margin:2.5em 0 .3em}"
    "img{width:100%;height:auto;border:1px solid #d5dde5;margin:.7em 0}"
    "table{border-collapse:collapse;width:100%;font-size:14px}"
    "td,th{text-align:left;padding:.2em .7em .2em 0;border-bottom:1px solid #e3e9ee;vertical-align:top}"
    ".number{white-space:nowrap;font-variant-numeric:tabular-nums}"
    ".ok{color:#2a7f62}.failed{color:#fff;background:#c0392b;padding:0 .4em}.open,.small{color:#667}"
    ".errs{border-left:4px solid #e09f1f;padding:.2em .8em;background:#fdf7e8}"
    "code{background:#eef2f5;padding:0 .3em}nav{columns:2;font-size:14px}nav a{display:block}";

static void put(FILE *to, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '<': fputs("&lt;", to); break;
        case '>': fputs("&gt;", to); break;
        case '&': fputs("&amp;", to); break;
        case '"': fputs("&quot;", to); break;
        default: fputc(*text, to);
        }
    }
}

flo_status page_open(page **out, const char *path, const flo_device *device)
{
    page *p = calloc(1, sizeof *p);
    if (!p) return flo__fail(FLO_NO_MEMORY, "no memory for %s", name);
    p->device = flo_device_get_info(device);
    p->body = open_memstream(&p->text, &p->size);
    flo_status status = p->body ? folder_open(&p->f, path) : flo__fail(FLO_NO_MEMORY, "no memory for %s", name);
    if (!status) status = folder_begin(&p->f, name, &p->file);
    if (status) page_close(p);
    else *out = p;
    return status;
}

/* ---- an experiment --------------------------------------------------------------------------------------------- */

static void put_base64(FILE *to, FILE *from)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned char b[3];
    for (size_t count; (count = fread(b, 1, 3, from)) > 0; ) {
        for (size_t i = count; i < 3; i++) b[i] = 0;
        fputc(digits[b[0] >> 2], to);
        fputc(digits[(b[0] & 3) << 4 | b[1] >> 4], to);
        fputc(count > 1 ? digits[(b[1] & 15) << 2 | b[2] >> 6] : '=', to);
        fputc(count > 2 ? digits[b[2] & 63] : '=', to);
    }
}

static void put_picture(FILE *to, const lab *l)
{
    FILE *from = l->picture ? fopen(l->picture, "rb") : NULL;
    if (!from) {
        fputs("<p class=open>No picture: ", to);
        put(to, *l->drawing ? l->drawing : "it cannot be read");
        fputs("</p>\n", to);
        return;
    }
    fputs("<img alt=\"", to);
    put(to, l->about->title);
    fputs("\" src=\"data:image/png;base64,", to);
    put_base64(to, from);
    fputs("\">\n", to);
    fclose(from);
}

static void put_finding(FILE *to, const finding *f)
{
    char measured[FINDING_TEXT], expected[FINDING_TEXT];
    finding_measured(f, measured);
    finding_expected(f, expected);
    const bool told = f->kind == FINDING_TOLD;
    const char *mark = told ? "<span class=open>told</span>" : !f->checked ? "<span class=open>not checked</span>"
                       : f->holds ? "<span class=ok>holds</span>" : "<span class=failed>FAILED</span>";
    fprintf(to, "<tr><td class=number>%s<td class=number>", mark);
    put(to, measured);
    fputs("<td class=number>", to);
    put(to, f->checked ? expected : "–");
    fputs("<td>", to);
    put(to, f->what);
    if (*f->why) {
        fputs(" <span class=open>(", to);
        put(to, f->why);
        fputs(")</span>", to);
    }
    fputs("</tr>\n", to);
}

flo_status page_add(page *p, const lab *l)
{
    const experiment *e = l->about;
    FILE *to = p->body;
    if (!p->article || strcmp(p->article, e->article) != 0) {
        fputs("<h2>", to);
        put(to, e->article);
        fputs("</h2>\n", to);
    }
    p->article = e->article;
    p->set = l->set;
    fprintf(to, "<h3 id=e%d>%d. ", e->number, e->number);
    put(to, e->title);
    fputs("</h3>\n<p>", to);
    put(to, e->takeaway);
    fputs("</p>\n", to);
    if (e->errs) {
        fputs("<p class=errs>The article errs: ", to);
        put(to, e->errs);
        fputs("</p>\n", to);
    }
    put_picture(to, l);
    fputs("<table><tr><th><th>measured<th>expected<th></tr>\n", to);
    for (int i = 0; i < l->finding_count; i++) put_finding(to, &l->findings[i]);
    fprintf(to, "</table>\n<p class=small><code>flotilla experiment %d --out DIR</code> · "
            "scene <code>examples/experiments/%s.yaml</code> · <code>%s.csv</code></p>\n", e->number, e->name,
            e->name);
    const finding_counts counts = lab_counts(l);
    p->counts.hold += counts.hold;
    p->counts.fail += counts.fail;
    p->counts.unchecked += counts.unchecked;
    p->experiments++;
    p->seconds += l->seconds;
    return ferror(to) ? flo__fail(FLO_NO_MEMORY, "no memory for %s", name) : lab_spare(l, &p->f, names);
}

/* ---- the page -------------------------------------------------------------------------------------------------- */

static void put_page(page *p)
{
    FILE *to = p->file->stream;
    fprintf(to, "<!doctype html><html lang=en><head><meta charset=utf-8>"
            "<meta name=viewport content=\"width=device-width\"><title>Flotilla: the experiments</title>"
            "<style>%s</style></head><body>\n<h1>How things float, in %d experiments</h1>\n", style, p->experiments);
    fprintf(to, "<p>%d expectations hold, %s%d fail%s, %d were not checked. Computed on ", p->counts.hold,
            p->counts.fail ? "<span class=failed>" : "", p->counts.fail, p->counts.fail ? "</span>" : "",
            p->counts.unchecked);
    put(to, p->device.description);
    fprintf(to, " in %.0f s. Every figure under <i>expected</i> comes from a closed form and the definitions of the "
            "scene; what is <i>told</i> has no expectation.</p>\n", p->seconds);
    for (int i = 0; p->set && i < p->set->count; i++) {
        fputs("<p>Set: <code>", to);
        put(to, p->set->text[i]);
        fputs("</code></p>\n", to);
    }
    fputs("<nav>\n", to);
    for (int i = 0; i < experiment_count; i++) {
        fprintf(to, "<a href=\"#e%d\">%d. ", experiments[i].number, experiments[i].number);
        put(to, experiments[i].title);
        fputs("</a>\n", to);
    }
    fputs("</nav>\n", to);
    fwrite(p->text, 1, p->size, to);
    fputs("</body></html>\n", to);
}

flo_status page_end(page *p)
{
    const bool whole = fclose(p->body) == 0;
    p->body = NULL;
    if (!whole) return flo__fail(FLO_NO_MEMORY, "no memory for %s", name);
    put_page(p);
    if (ferror(p->file->stream)) {
        return flo__fail(FLO_CANNOT_WRITE, "cannot write %s/%s: %s", p->f.path, name, strerror(errno));
    }
    const flo_status status = folder_end(&p->f, p->file);
    return status ? status : folder_publish(&p->f, names);
}

void page_close(page *p)
{
    if (!p) return;
    if (p->body) fclose(p->body);
    free(p->text);
    folder_close(&p->f);
    free(p);
}
