/* Before each of jq's sources: all memory of theirs comes from accounted_alloc.c. What some of them take from the C
   library itself is given back there, too, so one of both must not be left out. */
#ifndef JQ_MEMORY_H
#define JQ_MEMORY_H

#include <stdlib.h>
#include <string.h>

/* Sources that define it say what they want of the headers above, which have it by _GNU_SOURCE. */
#undef _XOPEN_SOURCE

void* jv_mem_alloc_unguarded(size_t);
void* jv_mem_calloc_unguarded(size_t, size_t);
char* jv_mem_strdup_unguarded(const char*);
void jv_mem_free(void*);
void* jv_mem_realloc(void*, size_t);
/* Belongs to the thread and to no account: what stays when an evaluation is given up. */
void* jv_mem_alloc_shared(size_t);
/* In work that may take long without asking for memory: does not come back if it is to end. */
void jv_account_check(void);

#ifndef JQ_KEEPS_ACCOUNTS
#define malloc(size) jv_mem_alloc_unguarded(size)
#define calloc(count, size) jv_mem_calloc_unguarded(count, size)
#define realloc(memory, size) jv_mem_realloc(memory, size)
#define free(memory) jv_mem_free(memory)
#undef strdup
#define strdup(text) jv_mem_strdup_unguarded(text)
#endif

#endif
