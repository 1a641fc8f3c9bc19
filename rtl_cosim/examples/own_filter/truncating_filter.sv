// A filter with the ports of texpipe's and ways of its own: one pixel after the other, so that a footprint takes four cycles, and each
// footprint's sum is cut off to whole codes where texpipe's keeps all bits.
module truncating_filter #(
    parameter int unsigned DROPPED_BITS = 16  // of the 16 fraction bits of a footprint's sum
) (
    input  logic clk,
    input  logic rst_n,

    input  logic          in_valid,
    output logic          in_ready,
    input  logic [1599:0] in_codes,
    input  logic [271:0]  in_weights,
    input  logic [15:0]   in_border,
    input  logic [3:0]    in_pixels,
    input  logic [75:0]   in_pixel_weights,
    input  logic          in_compare,
    input  logic [2:0]    in_relation,
    input  logic          in_compare_alpha,
    input  logic [3:0]    in_shown,
    input  logic [99:0]   in_limits,
    input  logic [3:0]    in_unordered,
    input  logic          in_last,

    output logic         out_valid,
    input  logic         out_ready,
    output logic [943:0] out_sums,
    output logic [139:0] out_border_weights,
    output logic         out_last
);
  logic [1599:0] codes;
  logic [271:0]  weights;
  logic [15:0]   border;
  logic [75:0]   pixel_weights;
  logic [3:0]    pixels, shown, unordered;
  logic [99:0]   limits;
  logic [2:0]    relation;
  logic          compare, compare_alpha;
  logic          busy, fresh;
  logic [1:0]    pixel;

  // One pixel: its texels, compared where that is asked for, by their weights.
  function automatic logic passes(input logic [24:0] code, input logic [24:0] limit, input logic no_number);
    logic above, equal, below;
    above = !no_number && $signed(code) > $signed(limit);
    equal = !no_number && code == limit;
    below = !no_number && $signed(code) < $signed(limit);
    case (relation)
      3'd0: return 1'b0;
      3'd1: return 1'b1;
      3'd2: return above || equal;
      3'd3: return !equal;
      3'd4: return above;
      3'd5: return below || equal;
      3'd6: return equal;
      default: return below;
    endcase
  endfunction
  logic signed [58:0] sum[4];
  logic [34:0]        border_sum;
  always_comb begin
    logic signed [58:0] code, weight;
    logic [99:0]        texel;
    for (int channel = 0; channel < 4; channel++) sum[channel] = '0;
    border_sum = '0;
    for (int corner = 0; corner < 4; corner++) begin
      weight = $signed({42'd0, weights[17*(4*32'(pixel)+corner)+:17]});
      texel = codes[100*(4*32'(pixel)+corner)+:100];
      if (border[4*32'(pixel)+corner]) border_sum += weight[34:0];
      for (int channel = 0; channel < 4; channel++) begin
        code = 59'($signed(texel[25*channel+:25]));
        if (compare && shown[channel]) begin
          code = {58'd0, passes(compare_alpha ? texel[99:75] : texel[24:0], limits[25*pixel+:25], unordered[pixel])};
        end
        if (!border[4*32'(pixel)+corner]) sum[channel] += code * weight;
      end
    end
  end

  assign in_ready = !busy && !out_valid;
  always_ff @(posedge clk) begin
    if (in_valid && in_ready) begin
      codes <= in_codes;
      weights <= in_weights;
      border <= in_border;
      pixels <= in_pixels;
      pixel_weights <= in_pixel_weights;
      compare <= in_compare;
      relation <= in_relation;
      compare_alpha <= in_compare_alpha;
      shown <= in_shown;
      limits <= in_limits;
      unordered <= in_unordered;
      out_last <= in_last;
      busy <= 1'b1;
      pixel <= 2'd0;
    end
    if (busy) begin
      for (int channel = 0; channel < 4; channel++) begin
        out_sums[59*(4*32'(pixel)+channel)+:59] <= (fresh ? 59'd0 : out_sums[59*(4*32'(pixel)+channel)+:59]) +
            (pixels[pixel] ? ((sum[channel] >>> DROPPED_BITS) <<< DROPPED_BITS) * $signed({40'd0, pixel_weights[19*pixel+:19]}) : 59'd0);
      end
      out_border_weights[35*pixel+:35] <= (fresh ? 35'd0 : out_border_weights[35*pixel+:35]) +
          (pixels[pixel] ? border_sum * {16'd0, pixel_weights[19*pixel+:19]} : 35'd0);
      pixel <= pixel + 2'd1;
      if (pixel == 2'd3) begin
        busy <= 1'b0;
        out_valid <= 1'b1;
      end
    end
    if (out_valid && out_ready) begin
      out_valid <= 1'b0;
      fresh <= out_last;
    end
    if (!rst_n) begin
      busy <= 1'b0;
      out_valid <= 1'b0;
      fresh <= 1'b1;
    end
  end
endmodule
