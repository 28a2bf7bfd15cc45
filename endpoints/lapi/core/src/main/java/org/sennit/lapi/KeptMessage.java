package org.sennit.lapi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.sennit.active.ActiveMessage;
import org.sennit.active.ActiveVector;

/**
 * A message of which the target has all.
 *
 * @param operation by which it has been sent
 * @param origin the task that has sent it
 * @param userHeader read-only: a handler that is called again finds what it found before
 * @param type of the origin's vector
 * @param lengths of the origin's pieces or blocks
 * @param data of all pieces, one behind the other
 */
record KeptMessage(
        LapiOperation operation,
        int origin,
        MemorySegment userHeader,
        VectorType type,
        long[] lengths,
        MemorySegment data) {
    KeptMessage {
        userHeader = userHeader.asReadOnly();
    }

    /** Returns a message with a copy of the header, and with room for the data. */
    static KeptMessage withRoom(LapiOperation operation, ActiveMessage message) {
        long[] lengths = new long[message.pieces()];
        Arrays.setAll(lengths, message::pieceBytes);
        long bytes = message.lengthBytes();
        MemorySegment data = bytes <= Integer.MAX_VALUE - Long.BYTES
                ? MemorySegment.ofArray(new byte[(int) bytes])
                : Arena.ofAuto().allocate(bytes);
        MemorySegment header = MemorySegment.ofArray(message.header().toArray(ValueLayout.JAVA_BYTE));
        return new KeptMessage(operation, message.source(), header, Kinds.of(message.kind()), lengths, data);
    }

    /** Returns a message of memory of its own. */
    KeptMessage copy() {
        return new KeptMessage(
                operation,
                origin,
                MemorySegment.ofArray(userHeader.toArray(ValueLayout.JAVA_BYTE)),
                type,
                lengths,
                MemorySegment.ofArray(data.toArray(ValueLayout.JAVA_BYTE)));
    }

    /** Returns the room as a target vector of the origin's kind. */
    ActiveVector room() {
        return switch (type) {
            case GENERIC -> ActiveVector.of(data);
            case STRIDED -> {
                long block = lengths.length == 0 ? 0 : lengths[0];
                yield ActiveVector.strided(data, 0, lengths.length, block, block);
            }
            case IOVECTOR -> {
                Object[] memories = new Object[lengths.length];
                long[] offsets = new long[lengths.length];
                long from = 0;
                for (int i = 0; i < lengths.length; i++) {
                    memories[i] = data;
                    offsets[i] = from;
                    from += lengths[i];
                }
                yield ActiveVector.iovector(memories, offsets, lengths);
            }
        };
    }

    /**
     * Checks the vector that a header handler has returned.
     *
     * @throws LapiException when the data does not match it
     */
    void check(LapiVector target) {
        Kinds.check(operation, type, lengths.length, piece -> lengths[piece], data.byteSize(), target);
    }
}
