package org.sennit.bench.bars;

import org.sennit.bench.program.Network;

/** Single figures that no table shows: title, unit and placement. The job of a gauge runs {@link GaugeProgram}. */
public enum Gauge {
    /** Bytes that both threads allocate in a blocking send and receive of 8 bytes in one JVM, a message. */
    STEADY_STATE_ALLOCATION(BarGroup.ALLOCATION, "allocation, blocking 8 B, -n 1 -t 2", "B/message", 1, 2),
    /** Processor time of all processes of a job whose endpoints all wait. */
    IDLE_JOB(BarGroup.START, "idle job, -n 2 -t 2", "% of a core", 2, 2),
    /** Wall time of {@code sennit run -n 2 -t 2} with an empty program and no cache, the launcher included. */
    START_UP(BarGroup.START, "start-up, -n 2 -t 2, empty program", "s", 2, 2),
    /** Hops a second round a ring of 256 endpoints as a share of those of 16. */
    OVERSUBSCRIPTION(BarGroup.RATE, "hops/s of 256 endpoints by those of 16", "x", 1, 256),
    /** Speed of a message of 1 MiB, 8 of 24 bytes to contiguous, by that of a loop of one thread. */
    STRIDED(BarGroup.LATENCY, "1 MiB, 8 of 24 B to contiguous, by a hand-written loop", "x", 1, 2),
    /** Worst ratio of a message with 100,000 in the queue to one with 1: all wildcard classes, probes, cancel. */
    MATCHING_DEPTH(BarGroup.LATENCY, "matching, worst with 100,000 queued by with 1", "x", 1, 1),
    /** What a second endpoint in each of two JVMs adds to an allreduce of 8 bytes, in switches of two threads. */
    TWO_BY_TWO(BarGroup.COLLECTIVES, "allreduce 8 B, -n 2 -t 2 less -n 2 -t 1", "switches", 2, 2),
    /** The most that an endpoint costs in barrier or allreduce of 64 and 512, by what it costs with 8. */
    SCALING(BarGroup.COLLECTIVES, "barrier, allreduce of 512 an endpoint, by of 8", "x", 1, 512),
    /** Barriers and allreduces of 10,000 endpoints on virtual threads that end. */
    TEN_THOUSAND(BarGroup.COLLECTIVES, "100 barriers and allreduces of 10,000 virtual", "calls", 1, 10_000),
    /** Bytes that a thread allocates in a collective, the most of all that are tried, blocking and persistent. */
    COLLECTIVE_ALLOCATION(BarGroup.ALLOCATION, "allocation, collectives, -n 1 -t 2", "B/call", 1, 2),
    /** The worst ratio of a message from heap arrays to one from off-heap memory, 64 KiB to 4 MiB, between two JVMs. */
    HEAP_ARRAYS(BarGroup.NETWORK, "64 KiB-4 MiB --net mapped, heap by off-heap", "x", 2, 1),
    /** What encryption costs: the worst ratio of 8 bytes and 1 MiB over TLS to the same over TCP. */
    TLS(BarGroup.NETWORK, "8 B, 1 MiB --net tls by --net tcp", "x", 2, 1),
    /** Worst ratio of a message of {@code allocateShared} memory between JVMs to one in a JVM, 64 KiB to 4 MiB. */
    SHARED_MEMORY(BarGroup.NETWORK, "64 KiB-4 MiB allocateShared --net mapped by -n 1", "x", 2, 1),
    /** 8 bytes inside a JVM, in a job of 2 x 2 whose other endpoints are parked, by the same in a job of one JVM. */
    BESIDE_A_NETWORK(BarGroup.NETWORK, "8 B in a JVM of -n 2 -t 2 by -n 1 -t 2", "x", 2, 2),
    /** Messages of 8 bytes a second of 16 pairs between two JVMs by those of one pair. */
    CROWDED_NETWORK(BarGroup.NETWORK, "8 B rate of -n 2 -t 16 by -n 2 -t 1", "x", 2, 16),
    /** Bytes allocated by a blocking send and receive between two JVMs, the most of 8 bytes and 4 KiB. */
    TCP_ALLOCATION(BarGroup.ALLOCATION, "allocation, 8 B, 4 KiB, -n 2 -t 1 --net tcp", "B/message", 2, 1),
    /** The same over Unix sockets. */
    UNIX_ALLOCATION(BarGroup.ALLOCATION, "allocation, 8 B, 4 KiB, -n 2 -t 1 --net unix", "B/message", 2, 1),
    /** The same over shared memory. */
    MAPPED_ALLOCATION(BarGroup.ALLOCATION, "allocation, 8 B, 4 KiB, -n 2 -t 1 --net mapped", "B/message", 2, 1),
    /** Bytes allocated by start and wait of a persistent pair in a JVM, the most of 8 bytes and a large face. */
    PERSISTENT_ALLOCATION(BarGroup.ALLOCATION, "allocation, persistent 8 B, 72 KiB, -n 1 -t 2", "B/start", 1, 2),
    /** The same between two JVMs over TCP. */
    TCP_PERSISTENT_ALLOCATION(
            BarGroup.ALLOCATION, "allocation, persistent 8 B, 72 KiB, -n 2 -t 1 --net tcp", "B/start", 2, 1),
    /** The same over shared memory. */
    MAPPED_PERSISTENT_ALLOCATION(
            BarGroup.ALLOCATION, "allocation, persistent 8 B, 72 KiB, -n 2 -t 1 --net mapped", "B/start", 2, 1),
    /** The worse ratio of put and get of 8 bytes to an allocated window between two JVMs to the same in a JVM. */
    MAPPED_ACCESS(BarGroup.ONESIDED, "put, get 8 B --net mapped by -n 1", "x", 2, 1),
    /** The longest delay of a put, get, lock, accumulate or active message, a median, by a target that computes. */
    MAPPED_BUSY_TARGET(BarGroup.ONESIDED, "delay by a busy target, --net mapped", "us", 2, 1),
    /** The same over TCP. */
    TCP_BUSY_TARGET(BarGroup.ONESIDED, "delay by a busy target, --net tcp", "us", 2, 1),
    /** As {@link #MAPPED_BUSY_TARGET}, of a window on an array of the heap: accesses and locks are calls. */
    MAPPED_BUSY_ARRAY(BarGroup.ONESIDED, "delay by a busy target, array, --net mapped", "us", 2, 1),
    /** The same over TCP. */
    TCP_BUSY_ARRAY(BarGroup.ONESIDED, "delay by a busy target, array, --net tcp", "us", 2, 1),
    /** Messages of 8 bytes in a JVM while a window is open and a handler registered, by the same without. */
    BESIDE_ACCESSES(BarGroup.ONESIDED, "8 B beside a window and a handler by without", "x", 1, 2),
    /** The same between two JVMs over shared memory. */
    MAPPED_BESIDE_ACCESSES(BarGroup.ONESIDED, "8 B beside a window and a handler by without, --net mapped", "x", 2, 1),
    /** The same over TCP. */
    TCP_BESIDE_ACCESSES(BarGroup.ONESIDED, "8 B beside a window and a handler by without, --net tcp", "x", 2, 1),
    /** Share of communication in a lattice simulation of 8⁴ sites, waiting for a slower endpoint included. */
    SU3_COMMUNICATION(BarGroup.PERSISTENT, "su3 8x8x8x8, communication and waiting, -n 1 -t 2", "%", 1, 2),
    /** How much faster the same is with two endpoints than with one. */
    SU3_SPEED_UP(BarGroup.PERSISTENT, "su3 8x8x8x8, speed of -n 1 -t 2 by -n 1 -t 1", "x", 1, 2),
    /** Alloc and free of 8 bytes by one endpoint, in a receiver-side pool. */
    RECEIVER_POOL(BarGroup.OWNERSHIP, "alloc + free of 8 B, receiver side", "ns", 1, 1),
    /** The same in a sender-side pool. */
    SENDER_POOL(BarGroup.OWNERSHIP, "alloc + free of 8 B, sender side", "ns", 1, 1),
    /** The 2-D FFT of 512 x 512 with ownership and fused unpacking, by the same with send and receive. */
    FFT2D(BarGroup.OWNERSHIP, "fft2d 512 x 512, give/take fused by send/receive", "x", 1, 2),
    /** A step of molecular dynamics of 16,384 atoms with ownership, by the same with send and receive. */
    MD(BarGroup.OWNERSHIP, "md 16,384 atoms, give/take by send/receive", "x", 1, 2),
    /** As {@link #START_UP}, with the cache that {@code sennit cache} makes. */
    CACHED_START_UP(BarGroup.START, "start-up with cache, -n 2 -t 2, empty program", "s", 2, 2);

    private final BarGroup group;
    private final String title;
    private final String unit;
    private final int processes;
    private final int endpointsPerProcess;

    Gauge(BarGroup group, String title, String unit, int processes, int endpointsPerProcess) {
        this.group = group;
        this.title = title;
        this.unit = unit;
        this.processes = processes;
        this.endpointsPerProcess = endpointsPerProcess;
    }

    /** Returns the group of its bars, by what is measured. */
    public BarGroup group() {
        return group;
    }

    /** Returns what it measures, a short line. */
    public String title() {
        return title;
    }

    /** Returns the unit of its value. */
    public String unit() {
        return unit;
    }

    /** Returns the number of processes of its job. */
    public int processes() {
        return processes;
    }

    /** Returns what carries messages between them. */
    public Network network() {
        return switch (this) {
            case TCP_ALLOCATION, TCP_PERSISTENT_ALLOCATION, TCP_BUSY_TARGET, TCP_BUSY_ARRAY, TCP_BESIDE_ACCESSES ->
                Network.TCP;
            case UNIX_ALLOCATION -> Network.UNIX;
            case MAPPED_ALLOCATION,
                    MAPPED_PERSISTENT_ALLOCATION,
                    MAPPED_ACCESS,
                    MAPPED_BUSY_TARGET,
                    MAPPED_BUSY_ARRAY,
                    MAPPED_BESIDE_ACCESSES,
                    HEAP_ARRAYS,
                    SHARED_MEMORY -> Network.MAPPED;
            default -> Network.BEST;
        };
    }

    public int endpointsPerProcess() {
        return endpointsPerProcess;
    }
}
