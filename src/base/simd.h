#ifndef BASE_SIMD_H
#define BASE_SIMD_H

/* Row kernels are compiled for several vector widths and chosen when the program starts. Without contraction of a*b + c
 * every width gives the same bits. gcc alone does this well; sanitizers do not go with it. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define ROW_KERNEL __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define ROW_KERNEL
#endif

#endif
