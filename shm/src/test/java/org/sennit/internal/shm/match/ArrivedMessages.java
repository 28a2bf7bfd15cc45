package org.sennit.internal.shm.match;

import java.lang.foreign.MemorySegment;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.packet.Envelope;

/** A match queue with messages of one number each, sent, received and drained by one thread. */
final class ArrivedMessages {
    static final int ANY = -1;

    final MatchQueue queue;

    ArrivedMessages() {
        this(new MatchQueue(new ManyToOneInbox(RuntimeContext.system(), 4, 256), null));
    }

    ArrivedMessages(MatchQueue queue) {
        this.queue = queue;
    }

    void arrive(int source, int tag, long value) {
        send(source, tag, value);
        queue.doWork();
    }

    void send(int source, int tag, long value) {
        MemorySegment payload = MemorySegment.ofArray(new long[] {value});
        queue.inbox().offer(new Envelope().set(0, source, tag, Long.BYTES, 0), payload, 0, null);
    }

    /** A message whose payload stays with its sender. */
    Reference arriveByReference(int source, int tag, long value) {
        Reference reference = new Reference(value);
        queue.inbox().offer(new Envelope().set(0, source, tag, Long.BYTES, 0), reference);
        queue.doWork();
        return reference;
    }

    Posted post(int source, int tag) {
        Posted posted = prepared(source, tag);
        queue.post(posted.request);
        return posted;
    }

    static Posted prepared(int source, int tag) {
        Posted posted = new Posted();
        posted.request
                .from("world", 0, 0, source, tag, 0)
                .into(MemorySegment.ofArray(posted.memory), 0, null, Long.BYTES);
        return posted;
    }

    /** A receive of one number. */
    static final class Posted {
        final long[] memory = {-1};
        final ReceiveRequest request = new ReceiveRequest(new NoProgress());

        boolean isComplete() {
            return request.isComplete();
        }
    }

    /** A sender that waits until its number has been fetched or dropped. */
    static final class Reference implements PayloadSource {
        final long value;
        int delivered;
        int discarded;

        Reference(long value) {
            this.value = value;
        }

        @Override
        public void deliver(ReceiveRequest receive, int sourceRank, int tag, long lengthBytes) {
            delivered++;
            receive.memory().set(java.lang.foreign.ValueLayout.JAVA_LONG, receive.offset(), value);
            receive.completeOwn(sourceRank, tag, lengthBytes);
        }

        @Override
        public void discard(long lengthBytes) {
            discarded++;
        }
    }
}
