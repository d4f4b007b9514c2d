/* A library that only forwards names to another one, as its .def file says, needs nothing but an entry point. */
int DllMainCRTStartup(void *library, unsigned reason, void *reserved)
{
    return 1;
}
