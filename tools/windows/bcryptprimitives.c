/* bcryptprimitives.dll, which Wine 8 lacks: the one function of it that libraries written in Rust call, by an older one. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(void *buffer, unsigned long bytes);

__declspec(dllexport) BOOL WINAPI ProcessPrng(unsigned char *buffer, SIZE_T bytes)
{
    return SystemFunction036(buffer, (unsigned long)bytes);
}

BOOL WINAPI DllMain(HINSTANCE library, DWORD reason, LPVOID reserved)
{
    return TRUE;
}
