package org.sennit.internal.endpoints.ownership;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.sennit.message.ErrorClass;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * The reason why a gift was refused, for its giver's error. Immutable.
 *
 * @param errorClass of the giver's error
 * @param why a text
 */
record GiveRefusal(ErrorClass errorClass, String why) {
    /** The taker's program has ended, or it has given up the call to which the gift belongs. */
    static final GiveRefusal ENDED = new GiveRefusal(
            ErrorClass.PROC_FAILED, "its program has ended, or given up the call, without taking the buffer");

    /** The memory is not to be had in the taker's process. */
    static final GiveRefusal UNMAPPED =
            new GiveRefusal(ErrorClass.NO_MEM, "its process could not map the memory of the buffer");

    /** The longest text that travels, in bytes. */
    private static final int MAX_TEXT_BYTES = 2048;

    /** Returns the refusal of a taker whose program has failed, or has ended if the failure is null. */
    static GiveRefusal of(Throwable failure) {
        return failure == null
                ? ENDED
                : new GiveRefusal(
                        ErrorClass.PROC_FAILED,
                        "its program has failed without taking the buffer: " + failure.getMessage());
    }

    /** Returns the status in a PASSED packet. */
    short status() {
        return errorClass == ErrorClass.NO_MEM ? PacketDescriptor.NOT_MOVED : PacketDescriptor.REFUSED;
    }

    /** Returns the text, as the packet's payload. */
    MemorySegment payload() {
        byte[] letters = why.getBytes(StandardCharsets.UTF_8);
        return MemorySegment.ofArray(
                letters.length > MAX_TEXT_BYTES ? Arrays.copyOf(letters, MAX_TEXT_BYTES) : letters);
    }

    /** Returns the content of a packet. */
    static GiveRefusal read(short status, String text) {
        return new GiveRefusal(
                status == PacketDescriptor.NOT_MOVED ? ErrorClass.NO_MEM : ErrorClass.PROC_FAILED,
                text.isEmpty() ? ENDED.why : text);
    }
}
