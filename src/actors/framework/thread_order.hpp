#pragma once

// libcaf_core.so is not instrumented, so these functions show ThreadSanitizer the order that CAF's mailboxes
// guarantee. Without this sanitizer they are empty.

#if defined(__SANITIZE_THREAD__)
extern "C" void __tsan_acquire(void*);
extern "C" void __tsan_release(void*);
#define ACTORS_TSAN_ACQUIRE(p) __tsan_acquire(static_cast<void*>(p))
#define ACTORS_TSAN_RELEASE(p) __tsan_release(static_cast<void*>(p))
#else
#define ACTORS_TSAN_ACQUIRE(p) static_cast<void>(p)
#define ACTORS_TSAN_RELEASE(p) static_cast<void>(p)
#endif
