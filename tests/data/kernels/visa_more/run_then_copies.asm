L0:
/* [0000]                    000B1907`20011601 */         mov (16|M0)              r25.0<1>:f    r11.0<8;8,1>:f                   {Compacted}
/* [0008]                    00051B07`20011601 */         mov (16|M0)              r27.0<1>:f    r5.0<8;8,1>:f                    {Compacted}
/* [0010]  08846001`00000024`02219078`02800033 */         sends (16|M0)            r17:w    r1      r25     0x102            0x08846001           // wr:4+4, rd:8; sampler; simd16 sample compare+override LOD using sampler index 0
/* [0020]  00000000`00000000`23A8160C`00000001 */ (W)     mov (1|M0)               r29.2<1>:ud   0x0:uw                             
/* [0030]  00080008`00000000`23C8160C`00000001 */ (W)     mov (1|M0)               r30.2<1>:ud   0x8:uw                             
/* [0040]                    00007F07`20004D01 */ (W)     mov (8|M0)               r127.0<1>:ud  r0.0<8;8,1>:ud                   {Compacted}
/* [0048]  020A0400`000003A4`00011054`0A800033 */ (W)     sends (16|M0)            null:uw  r29     r17     0x10A            0x020A0400           // wr:1h+4, rd:0; hdc.dc0; oword block write x8
/* [0058]  020A0400`000003C4`00015054`0A800033 */ (W)     sends (16|M0)            null:uw  r30     r21     0x10A            0x020A0400           // wr:1h+4, rd:0; hdc.dc0; oword block write x8
/* [0068]  82000010`06000FE0`20000204`07600031 */ (W)     send (8|M0)              null     r127    0x27            0x02000010           {EOT} // wr:1+0, rd:0; spawner; end of thread
L120:
