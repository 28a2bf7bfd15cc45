package org.sennit.examples.ownership.fft2d;

/** Sizes by a letter, as the NAS Parallel Benchmarks have them. Any thread. */
enum PlaneSize {
    /** Small: 65,536 points. */
    S(256),
    /** As many points for each of four endpoints: the HMPI thesis's share. */
    W(512),
    /** Larger than the caches: 64 MB. */
    A(2048);

    private final int n;

    PlaneSize(int n) {
        this.n = n;
    }

    /** Rows and columns. */
    int n() {
        return n;
    }
}
