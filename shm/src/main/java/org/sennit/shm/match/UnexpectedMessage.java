package org.sennit.shm.match;

import java.lang.foreign.MemorySegment;
import org.sennit.runtime.memory.MemoryCopy;
import org.sennit.runtime.message.Envelope;

/**
 * A message that came before its receive: its envelope, and its payload or where that is. Belongs to the thread that
 * drains the inbox.
 */
final class UnexpectedMessage {
    private static final int PAYLOAD_STEP = 64;
    private static final MemorySegment NO_PAYLOAD = MemorySegment.ofArray(new byte[0]);

    int contextId;
    int sourceRank;
    int tag;
    long lengthBytes;
    MessageSource source; // null: the payload is here
    MemorySegment payload = NO_PAYLOAD;
    UnexpectedMessage nextFree;
    final MatchTable.Entry<UnexpectedMessage>[] entries = newEntries();

    @SuppressWarnings("unchecked")
    private static MatchTable.Entry<UnexpectedMessage>[] newEntries() {
        return (MatchTable.Entry<UnexpectedMessage>[]) new MatchTable.Entry<?>[UnexpectedMessages.CLASSES];
    }

    /** Takes over the current message of the inbox. */
    void fill(Envelope envelope, ManyToOneInbox inbox) {
        contextId = envelope.contextId;
        sourceRank = envelope.sourceRank;
        tag = envelope.tag;
        lengthBytes = envelope.lengthBytes;
        source = inbox.source();
        if (source == null && lengthBytes > 0) {
            if (payload.byteSize() < lengthBytes) {
                int room = (int) (lengthBytes + PAYLOAD_STEP - 1) / PAYLOAD_STEP * PAYLOAD_STEP;
                payload = MemorySegment.ofArray(new byte[room]);
            }
            MemoryCopy.copy(inbox.payload(), inbox.payloadOffset(), payload, 0, lengthBytes);
        }
    }
}
