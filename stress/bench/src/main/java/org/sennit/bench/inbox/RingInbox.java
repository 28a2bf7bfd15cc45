package org.sennit.bench.inbox;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.sennit.runtime.message.Envelope;
import org.sennit.shm.match.ManyToOneInbox;

/** The chosen inbox: a ring of cells claimed by fetch-and-add, sequence, envelope and payload in one cell. */
final class RingInbox implements ComparedInbox {

    private static final int CHUNK_CELLS = 256;
    private static final int IMMEDIATE_BYTES = 64;
    private static final int LINES_BYTES = 256;

    private final ManyToOneInbox inbox = new ManyToOneInbox(CHUNK_CELLS, IMMEDIATE_BYTES);
    private final MemorySegment payload = Arena.ofAuto().allocate(LINES_BYTES, LINES_BYTES);
    private Envelope sent; // of the one sender that the comparison has, which makes it: else both share a line
    private Envelope received;

    @Override
    public void send(int source, int tag, long value) {
        if (sent == null) {
            sent = new Envelope();
        }
        payload.set(ValueLayout.JAVA_LONG, 0, value);
        inbox.offer(sent.set(1, source, tag, Long.BYTES, 0), payload, 0, null);
    }

    @Override
    public long receive(int source, int tag) {
        if (received == null) {
            received = new Envelope();
        }
        while (!inbox.peek(received)) {
            Thread.onSpinWait();
        }
        if (received.sourceRank != source || received.tag != tag) {
            throw new IllegalStateException("source=" + received.sourceRank + " tag=" + received.tag);
        }
        long value = inbox.payload().get(ValueLayout.JAVA_LONG, inbox.payloadOffset());
        inbox.advance();
        return value;
    }
}
