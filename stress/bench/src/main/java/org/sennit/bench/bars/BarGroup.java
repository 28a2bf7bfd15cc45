package org.sennit.bench.bars;

import java.util.Locale;

/** Groups of bars, by what they measure. */
public enum BarGroup {
    /** One-way times inside a JVM, and what matching and strided layouts cost. */
    LATENCY,
    /** Persistent requests and declared channels, in a JVM and between JVMs. */
    PERSISTENT,
    /** Messages a second inside a JVM. */
    RATE,
    /** Barriers, reductions and data movement among all endpoints. */
    COLLECTIVES,
    /** Accesses to windows, and active messages, in a JVM and between JVMs. */
    ONESIDED,
    /** Messages between JVMs, over each network. */
    NETWORK,
    /** Buffers given and taken, and their pools. */
    OWNERSHIP,
    /** Bytes allocated in steady state. */
    ALLOCATION,
    /** Start-up time, and processor time of an idle job. */
    START;

    /** Returns the group's name on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
