/* Sum of doubles at one rank. */
#include "collective.h"

static void call(char *in, char *out, int bytes) {
    MPI_Reduce(in, out, bytes / 8, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD);
}

static void start_call(char *in, char *out, int bytes, MPI_Request *request) {
    MPI_Ireduce(in, out, bytes / 8, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD, request);
}
