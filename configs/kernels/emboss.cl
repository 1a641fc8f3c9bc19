// A relief: what is brighter towards the light stands out.
__kernel void emboss(read_only image2d_t src, write_only image2d_t dst, float2 light, float strength) {
  const sampler_t smooth = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
  const int2 pixel = (int2)(get_global_id(0), get_global_id(1));
  const float2 place = convert_float2(pixel) + 0.5f;
  const float4 towards = read_imagef(src, smooth, place + light);
  const float4 away = read_imagef(src, smooth, place - light);
  const float4 here = read_imagef(src, smooth, place);
  const float slope = dot(towards.xyz - away.xyz, (float3)(0.299f, 0.587f, 0.114f));
  write_imagef(dst, pixel, (float4)(here.xyz * 0.4f + 0.3f + strength * slope, 1.0f));
}
