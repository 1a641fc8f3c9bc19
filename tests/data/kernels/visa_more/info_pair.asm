L0:
/* [0000]                    00000307`20004D01 */ (W)     mov (8|M0)               r3.0<1>:ud    r0.0<8;8,1>:ud                   {Compacted}
/* [0008]  00004000`00000000`2068060C`00000001 */ (W)     mov (1|M0)               r3.2<1>:ud    0x4000:ud                             
/* [0018]                    00010D07`20005781 */ (W)     mov (16|M0)              r13.0<1>:ud   r1.0<8;8,1>:ud                   {Breakpoint,Compacted}
/* [0020]                    00000F00`20006D01 */ (W)     mov (8|M0)               r15.0<1>:ud   0x0:ud                              {Compacted}
/* [0028]  026CA001`00000062`0080D07C`02800033 */ (W)     sends (16|M0)            r4:w     r3      r13     0x82            0x026CA001           // wr:1h+2, rd:6; sampler; simd16 sample res info using sampler index 0
/* [0038]  00000000`00000000`2208160C`00000001 */ (W)     mov (1|M0)               r16.2<1>:ud   0x0:uw                             
/* [0048]  0224B001`060001E0`21400268`02800031 */         send (16|M0)             r10:w    r15     0x2            0x0224B001           // wr:1+0, rd:2; sampler; simd16 sample info using sampler index 0
/* [0058]  00080008`00000000`2228160C`00000001 */ (W)     mov (1|M0)               r17.2<1>:ud   0x8:uw                             
/* [0068]  00200020`00000000`2248160C`00000001 */ (W)     mov (1|M0)               r18.2<1>:ud   0x20:uw                             
/* [0078]                    00007F07`20004D01 */ (W)     mov (8|M0)               r127.0<1>:ud  r0.0<8;8,1>:ud                   {Compacted}
/* [0080]  00000000`00000000`2180160C`00000001 */ (W)     mov (1|M0)               r12.0<1>:ud   0x0:uw                             
/* [0090]  020A0400`00000204`00004054`0A800033 */ (W)     sends (16|M0)            null:uw  r16     r4      0x10A            0x020A0400           // wr:1h+4, rd:0; hdc.dc0; oword block write x8
/* [00A0]  020A0300`00000222`00008054`0A800033 */ (W)     sends (16|M0)            null:uw  r17     r8      0x8A            0x020A0300           // wr:1h+2, rd:0; hdc.dc0; oword block write x4
/* [00B0]  020A0300`00000242`0000A054`0A800033 */ (W)     sends (16|M0)            null:uw  r18     r10     0x8A            0x020A0300           // wr:1h+2, rd:0; hdc.dc0; oword block write x4
/* [00C0]  82000010`06000FE0`20000204`07600031 */ (W)     send (8|M0)              null     r127    0x27            0x02000010           {EOT} // wr:1+0, rd:0; spawner; end of thread
L208:
