L0:
/* [0000]  4C447001`06000020`21200A48`02800031 */         send (16|M0)             r9:uw    r1:d    0x2            0x4C447001           // wr:6+0, rd:4; sampler; simd16 16b sample load using sampler index 0
/* [0010]  00000000`00000000`21C8160C`00000001 */ (W)     mov (1|M0)               r14.2<1>:ud   0x0:uw                             
/* [0020]                    00007F07`20004D01 */ (W)     mov (8|M0)               r127.0<1>:ud  r0.0<8;8,1>:ud                   {Compacted}
/* [0028]  00000000`00000000`21A0160C`00000001 */ (W)     mov (1|M0)               r13.0<1>:ud   0x0:uw                             
/* [0038]  020A0400`000001C4`00009054`0A800033 */ (W)     sends (16|M0)            null:uw  r14     r9      0x10A            0x020A0400           // wr:1h+4, rd:0; hdc.dc0; oword block write x8
/* [0048]  82000010`06000FE0`20000204`07600031 */ (W)     send (8|M0)              null     r127    0x27            0x02000010           {EOT} // wr:1+0, rd:0; spawner; end of thread
L88:
