// The Direct3D sample positions (specification/nvidia-queries 5): y, x of each sample in 1/16 pixel, the first in the lowest bits.
module sample_positions (
    input  logic [2:0]   count_log2,  // 1 to 16 samples
    output logic [127:0] positions
);
  always_comb begin
    case (count_log2)
      3'd0: positions = 128'h00000000_00000000_00000000_00000088;
      3'd1: positions = 128'h00000000_00000000_00000000_000044cc;
      3'd2: positions = 128'h00000000_00000000_00000000_eaa26e26;
      3'd3: positions = 128'h00000000_00000000_1ffb71d3_359db759;
      default: positions = 128'h01fe4f80_c22418e6_3bbdda63_7ca55799;
    endcase
  end
endmodule
