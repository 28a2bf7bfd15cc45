package org.sennit.bench.program;

import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import org.sennit.bench.report.Metric;

/** The benchmarks that print a table: what they are called, how they show their figures, which sizes they try. */
public enum Benchmark {
    /** Ping-pong of two endpoints, one way. */
    LATENCY("Latency", Metric.TIME, sizes(0, 1L << 22)),
    /** Windows of nonblocking sends in one direction. */
    BANDWIDTH("Bandwidth", Metric.BANDWIDTH, sizes(1, 1L << 22)),
    /** The same in both directions at once. */
    BI_BANDWIDTH("Bandwidth", Metric.BANDWIDTH, sizes(1, 1L << 22)),
    /** Ping-pong of two endpoints with a buffer that is given, one way, in turn with messages of 8 bytes. */
    GIVE(
            "Latency",
            Metric.TIME,
            List.of(8L, 64L, 512L, 1L << 12, 1L << 15, 1L << 18, 1L << 21, 1L << 24, 1L << 27, 1L << 30)),
    /** An active message with an empty handler until its origin knows it complete, in turn with 8-byte messages. */
    AMSEND("Latency", Metric.TIME, sizes(0, 1L << 22)),
    /** Windows of active messages that are completed together. */
    AMSEND_BANDWIDTH("Bandwidth", Metric.BANDWIDTH, sizes(1, 1L << 22)),
    /** The same, as messages a second. */
    AMSEND_RATE("Rate", Metric.RATE, List.of(8L)),
    /** Put of LAPI until its completion counter has moved, in turn with one into a window of the same memory. */
    LAPI_PUT("Latency", Metric.TIME, sizes(1, 1L << 22)),
    /** Get of LAPI until its origin counter has moved, in turn with one from a window of the same memory. */
    LAPI_GET("Latency", Metric.TIME, sizes(1, 1L << 22)),
    /** Read-modify-write of LAPI: a word added to, with its old value, in turn with the same in a window. */
    LAPI_RMW("Latency", Metric.TIME, List.of(8L)),
    /** Active message of LAPI until its completion counter has moved, in turn with one without LAPI. */
    LAPI_AMSEND("Latency", Metric.TIME, sizes(0, 1L << 22)),
    /** Persistent requests of two endpoints, started together and awaited, in turn with the channels of QMP. */
    PERSISTENT("Latency", Metric.TIME, sizes(8, 1L << 20)),
    /** Bytes put into a window of rank 1, completed as the setting says. */
    PUT("Latency", Metric.TIME, sizes(1, 1L << 22)),
    /** Bytes got from a window of rank 1. */
    GET("Latency", Metric.TIME, sizes(1, 1L << 22)),
    /** Words added to a window of rank 1, each atomically. */
    ACCUMULATE("Latency", Metric.TIME, sizes(8, 1L << 20)),
    /** The same with their old values. */
    GET_ACCUMULATE("Latency", Metric.TIME, sizes(8, 1L << 20)),
    /** A word added to one of rank 1, with its old value. */
    FETCH_AND_OP("Latency", Metric.TIME, List.of(8L)),
    /** A word of rank 1 replaced if it has an expected value. */
    COMPARE_AND_SWAP("Latency", Metric.TIME, List.of(8L)),
    /** Windows of puts, completed together. */
    PUT_BANDWIDTH("Bandwidth", Metric.BANDWIDTH, sizes(1, 1L << 22)),
    /** The same by both ranks at once. */
    PUT_BI_BANDWIDTH("Bandwidth", Metric.BANDWIDTH, sizes(1, 1L << 22)),
    /** Windows of gets, completed together. */
    GET_BANDWIDTH("Bandwidth", Metric.BANDWIDTH, sizes(1, 1L << 22)),
    /** Windows of words added to, with their old values, completed together. */
    FETCH_AND_OP_RATE("Rate", Metric.RATE, List.of(8L)),
    /** Windows of words replaced if they have an expected value, completed together. */
    COMPARE_AND_SWAP_RATE("Rate", Metric.RATE, List.of(8L)),
    /**
     * Atomic updates of random words of a table that lies with all ranks; sizes are of a rank's part: of caches, and
     * more.
     */
    GUPS("Updates", Metric.RATE, List.of(1L << 12, 1L << 16, 1L << 20)),
    /** A message of fresh memory until all of it has been read: given, in turn with sent. */
    UNPACK("Latency", Metric.TIME, sizes(8, 1L << 21)),
    /** Windows of 8-byte messages from half of the endpoints to the other half, as messages a second of all pairs. */
    RATE("Rate", Metric.RATE, List.of(8L)),
    /** Sum of doubles over all endpoints. */
    ALLREDUCE("Avg Latency", Metric.TIME, sizes(8, 1L << 20)),
    /** The same at one endpoint, each time at another. */
    REDUCE("Avg Latency", Metric.TIME, sizes(8, 1L << 20)),
    /** Memory of one endpoint to all, each time of another. */
    BROADCAST("Avg Latency", Metric.TIME, sizes(8, 1L << 20)),
    /** A block of each endpoint to one, each time to another. */
    GATHER("Avg Latency", Metric.TIME, sizes(8, 1L << 20)),
    /** A block to each endpoint from one, each time from another. */
    SCATTER("Avg Latency", Metric.TIME, sizes(8, 1L << 20)),
    /** A block of each endpoint to all. */
    ALLGATHER("Avg Latency", Metric.TIME, sizes(8, 1L << 20)),
    /** A block of each endpoint to each. */
    ALLTOALL("Avg Latency", Metric.TIME, sizes(8, 1L << 20)),
    /** Barrier of all endpoints. */
    BARRIER("Avg Latency", Metric.TIME, List.of(0L));

    static final String EIGHT_BYTES = "send-8B";
    static final String SEND_RECEIVE = "send-receive";
    static final String WINDOW = "window";
    static final String ACTIVE = "active";

    /** Channels of QMP, declared as one operation. */
    public static final String DECLARED = "declared";

    /** The same channels, started and awaited one direction after the other. */
    public static final String SEPARATE = "separate";

    /** The same channels, all started one by one and then awaited one by one. */
    public static final String ONE_BY_ONE = "one-by-one";

    /** A nonblocking collective with a computation before the wait that takes as long as the collective alone. */
    public static final String OVERALL = "overall";

    /** The part of the collective's time that the computation hides; a label that ends with % is of a plain number. */
    public static final String OVERLAP = "overlap-%";

    /** The loop of one thread that copies the same elements. */
    public static final String BY_HAND = "by-hand";

    private final String valueName;
    private final Metric metric;
    private final List<Long> defaultSizesBytes;

    Benchmark(String valueName, Metric metric, List<Long> defaultSizesBytes) {
        this.valueName = valueName;
        this.metric = metric;
        this.defaultSizesBytes = defaultSizesBytes;
    }

    /** What a collective's time is held against, between two endpoints. */
    public enum FloorKind {
        /** A message one way, or a window of them. */
        MESSAGE,
        /** One line each way. */
        MEETING,
        /** Memory that the other side has just written, copied. */
        FRESH_COPY,
        /** Memory that the other side does not touch, copied. */
        COPY,
        /** A line each way, whatever the size. */
        LINE,
        /** Both sides add one half each, and both have the whole sum. */
        SUM,
        /** The bare access to memory that the origin reaches, by one thread. */
        ACCESS
    }

    private static List<Long> sizes(long first, long last) {
        LongStream powers = LongStream.iterate(Math.max(1, first), size -> size <= last, size -> size * 2);
        return LongStream.concat(first == 0 ? LongStream.of(0) : LongStream.empty(), powers)
                .boxed()
                .toList();
    }

    /** Returns the first line of its table. */
    public String title() {
        String word = word();
        return "Sennit " + word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1) + " Test";
    }

    /** Returns its name on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the program of the C peers that does the same, the name of a source without its ending. */
    public String peerProgram() {
        return switch (this) {
            case RATE, BI_BANDWIDTH, AMSEND_BANDWIDTH, AMSEND_RATE -> BANDWIDTH.word();
            case GIVE, AMSEND, LAPI_AMSEND -> LATENCY.word();
            case GUPS -> word();
            default -> floorKind() == FloorKind.ACCESS ? "onesided" : word();
        };
    }

    /** Returns the operation that the C peers are asked for: their program may know several. */
    public String peerOperation() {
        return switch (this) {
            case LAPI_PUT -> PUT.word();
            case LAPI_GET -> GET.word();
            case LAPI_RMW -> FETCH_AND_OP.word();
            default -> word();
        };
    }

    /** Returns the name of its value's column, such as Latency. */
    public String valueName() {
        return valueName;
    }

    /** Returns how its durations are shown. */
    public Metric metric() {
        return metric;
    }

    /** Returns the sizes that are tried unless others are asked for, in bytes. */
    public List<Long> defaultSizesBytes() {
        return defaultSizesBytes;
    }

    /** Returns whether it is between exactly two endpoints; false for collectives. */
    public boolean isBetweenTwo() {
        return floorKind() == FloorKind.MESSAGE && this != RATE
                || isAccess()
                || this == GIVE
                || this == UNPACK
                || this == PERSISTENT;
    }

    /** Returns whether it is between pairs of endpoints, so that it needs an even number. */
    public boolean isOfPairs() {
        return this == RATE;
    }

    /** Returns whether it is of a call of LAPI. */
    public boolean isOfLapi() {
        return this == LAPI_PUT || this == LAPI_GET || this == LAPI_RMW || this == LAPI_AMSEND;
    }

    /** Returns whether rank 0 accesses memory of rank 1. */
    public boolean isAccess() {
        return floorKind() == FloorKind.ACCESS && this != GUPS;
    }

    /** Returns what its time is held against, between two endpoints. */
    public FloorKind floorKind() {
        return switch (this) {
            case LATENCY, BANDWIDTH, BI_BANDWIDTH, RATE, AMSEND, AMSEND_BANDWIDTH, AMSEND_RATE, LAPI_AMSEND ->
                FloorKind.MESSAGE;
            case BARRIER -> FloorKind.MEETING;
            case GIVE -> FloorKind.LINE;
            case BROADCAST, UNPACK -> FloorKind.FRESH_COPY;
            case GATHER, SCATTER, ALLGATHER, ALLTOALL, PERSISTENT -> FloorKind.COPY;
            case REDUCE, ALLREDUCE -> FloorKind.SUM;
            case PUT,
                    GET,
                    ACCUMULATE,
                    GET_ACCUMULATE,
                    FETCH_AND_OP,
                    COMPARE_AND_SWAP,
                    PUT_BANDWIDTH,
                    PUT_BI_BANDWIDTH,
                    GET_BANDWIDTH,
                    FETCH_AND_OP_RATE,
                    COMPARE_AND_SWAP_RATE,
                    LAPI_PUT,
                    LAPI_GET,
                    LAPI_RMW,
                    GUPS -> FloorKind.ACCESS;
        };
    }

    /** Returns what is measured in turn with it, labels of further columns. */
    public List<String> beside() {
        return switch (this) {
            case GIVE, AMSEND -> List.of(EIGHT_BYTES);
            case UNPACK -> List.of(SEND_RECEIVE);
            case LAPI_PUT, LAPI_GET, LAPI_RMW -> List.of(WINDOW);
            case LAPI_AMSEND -> List.of(ACTIVE);
            case PERSISTENT -> List.of(DECLARED, SEPARATE, ONE_BY_ONE, BY_HAND);
            default -> List.of();
        };
    }

    /** Returns the largest message that peers are asked for: beyond it they would need minutes. */
    public long largestOfPeersBytes() {
        return this == GIVE ? 1L << 22 : Long.MAX_VALUE;
    }

    /** Returns whether many messages are under way at once, as in windows of nonblocking sends. */
    public boolean isStream() {
        return metric != Metric.TIME && this != GUPS;
    }
}
