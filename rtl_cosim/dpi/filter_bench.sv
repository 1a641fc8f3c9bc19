// A testbench in SystemVerilog with texpipe as its golden model: random trilinear and anisotropic samples of a texture, each footprint that the
// model names through the RTL filter, the filter's sums against the colours that the model returns.
module filter_bench;
  import texpipe_pkg::*;

  localparam int kTexels = 32 * 32 + 16 * 16 + 8 * 8 + 4 * 4 + 2 * 2 + 1;
  localparam int kMessages = 200;

  logic clk = 1'b0;
  always #5 clk = ~clk;
  logic          rst_n = 1'b0;
  logic          in_valid = 1'b0;
  logic [1599:0] in_codes;
  logic [271:0]  in_weights;
  logic [3:0]    in_pixels;
  logic [75:0]   in_pixel_weights;
  logic          in_last;
  wire           in_ready, out_valid, out_last;
  wire [943:0]   out_sums;
  wire [139:0]   out_border_weights;
  texture_filter filter (
      .clk, .rst_n, .in_valid, .in_ready, .in_codes, .in_weights, .in_border(16'd0), .in_pixels, .in_pixel_weights, .in_compare(1'b0),
      .in_relation(3'd0), .in_compare_alpha(1'b0), .in_shown(4'd0), .in_limits(100'd0), .in_unordered(4'd0), .in_last,
      .out_valid, .out_ready(1'b1), .out_sums, .out_border_weights, .out_last);

  chandle texpipe;
  int     failures = 0;
  int     footprints = 0;

  function automatic void must(input int status);
    if (status != 0) $fatal(1, "texpipe: %s", texpipe_sv_error());
  endfunction

  // A positive float32, or 0, as real.
  function automatic real real_of(input logic [31:0] bits);
    return bits[30:23] == 8'd0 ? 0.0 : real'({1'b1, bits[22:0]}) * (2.0 ** (real'(bits[30:23]) - 150.0));
  endfunction

  // One message: four pixels at random places, some texels apart.
  task automatic check_message(input int unsigned surface, input int unsigned sampler);
    int unsigned     parameters[16], rgba[4], count, pixels, border, level, weight[16], pixel_weight[4];
    int              code[64];
    longint unsigned address[16];
    chandle          outcome;
    real             got, expected, weights[4];
    for (int n = 0; n < 16; n++) parameters[n] = 0;
    for (int n = 0; n < 4; n++) begin
      parameters[n] = 32'h3F00_0000 | ($urandom & 32'h007F_FFFF);  // u, v of channels 0 to 3: 0.5 to 1
      parameters[8+n] = 32'h3F00_0000 | ($urandom & 32'h007F_FFFF);
    end
    must(texpipe_sv_sample(texpipe, $sformatf("operation=sample surface=%0d sampler=%0d execution_mask=0xf", surface, sampler),
                           parameters, outcome));
    must(texpipe_sv_footprint_count(outcome, 0, count));
    for (int n = 0; n < 4; n++) weights[n] = 0.0;
    for (int unsigned index = 0; index < count; index++) begin
      must(texpipe_sv_footprint(outcome, 0, index, pixels, border, level, address, weight, code, pixel_weight));
      for (int n = 0; n < 64; n++) in_codes[25*n+:25] = code[n][24:0];
      for (int n = 0; n < 16; n++) in_weights[17*n+:17] = weight[n][16:0];
      for (int n = 0; n < 4; n++) begin
        in_pixel_weights[19*n+:19] = pixel_weight[n][18:0];
        if (pixels[n]) weights[n] += real'(pixel_weight[n]) * 65536.0;
      end
      in_pixels = pixels[3:0];
      in_last = index == count - 1;
      in_valid = 1'b1;
      #1 while (!in_ready) @(negedge clk);
      @(negedge clk) in_valid = 1'b0;
      footprints++;
    end
    while (!(out_valid && out_last)) @(negedge clk);
    for (int unsigned n = 0; n < 4; n++) begin
      must(texpipe_sv_result(outcome, n, rgba));
      for (int c = 0; c < 4; c++) begin
        got = real'($signed(out_sums[59*(4*n+c)+:59])) / (255.0 * weights[n]);
        expected = real_of(rgba[c]);
        if (got - expected > 6.0e-8 || expected - got > 6.0e-8) begin
          failures++;
          $display("pixel %0d, %s: texpipe %f, RTL %f", n, c == 0 ? "R" : c == 1 ? "G" : c == 2 ? "B" : "A", expected, got);
        end
      end
    end
    texpipe_sv_free(outcome);
  endtask

  // Bytes written to GPU memory come back, and a level of detail is the model's.
  function automatic void check_memory();
    longint unsigned address;
    byte unsigned    written[5], back[5];
    for (int n = 0; n < 5; n++) written[n] = 8'(40 + n);
    must(texpipe_sv_allocate(texpipe, 5, 64, address));
    must(texpipe_sv_write(texpipe, address, written));
    must(texpipe_sv_read(texpipe, address, back));
    for (int n = 0; n < 5; n++) if (back[n] != written[n]) $fatal(1, "byte %0d of memory is %0d", n, back[n]);
    if (texpipe_sv_read(texpipe, 64'hFFFF_FFFF_FFFF, back) == 0) $fatal(1, "memory beyond its end was read");
  endfunction
  function automatic void check_level(input int unsigned surface, input int unsigned sampler);
    int unsigned parameters[24], first_level, second_weight, taps;
    int          clamped;
    chandle      outcome;
    for (int n = 0; n < 24; n++) parameters[n] = n < 8 ? 32'h4010_0000 : 32'h3F00_0000;  // level 2.25, u and v 0.5
    must(texpipe_sv_sample(texpipe, $sformatf("operation=sample_l surface=%0d sampler=%0d execution_mask=0xf", surface, sampler),
                           parameters, outcome));
    must(texpipe_sv_lod(outcome, 0, clamped, first_level, second_weight, taps));
    if (clamped != 576 || first_level != 2 || second_weight != 64 || taps != 1) $fatal(1, "level of detail is %0d / 256", clamped);
    texpipe_sv_free(outcome);
  endfunction

  // Arguments that are missing or given twice are named.
  function automatic void must_refuse(input int status, input string why);
    if (status == 0) $fatal(1, "taken, though %s", why);
    if (texpipe_sv_error() != why) $fatal(1, "refused with '%s', not '%s'", texpipe_sv_error(), why);
  endfunction
  function automatic void check_descriptions(input int unsigned surface);
    int unsigned parameters[8], index, rgba[4], few[4];
    byte unsigned none[1];
    chandle      outcome;
    for (int n = 0; n < 8; n++) parameters[n] = 32'h3F00_0000;
    must_refuse(texpipe_sv_surface(texpipe, "type=SURFTYPE_2D width=4", none, index), "missing in the description of a surface: format");
    must_refuse(texpipe_sv_surface(texpipe, "format=R8_UNORM width=4", none, index), "missing in the description of a surface: type");
    must_refuse(texpipe_sv_surface(texpipe, "format=R8_UNORM type=SURFTYPE_2D", none, index), "missing in the description of a surface: width");
    must_refuse(texpipe_sv_sampler(texpipe, "max_lod=1 min_lod=0 max_lod=2", index), "given twice: max_lod");
    must_refuse(texpipe_sv_sample(texpipe, "operation=sample", parameters, outcome), "missing in the description of a message: surface");
    must_refuse(texpipe_sv_sample(texpipe, "surface=0", parameters, outcome), "missing in the description of a message: operation");
    must_refuse(texpipe_sv_sample(texpipe, "operation=ld surface=0 surface=0", parameters, outcome), "given twice: surface");
    // Without an execution mask the last lane is sampled as the first.
    must(texpipe_sv_sample(texpipe, $sformatf("operation=sample surface=%0d", surface), parameters, outcome));
    must(texpipe_sv_result(outcome, 0, few));
    must(texpipe_sv_result(outcome, 7, rgba));
    for (int c = 0; c < 4; c++) if (rgba[c] == 0 || rgba[c] != few[c]) $fatal(1, "lane 7 has %0h, lane 0 %0h", rgba[c], few[c]);
    texpipe_sv_free(outcome);
  endfunction

  byte unsigned texels[4*kTexels];
  int unsigned  surface, sampler, none;
  initial begin
    texpipe = texpipe_sv_create();
    for (int n = 0; n < 4 * kTexels; n++) texels[n] = 8'($urandom);
    must(texpipe_sv_surface(texpipe, "format=R8G8B8A8_UNORM type=SURFTYPE_2D width=32 height=32 levels=6", texels, surface));
    must(texpipe_sv_sampler(texpipe, "min_mode_filter=ANISOTROPIC mag_mode_filter=LINEAR mip_mode_filter=LINEAR max_lod=13", sampler));
    if (texpipe_sv_sampler(texpipe, "min_mode_filtre=LINEAR", none) == 0) $fatal(1, "a misspelt field was taken");
    $display("refused as expected: %s", texpipe_sv_error());
    check_memory();
    check_descriptions(surface);
    check_level(surface, sampler);
    repeat (2) @(negedge clk);
    rst_n = 1'b1;
    for (int n = 0; n < kMessages; n++) check_message(surface, sampler);
    texpipe_sv_destroy(texpipe);
    $display("%0d messages, %0d footprints, %0d colours differ", kMessages, footprints, failures);
    if (failures != 0) $fatal(1, "the filter differs from texpipe");
    $finish;
  end
endmodule
