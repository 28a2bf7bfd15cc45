/* Random atomic updates of a table that lies in equal parts with all ranks, after RandomAccess of HPC Challenge: at most
 * 1024 of a rank are under way. The time is that of all ranks for one update of any; sizes are of a rank's part. */
#include "peer.h"

#define UNDER_WAY 1024
#define BURSTS 4

static MPI_Win win;
static long next_random, mask;

static void bursts(void) {
    static long values[UNDER_WAY];
    MPI_Win_lock_all(0, win);
    for (int b = 0; b < BURSTS; b++) {
        for (int i = 0; i < UNDER_WAY; i++) {
            next_random = (long)((unsigned long)next_random << 1) ^ (next_random < 0 ? 7 : 0);
            values[i] = next_random;
            int target = (int)((unsigned long)next_random >> 40) % size;
            MPI_Accumulate(&values[i], 1, MPI_LONG, target, next_random & mask, 1, MPI_LONG, MPI_BXOR, win);
        }
        MPI_Win_flush_all(win);
    }
    MPI_Win_unlock_all(win);
}

int main(int argc, char **argv) {
    long bytes;
    start(argc, argv);
    while ((bytes = next_size()) >= 0) {
        long words = 1;
        void *memory;
        while (words * 2 <= bytes / 8) words *= 2;
        mask = words - 1;
        next_random = (long)(0x9E3779B97F4A7C15UL * (unsigned long)(rank + 1));
        MPI_Win_allocate(words * 8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
        memset(memory, 0, words * 8);
        MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; i < batches / 5 + 1; i++) bursts();
        double before = probe();
        for (int i = 0; i < batches; i++) {
            MPI_Barrier(MPI_COMM_WORLD);
            double begin = now_ns();
            bursts();
            MPI_Barrier(MPI_COMM_WORLD);
            record((now_ns() - begin) / BURSTS / UNDER_WAY / size);
        }
        double after = probe();
        print_row(bytes, before, after);
        MPI_Win_free(&win);
    }
    MPI_Finalize();
    return 0;
}
