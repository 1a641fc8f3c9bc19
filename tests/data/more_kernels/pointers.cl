// Pointers in variables of the program and in its constants, which a loader has to make addresses.
__global int numbers[4] = {1, 20, 300, 4000};
__global int* start = numbers + 1;
__constant int weights[4] = {5, 6, 7, 8};
__constant int* __constant picks[2] = {weights + 1, weights + 3};

kernel void pointers(global int* o) {
  const int i = get_global_id(0);
  o[i] = start[i & 1] * *picks[i >> 1 & 1] + picks[0][i & 1];
}
