// A histogram with atomics on local and global memory, weighted by a table of the program.
__constant int weights[4] = {1, 3, 5, 7};

__kernel void histogram(__global const uchar *data, __global uint *bins, __local uint *mine, char scale) {
  const int item = get_local_id(0);
  if (item < 16) mine[item] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&mine[data[get_global_id(0)] & 15]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item < 16) atomic_add(&bins[item], mine[item] * weights[item & 3] * scale);
}
