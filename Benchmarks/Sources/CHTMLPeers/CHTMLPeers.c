#include "CHTMLPeers.h"

#include <string.h>

#if HAS_LIBXML2
#include <libxml/HTMLparser.h>

enum {
    options = HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET
};

long libxml2_tree(const char *bytes, long count) {
    htmlDocPtr document = htmlReadMemory(bytes, (int)count, NULL, "utf-8", options);
    long isRead = xmlDocGetRootElement(document) != NULL;
    xmlFreeDoc(document);
    return isRead;
}

struct counts {
    long names;
    long links;
    long characters;
};

static void start(void *context, const xmlChar *name, const xmlChar **attributes) {
    struct counts *counts = context;
    counts->names += name[0] != 0;
    for (; attributes && attributes[0]; attributes += 2) {
        if (!strcmp((const char *)attributes[0], "href")) {
            counts->links += attributes[1] != NULL;
        }
    }
}

static void end(void *context, const xmlChar *name) {
    ((struct counts *)context)->names += name[0] != 0;
}

static void characters(void *context, const xmlChar *text, int count) {
    (void)text;
    ((struct counts *)context)->characters += count;
}

static void comment(void *context, const xmlChar *text) {
    (void)text;
    ((struct counts *)context)->characters++;
}

long libxml2_push(const char *bytes, long count, long piece) {
    struct counts counts = {0};
    htmlSAXHandler handler = {0};
    handler.startElement = start;
    handler.endElement = end;
    handler.characters = characters;
    handler.cdataBlock = characters;
    handler.comment = comment;
    htmlParserCtxtPtr parser =
        htmlCreatePushParserCtxt(&handler, &counts, NULL, 0, NULL, XML_CHAR_ENCODING_UTF8);
    htmlCtxtUseOptions(parser, options);
    for (long offset = 0; offset < count; offset += piece) {
        long size = count - offset < piece ? count - offset : piece;
        htmlParseChunk(parser, bytes + offset, (int)size, 0);
    }
    htmlParseChunk(parser, NULL, 0, 1);
    if (parser->myDoc) xmlFreeDoc(parser->myDoc);
    htmlFreeParserCtxt(parser);
    return counts.names + counts.links;
}
#else
long libxml2_tree(const char *bytes, long count) { return -1; }
long libxml2_push(const char *bytes, long count, long piece) { return -1; }
#endif

#if HAS_GUMBO
#include <gumbo.h>

long gumbo_tree(const char *bytes, long count) {
    GumboOutput *output = gumbo_parse_with_options(&kGumboDefaultOptions, bytes, (size_t)count);
    long isRead = output->root->v.element.children.length > 0;
    gumbo_destroy_output(&kGumboDefaultOptions, output);
    return isRead;
}
#else
long gumbo_tree(const char *bytes, long count) { return -1; }
#endif
