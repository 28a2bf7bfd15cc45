package org.sennit.internal.shm.match;

import static org.sennit.internal.shm.match.ReceiveRequest.ANY_SOURCE;
import static org.sennit.internal.shm.match.ReceiveRequest.ANY_TAG;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.sennit.internal.runtime.memory.MemoryCopy;
import org.sennit.spi.packet.Envelope;

/**
 * An unexpected message: its envelope, and its payload or the payload's source. Belongs to the thread that drains the
 * inbox.
 *
 * <p>The shortest payloads are fields of the message, so that a deep queue touches few cache lines; others that fit an
 * inbox cell lie in a block shared by many messages, longer ones in memory of the message.
 */
final class UnexpectedMessage extends MessageLink {
    /** The longest payload held in fields. */
    static final int INNER_BYTES = 2 * Long.BYTES;

    /** Bytes for each message in a shared block. */
    static final int BLOCK_ROOM = InboxCell.PAYLOAD_BYTES;

    /** Memory of a message besides a payload of its own: the object, and its share of the block. */
    static final int OVERHEAD_BYTES = 208;

    private static final int OWN_STEP = 256;

    int sourceRank;
    int tag;
    int signature;
    int process; // the sender's, if the message counts against its flow-control window; else InboxCell.FROM_HERE
    byte kind;
    long lengthBytes;
    PayloadSource source; // null: the payload is here

    private long firstWord; // of a payload of up to INNER_BYTES
    private long secondWord;

    private final MemorySegment block;
    private final int blockOffset;
    private MemorySegment own; // null until a payload does not fit the block

    // In order of arrival, or in the list of free ones, or of those that a handle has: owned by its list.
    UnexpectedMessage newer;
    UnexpectedMessage older;

    private MessageLink[] links; // in further indices; null while there was none

    UnexpectedMessage(MemorySegment block, int blockOffset) {
        this.message = this;
        this.block = block;
        this.blockOffset = blockOffset;
    }

    /** Copies the current message of the inbox; the scratch memory has {@link #INNER_BYTES}. */
    void fill(Envelope envelope, ManyToOneInbox inbox, MemorySegment scratch) {
        fill(envelope, inbox.process());
        source = inbox.source();
        if (source == null && lengthBytes > 0) {
            keepPayload(inbox.payload(), inbox.payloadOffset(), scratch);
        }
    }

    /** Copies the oldest polled message; the scratch memory as above. */
    void fill(Envelope envelope, PolledMessages polled, int fromProcess, MemorySegment scratch) {
        fill(envelope, fromProcess);
        source = null;
        if (lengthBytes > 0) {
            keepPayload(polled.payload(), polled.payloadOffset(), scratch);
        }
    }

    private void fill(Envelope envelope, int fromProcess) {
        contextId = envelope.contextId;
        sourceRank = envelope.sourceRank;
        tag = envelope.tag;
        signature = envelope.signature;
        kind = envelope.kind;
        lengthBytes = envelope.lengthBytes;
        process = fromProcess;
    }

    private void keepPayload(MemorySegment payload, long payloadOffset, MemorySegment scratch) {
        if (lengthBytes <= INNER_BYTES) {
            MemoryCopy.copy(payload, payloadOffset, scratch, 0, lengthBytes);
            firstWord = scratch.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
            secondWord = scratch.get(ValueLayout.JAVA_LONG_UNALIGNED, Long.BYTES);
            return;
        }
        if (lengthBytes > BLOCK_ROOM && ownBytes() < lengthBytes) {
            own = MemorySegment.ofArray(new byte[(int) (lengthBytes + OWN_STEP - 1) / OWN_STEP * OWN_STEP]);
        }
        boolean fitsBlock = lengthBytes <= BLOCK_ROOM;
        MemoryCopy.copy(payload, payloadOffset, fitsBlock ? block : own, fitsBlock ? blockOffset : 0, lengthBytes);
    }

    /** Returns the memory of a kept payload: it may be the scratch memory, valid until the next call. */
    MemorySegment payload(MemorySegment scratch) {
        if (lengthBytes <= INNER_BYTES) {
            scratch.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, firstWord);
            scratch.set(ValueLayout.JAVA_LONG_UNALIGNED, Long.BYTES, secondWord);
            return scratch;
        }
        return lengthBytes <= BLOCK_ROOM ? block : own;
    }

    long payloadOffset() {
        return lengthBytes > INNER_BYTES && lengthBytes <= BLOCK_ROOM ? blockOffset : 0;
    }

    long ownBytes() {
        return own == null ? 0 : own.byteSize();
    }

    /** Releases payload memory that is too large to keep for the next message. */
    void forgetOwn() {
        own = null;
    }

    /** Returns whether a receive may take this message. */
    boolean matches(int context, int wantedSource, int wantedTag) {
        return contextId == context
                && (wantedSource == sourceRank || wantedSource == ANY_SOURCE)
                && (wantedTag == tag || wantedTag == ANY_TAG);
    }

    /** Makes the link of this message in the index of a wildcard class. */
    MessageLink newLink(int wildcards, boolean isFirst) {
        MessageLink link = isFirst ? this : furtherLink(wildcards);
        link.contextId = contextId;
        link.keySource = (wildcards & UnexpectedMessages.SOURCE_IS_ANY) == 0 ? sourceRank : ANY_SOURCE;
        link.keyTag = (wildcards & UnexpectedMessages.TAG_IS_ANY) == 0 ? tag : ANY_TAG;
        return link;
    }

    private MessageLink furtherLink(int wildcards) {
        if (links == null) {
            links = new MessageLink[UnexpectedMessages.CLASSES];
        }
        MessageLink link = links[wildcards];
        if (link == null) {
            link = new MessageLink();
            link.message = this;
            links[wildcards] = link;
        }
        return link;
    }

    /** Returns the link made by {@link #newLink}. */
    MessageLink link(int wildcards, boolean isFirst) {
        return isFirst ? this : links[wildcards];
    }
}
