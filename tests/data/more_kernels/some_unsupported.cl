// One kernel beside two that the model has no units for.
#pragma OPENCL EXTENSION cl_intel_device_side_avc_motion_estimation : enable
kernel void plain(global int* o, int z) { o[get_global_id(0)] = z; }
__attribute__((intel_reqd_sub_group_size(16)))
kernel void motion(read_only image2d_t src, read_only image2d_t ref, global short2* mv) {
  intel_sub_group_avc_ime_payload_t p = intel_sub_group_avc_ime_initialize(
      (ushort2)(0, 0), CLK_AVC_ME_PARTITION_MASK_16x16_INTEL, CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);
  p = intel_sub_group_avc_ime_set_single_reference((short2)(0, 0), CLK_AVC_ME_SEARCH_WINDOW_16x12_RADIUS_INTEL, p);
  intel_sub_group_avc_ime_result_t r =
      intel_sub_group_avc_ime_evaluate_with_single_reference(src, ref, CLK_AVC_ME_INITIALIZE_INTEL, p);
  mv[get_global_id(0)] = as_short2((int)intel_sub_group_avc_ime_get_motion_vectors(r));
}
kernel void enqueues(global int* o, queue_t q) {
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(4), ^{ o[get_global_id(0)] = 3; });
}
