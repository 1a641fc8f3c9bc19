// What kernels print: numbers of all sizes, vectors, texts, escapes and percent signs.
kernel void printf_all(global const float* a, global int* failed) {
  const int i = get_global_id(0);
  if (i == 0) {
    printf("tab\t quote\" back\\ percent %% end\n");
    printf("%5d|%-5d|%05d|%+d|%.3d|%x|%X|%o|%u|%i\n", 42, 42, 42, 42, 42, 255, 255, 8, 4000000000u, -1);
    printf("%hd %hhu %#x %ld %lu %c\n", (short)-3, (uchar)200, 77, -5000000000L, 18000000000000000000UL, 'x');
    printf("%f %.2f %e %g %8.3f|%a\n", 1.5f, 2.5f, 3.5f, 1e10f, -0.125f, 1.0f);
    printf("%s|%8s|%-6s|%.2s|\n", "a\nb", "x%dy", "left", "long");
    printf("%v4f|%v2hd|%v3hhd|%v2ld|%v4hlx\n", (float4)(1, 2, 3, 4.5f), (short2)(-1, 2), (char3)(1, -2, 3), (long2)(7, -8), (int4)(10, 11, 12, 13));
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
  failed[i] = 7;
  if (i & 1) failed[i] = printf("item %d has %.2f\n", i, a[i]);
}
