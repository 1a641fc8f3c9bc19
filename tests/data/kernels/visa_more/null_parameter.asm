L0:
/* [0000]                    00011507`20010B01 */         mov (8|M0)               r21.0<1>:f    r1.0<8;8,1>:f                    {Compacted}
/* [0008]                    000A1707`20010B01 */         mov (8|M0)               r23.0<1>:f    r10.0<8;8,1>:f                   {Compacted}
/* [0010]  00000000`00000000`2308160C`00000001 */ (W)     mov (1|M0)               r24.2<1>:ud   0x0:uw                             
/* [0020]  06439001`060002A0`222002E8`02600031 */         send (8|M0)              r17:f    r21     0x2            0x06439001           // wr:3+0, rd:4; sampler; simd8 sample compare+with lod forced to 0 using sampler index 0
/* [0030]                    00007F07`20004D01 */ (W)     mov (8|M0)               r127.0<1>:ud  r0.0<8;8,1>:ud                   {Compacted}
/* [0038]  020A0400`00000304`00011054`0A800033 */ (W)     sends (16|M0)            null:uw  r24     r17     0x10A            0x020A0400           // wr:1h+4, rd:0; hdc.dc0; oword block write x8
/* [0048]  82000010`06000FE0`20000204`07600031 */ (W)     send (8|M0)              null     r127    0x27            0x02000010           {EOT} // wr:1+0, rd:0; spawner; end of thread
L88:
