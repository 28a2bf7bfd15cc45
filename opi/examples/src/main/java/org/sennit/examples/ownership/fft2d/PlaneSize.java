package org.sennit.examples.ownership.fft2d;

/** Sizes by a letter, as the NAS Parallel Benchmarks have them. Any thread. */
enum PlaneSize {
    /** Small: 65,536 points. */
    S(256),
    /** Points of each of four endpoints: the share in Friedley's thesis of 2013. */
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
