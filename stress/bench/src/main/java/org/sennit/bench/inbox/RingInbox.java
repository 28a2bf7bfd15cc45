package org.sennit.bench.inbox;

import java.lang.foreign.ValueLayout;
import org.sennit.internal.shm.match.ManyToOneInbox;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.packet.Envelope;

/** The chosen inbox: a ring of cells claimed by fetch-and-add, sequence, envelope and payload in one cell. */
final class RingInbox implements ComparedInbox {
    private static final int CHUNK_CELLS = 64;
    private static final int IMMEDIATE_BYTES = 64;
    private static final int WORDS_APART = 64;

    private final ManyToOneInbox inbox = new ManyToOneInbox(RuntimeContext.system(), CHUNK_CELLS, IMMEDIATE_BYTES);
    private long[] sent; // of the one sender that the comparison has, which makes it: else both share a line
    private Envelope received;

    @Override
    public void send(int source, int tag, long value) {
        if (sent == null) {
            sent = new long[WORDS_APART];
        }
        sent[WORDS_APART / 2] = value;
        inbox.offerArray(1, source, tag, 0, sent, WORDS_APART / 2 * Long.BYTES, Long.BYTES);
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
