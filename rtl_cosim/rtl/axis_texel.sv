// Texel of an index of one axis under an address mode (specification/sampling-rules 2; modes as axis_position has them).
module axis_texel #(
    parameter int unsigned SIZE_BITS = 15,
    parameter int unsigned INDEX_BITS = 25  // with sign
) (
    input  logic signed [INDEX_BITS-1:0] index,
    input  logic        [SIZE_BITS-1:0]  size,
    input  logic        [2:0]            mode,
    output logic        [SIZE_BITS-1:0]  texel,
    output logic                         border
);
  logic                         below, beyond;
  logic        [INDEX_BITS-1:0] distance;  // from the map's first texel, or before it
  logic        [INDEX_BITS-1:0] period, place, from_start;
  logic        [INDEX_BITS-1:0] wide_size;
  assign wide_size = {{(INDEX_BITS - SIZE_BITS) {1'b0}}, size};
  assign below = index < 0;
  assign beyond = below || index >= $signed(wide_size);
  assign distance = below ? ~index : index;  // -1 is 0 before the map
  assign period = (mode == 3'd1) ? wide_size << 1 : wide_size;
  assign place = distance % period;
  assign from_start = below ? period - place - 1'b1 : place;

  logic [INDEX_BITS-1:0] chosen;
  always_comb begin
    border = 1'b0;
    chosen = index;
    if (beyond) begin
      case (mode)
        3'd0: chosen = from_start;
        3'd1: chosen = (from_start < wide_size) ? from_start : (wide_size << 1) - 1'b1 - from_start;
        3'd4, 3'd6: begin
          chosen = '0;
          border = 1'b1;
        end
        3'd5: chosen = (distance < wide_size) ? distance : wide_size - 1'b1;
        default: chosen = below ? '0 : wide_size - 1'b1;
      endcase
    end
  end
  assign texel = chosen[SIZE_BITS-1:0];

  logic unused;
  assign unused = &{1'b0, chosen[INDEX_BITS-1:SIZE_BITS]};
endmodule
