#ifndef BASE_SIMD_H
#define BASE_SIMD_H

/* Row kernels are compiled once for every vector width that the compiler knows (src/CMakeLists.txt) and one table of them
 * is chosen when the program starts. Without contraction of a*b + c every width gives the same bits.
 *
 * WIDTH(name) is a table's name in the file that is being compiled: name_plain, name_avx2 or name_avx512. */
#define WIDTH_JOIN(name, width) name##_##width
#define WIDTH_NAME(name, width) WIDTH_JOIN(name, width)
#ifndef WEIR_WIDTH
#define WEIR_WIDTH plain
#endif
#define WIDTH(name) WIDTH_NAME(name, WEIR_WIDTH)

#endif
