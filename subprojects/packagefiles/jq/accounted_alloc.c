/* In place of jq's jv_alloc.c: memory with an account, see jv_account.h. */
#define JQ_KEEPS_ACCOUNTS
#undef malloc
#undef calloc
#undef realloc
#undef free
#undef strdup

#include "jv.h"
#include "jv_account.h"
#include "jv_alloc.h"

#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Before each piece of memory. 32 bytes, so that what is behind it is aligned as malloc aligns. */
struct block {
  struct block* next;
  struct block* previous;
  struct jv_account* account; /* null: none */
  size_t size;                /* with this head */
};

struct jv_account {
  struct block all; /* a ring */
  size_t used;
  size_t limit;
  volatile sig_atomic_t is_stopped;
  jmp_buf way_out;
};

static __thread struct jv_account* current;

static void leave(struct jv_account* account, enum jv_account_end why) { longjmp(account->way_out, why); }

static void exhausted(void) {
  if (current) leave(current, JV_ACCOUNT_MEMORY);
  fprintf(stderr, "jq: error: cannot allocate memory\n");
  abort();
}

static size_t with_head(size_t size) {
  if (size > SIZE_MAX / 2) exhausted();
  return size + sizeof(struct block);
}

static void charge(struct jv_account* account, size_t size) {
  if (account->is_stopped) leave(account, JV_ACCOUNT_STOPPED);
  if (account->used > account->limit || size > account->limit - account->used) leave(account, JV_ACCOUNT_MEMORY);
}

static void* enter(struct block* block, struct jv_account* account, size_t size) {
  block->account = account;
  block->size = size;
  if (account) {
    block->previous = &account->all;
    block->next = account->all.next;
    block->next->previous = block;
    account->all.next = block;
    account->used += size;
  }
  return block + 1;
}

static void remove_block(struct block* block) {
  if (!block->account) return;
  block->next->previous = block->previous;
  block->previous->next = block->next;
  block->account->used -= block->size;
}

static void* take(size_t size, struct jv_account* account) {
  const size_t all = with_head(size);
  if (account) charge(account, all);
  struct block* block = malloc(all);
  if (!block) exhausted();
  return enter(block, account, all);
}

void* jv_mem_alloc(size_t size) { return take(size, current); }

void* jv_mem_alloc_unguarded(size_t size) { return take(size, current); }

void* jv_mem_alloc_shared(size_t size) { return take(size, 0); }

void* jv_mem_calloc(size_t count, size_t size) {
  if (size != 0 && count > SIZE_MAX / 4 / size) exhausted();
  void* memory = take(count * size, current);
  memset(memory, 0, count * size);
  return memory;
}

void* jv_mem_calloc_unguarded(size_t count, size_t size) { return jv_mem_calloc(count, size); }

char* jv_mem_strdup(const char* text) {
  const size_t size = strlen(text) + 1;
  return memcpy(take(size, current), text, size);
}

char* jv_mem_strdup_unguarded(const char* text) { return jv_mem_strdup(text); }

void jv_mem_free(void* memory) {
  if (!memory) return;
  struct block* block = (struct block*)memory - 1;
  remove_block(block);
  free(block);
}

void* jv_mem_realloc(void* memory, size_t size) {
  if (!memory) return take(size, current);
  struct block* block = (struct block*)memory - 1;
  struct jv_account* account = block->account;
  const size_t all = with_head(size);
  if (account && account == current && all > block->size) charge(account, all - block->size);
  struct block* grown = realloc(block, all);
  if (!grown) exhausted();
  if (account) {
    grown->next->previous = grown;
    grown->previous->next = grown;
    account->used += all - grown->size;
  }
  grown->size = all;
  return grown + 1;
}

/* Accounts take its place. */
void jv_nomem_handler(jv_nomem_handler_f handler, void* data) {
  (void)handler;
  (void)data;
}

struct jv_account* jv_account_new(void) {
  struct jv_account* account = calloc(1, sizeof *account);
  if (account) account->all.next = account->all.previous = &account->all;
  return account;
}

void jv_account_free(struct jv_account* account) {
  if (!account) return;
  for (struct block* block = account->all.next; block != &account->all;) {
    struct block* next = block->next;
    free(block);
    block = next;
  }
  free(account);
}

void jv_account_open(struct jv_account* account, size_t bytes) {
  account->is_stopped = 0;
  account->limit = account->used + bytes;
}

enum jv_account_end jv_account_run(struct jv_account* account, void (*function)(void*), void* argument) {
  const int end = setjmp(account->way_out);
  if (end == JV_ACCOUNT_DONE) {
    current = account;
    function(argument);
  }
  current = 0;
  return (enum jv_account_end)end;
}

void jv_account_stop(struct jv_account* account) { account->is_stopped = 1; }

void jv_account_check(void) {
  if (current && current->is_stopped) leave(current, JV_ACCOUNT_STOPPED);
}
