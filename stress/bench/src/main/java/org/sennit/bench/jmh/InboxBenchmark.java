package org.sennit.bench.jmh;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.sennit.internal.shm.match.ManyToOneInbox;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.packet.Envelope;

/** The instructions of a message through the inbox, without the cache lines that cross: one thread puts and takes. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class InboxBenchmark {
    private static final int CHUNK_CELLS = 64;
    private static final int IMMEDIATE_BYTES = 256;

    private final ManyToOneInbox inbox = new ManyToOneInbox(RuntimeContext.system(), CHUNK_CELLS, IMMEDIATE_BYTES);
    private final Envelope sent = new Envelope();
    private final Envelope received = new Envelope();
    private final MemorySegment payload = MemorySegment.ofArray(new byte[Long.BYTES]);

    /**
     * Sends one message of 8 bytes.
     *
     * @return the tag that came out
     */
    @Benchmark
    public int offerPeekAdvance() {
        inbox.offer(sent.set(1, 0, 1, Long.BYTES, 0), payload, 0, null);
        inbox.peek(received);
        inbox.advance();
        return received.tag;
    }
}
