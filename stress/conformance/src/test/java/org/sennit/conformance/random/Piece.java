package org.sennit.conformance.random;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.sennit.message.DataLayout;

/** What one message lies in, as the user gives it and as the test sees it: one memory, or several. */
public final class Piece implements AutoCloseable {
    private static final byte GUARD_BYTE = 0x5A;

    private final Object memory;
    private final DataLayout layout;
    private final List<Part> parts;

    /**
     * One of the memories with the guard bytes around it.
     *
     * @param all the memory and its guard bytes
     * @param start where the memory begins in it, in bytes
     * @param shape of the message or of its part
     * @param arena to close, or null
     */
    private record Part(MemorySegment all, int start, Shape shape, Arena arena) {
        MemorySegment memory() {
            return all.asSlice(start, shape.spanBytes());
        }
    }

    /** A message in one memory; {@code arena} is closed with it, null: none. */
    Piece(Object memory, DataLayout layout, MemorySegment all, int start, Shape shape, Arena arena) {
        this.memory = memory;
        this.layout = layout;
        this.parts = List.of(new Part(all, start, shape, arena));
    }

    private Piece(DataLayout layout, List<Part> parts) {
        this.memory = null;
        this.layout = layout;
        this.parts = parts;
    }

    /** A message whose parts lie in the memories of several pieces: a layout of addresses, without a memory. */
    static Piece ofSeveral(List<Piece> pieces) {
        List<Part> parts =
                pieces.stream().flatMap(piece -> piece.parts.stream()).toList();
        DataLayout layout = DataLayout.struct(
                parts.stream().map(Part::memory).toArray(MemorySegment[]::new),
                parts.stream().map(part -> part.shape().layout()).toArray(DataLayout[]::new));
        return new Piece(layout, parts);
    }

    /**
     * What the user gives.
     *
     * @return array, buffer or segment, or null where the layout names its memories
     */
    public Object memory() {
        return memory;
    }

    /**
     * Which part of it is the message.
     *
     * @return the layout
     */
    public DataLayout layout() {
        return layout;
    }

    /** Makes it all guard bytes again. */
    void clear() {
        parts.forEach(part -> part.all.fill(GUARD_BYTE));
    }

    /**
     * Writes a message that is known by a number.
     *
     * @param number any
     */
    public void fill(long number) {
        byte[][] images = images(number, Integer.MAX_VALUE);
        for (int i = 0; i < images.length; i++) {
            parts.get(i).all.copyFrom(MemorySegment.ofArray(images[i]));
        }
    }

    /**
     * Asserts that the whole memory holds that message and untouched guard bytes.
     *
     * @param number of the message
     * @param story for the error text
     */
    public void check(long number, String story) {
        check(number, Integer.MAX_VALUE, story);
    }

    /**
     * Asserts that the memory begins with that message, and that the rest is untouched.
     *
     * @param number of the message
     * @param messageLength how long it is, packed
     * @param story for the error text
     */
    public void check(long number, int messageLength, String story) {
        byte[][] images = images(number, messageLength);
        for (int i = 0; i < images.length; i++) {
            Part part = parts.get(i);
            long at = part.all.mismatch(MemorySegment.ofArray(images[i]));
            if (at >= 0) {
                byte expected = images[i][(int) at];
                throw new AssertionError(story + ": byte " + (at - part.start) + " of the memory"
                        + (images.length == 1 ? "" : " " + i) + " is " + part.all.get(ValueLayout.JAVA_BYTE, at)
                        + ", expected " + expected + (expected == GUARD_BYTE ? " (a guard byte)" : ""));
            }
        }
    }

    /** Asserts that a part of a message in one memory is there, whose bytes lie side by side. */
    void checkPart(long number, int from, int length, String story) {
        Part only = parts.getFirst();
        MemorySegment expected = MemorySegment.ofArray(images(number, Integer.MAX_VALUE)[0]);
        long begin = only.start + from;
        if (MemorySegment.mismatch(only.all, begin, begin + length, expected, begin, begin + length) >= 0) {
            throw new AssertionError(story + ": not all of its bytes are there");
        }
    }

    /** The memories as they must be when they hold the beginning of a message. */
    private byte[][] images(long number, int messageLength) {
        MessageBytes bytes = new MessageBytes(number);
        byte[][] images = new byte[parts.size()][];
        int left = messageLength;
        for (int p = 0; p < images.length; p++) {
            Part part = parts.get(p);
            images[p] = new byte[(int) part.all.byteSize()];
            Arrays.fill(images[p], GUARD_BYTE);
            int[] lengths = part.shape.lengths();
            for (int i = 0; i < lengths.length && left > 0; i++) {
                int length = Math.min(left, lengths[i]);
                bytes.next(images[p], part.start + part.shape.offsets()[i], length);
                left -= length;
            }
        }
        return images;
    }

    @Override
    public void close() {
        for (Part part : parts) {
            if (part.arena != null) {
                part.arena.close();
            }
        }
    }
}
