// Weight of an anisotropic tap in 1/1024: equal parts; what does not divide goes to the inner taps (specification/sampling 4.3).
module tap_weight (
    input  logic [4:0]  taps,  // 1, or even up to 16
    input  logic [3:0]  tap,
    output logic [10:0] weight
);
  logic [10:0] part;
  logic [3:0]  first_inner, last_inner;  // these have 1 more
  always_comb begin
    first_inner = 4'd1;
    last_inner = 4'd0;
    case (taps)
      5'd2: part = 11'd512;
      5'd4: part = 11'd256;
      5'd6: begin
        part = 11'd170;
        first_inner = 4'd1;
        last_inner = 4'd4;
      end
      5'd8: part = 11'd128;
      5'd10: begin
        part = 11'd102;
        first_inner = 4'd3;
        last_inner = 4'd6;
      end
      5'd12: begin
        part = 11'd85;
        first_inner = 4'd4;
        last_inner = 4'd7;
      end
      5'd14: begin
        part = 11'd73;
        first_inner = 4'd6;
        last_inner = 4'd7;
      end
      5'd16: part = 11'd64;
      default: part = 11'd1;
    endcase
  end
  assign weight = part + {10'd0, tap >= first_inner && tap <= last_inner};
endmodule
