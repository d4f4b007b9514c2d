/* The parts of complex numbers, which numpy calls and the C runtime of Wine 8 lacks.
   They come as structures: two floats in a register, two doubles by their address. */
#include <windows.h>

typedef struct { float re, im; } Floats;
typedef struct { double re, im; } Doubles;

float crealf(Floats z) { return z.re; }
float cimagf(Floats z) { return z.im; }
double creal(Doubles z) { return z.re; }
double cimag(Doubles z) { return z.im; }
double creall(Doubles z) { return z.re; }
double cimagl(Doubles z) { return z.im; }

BOOL WINAPI DllMain(HINSTANCE library, DWORD reason, LPVOID reserved)
{
    return TRUE;
}
