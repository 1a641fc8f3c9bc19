L0:
/* [0000]  06438001`06000040`21203AE8`02600031 */         send (8|M0)              r9:f     r2:f    0x2            0x06438001           // wr:3+0, rd:4; sampler; simd8 sample with lod forced to 0 using sampler index 0
/* [0010]  00000000`00000000`21A8160C`00000001 */ (W)     mov (1|M0)               r13.2<1>:ud   0x0:uw                             
/* [0020]                    00007F07`20004D01 */ (W)     mov (8|M0)               r127.0<1>:ud  r0.0<8;8,1>:ud                   {Compacted}
/* [0028]  020A0400`000001A4`00009054`0A800033 */ (W)     sends (16|M0)            null:uw  r13     r9      0x10A            0x020A0400           // wr:1h+4, rd:0; hdc.dc0; oword block write x8
/* [0038]  82000010`06000FE0`20000204`07600031 */ (W)     send (8|M0)              null     r127    0x27            0x02000010           {EOT} // wr:1+0, rd:0; spawner; end of thread
L72:
