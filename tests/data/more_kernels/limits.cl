// Kernels that go too far: beyond buffers, without end, to a barrier that not all reach.
kernel void beyond(global int* o, global const int* a, int shift) {
  const int i = get_global_id(0);
  o[i] = a[i + shift];
}
kernel void scatter(global int* o, int shift) { o[get_global_id(0) + shift] = 1; }
kernel void chosen(global int* o, global int* p, int which, int shift) {
  global int* to = which != 0 ? o : p;
  to[(int)get_global_id(0) + shift] = 1;
}
kernel void count(global int* o, int shift) { atomic_inc(o + get_global_id(0) + shift); }
kernel void endless(global volatile int* o) {
  while (o[0] == 0) o[1]++;
}
kernel void divergent(global int* o, local int* shared) {
  const int i = get_local_id(0);
  if (i >= 32) {
    o[get_global_id(0)] = 1;
    return;
  }
  shared[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(0)] = shared[31 - i];
}
