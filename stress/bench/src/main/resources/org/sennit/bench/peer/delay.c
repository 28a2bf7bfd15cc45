/* Single accesses of 8 B by rank 0 to a window of rank 1, each timed by itself until it is complete there. The sizes are
 * the kinds below, the batches the most accesses of a kind; target=waits: rank 1 is in a barrier; target=computes: it makes no
 * call for a second, in which an access that needs one there does not end. */
#include "peer.h"

#define PHASE_NS 1e9
#define WARM_UP 1000 /* at most */

enum kind { PUT, GET, LOCK, ACCUMULATE, FETCH_AND_OP };

static MPI_Win win;
static long one = 1, old;

static void access_once(enum kind kind) {
    switch (kind) {
    case PUT: MPI_Put(&one, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win); break;
    case GET: MPI_Get(&old, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win); break;
    case LOCK:
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Win_unlock(1, win);
        return;
    case ACCUMULATE: MPI_Accumulate(&one, 1, MPI_LONG, 1, 0, 1, MPI_LONG, MPI_SUM, win); break;
    case FETCH_AND_OP: MPI_Fetch_and_op(&one, &old, MPI_LONG, 1, 0, MPI_SUM, win); break;
    }
    MPI_Win_flush(1, win);
}

static void compute(void) {
    volatile long computed = 0;
    long state = 1;
    for (double end = now_ns() + PHASE_NS; now_ns() < end;) {
        for (int i = 0; i < 1000; i++) state = state * 6364136223846793005L + 1442695040888963407L;
        computed = state;
    }
}

int main(int argc, char **argv) {
    long kind;
    start(argc, argv);
    int is_computing = strcmp(setting("target", "waits"), "computes") == 0;
    void *memory;
    MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    memset(memory, 0, sizeof(long));
    while ((kind = next_size()) >= 0) {
        double before = probe();
        if (rank == 0 && kind != LOCK) MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        if (rank == 0)
            for (int i = 0; i < WARM_UP && i < batches; i++) access_once(kind);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0) {
            double end = now_ns() + PHASE_NS;
            for (int i = 0; i < batches; i++) {
                double begin = now_ns();
                if (begin >= end) break;
                access_once(kind);
                record(now_ns() - begin);
            }
            if (kind != LOCK) MPI_Win_unlock(1, win);
        } else if (rank == 1 && is_computing) {
            compute();
        }
        MPI_Barrier(MPI_COMM_WORLD);
        double after = probe();
        print_row(kind, before, after);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
