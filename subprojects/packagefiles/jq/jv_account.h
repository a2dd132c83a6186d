/* Limits of memory and time for a part of jq's work, which is given up in the middle of any function when it passes one. */
#ifndef JV_ACCOUNT_H
#define JV_ACCOUNT_H

#include <stddef.h>

struct jv_account;

enum jv_account_end {
  JV_ACCOUNT_DONE = 0,
  JV_ACCOUNT_MEMORY = 1,  /* it wanted more memory than it may */
  JV_ACCOUNT_STOPPED = 2, /* jv_account_stop */
};

/* Null if there is no memory. */
struct jv_account* jv_account_new(void);
/* Frees all memory that was taken in it, whoever still points there. */
void jv_account_free(struct jv_account*);

/* From now on so much more may be taken; what jv_account_stop has asked for is over. */
void jv_account_open(struct jv_account*, size_t bytes);

/* Runs a function of this thread. All memory that it takes belongs to the account. If the end is not JV_ACCOUNT_DONE, the
   function was left in the middle: what it worked on is in no order, and the account is good for jv_account_free alone.
   The function must have nothing to clean up: no destructor of C++ runs. */
enum jv_account_end jv_account_run(struct jv_account*, void (*function)(void*), void* argument);

/* Ends what runs in it soon. May be called by a signal handler of the thread that runs it. */
void jv_account_stop(struct jv_account*);

#endif
