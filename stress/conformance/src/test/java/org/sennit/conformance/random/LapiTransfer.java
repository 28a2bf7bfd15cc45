package org.sennit.conformance.random;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.sennit.lapi.LapiVector;
import org.sennit.lapi.RemoteAddress;
import org.sennit.lapi.RemoteVector;
import org.sennit.lapi.RmwOperation;
import org.sennit.lapi.VectorType;
import org.sennit.testkit.SeededRandom;

/**
 * One operation of a {@link LapiPhase}: a put, a get, one of either with vectors, or a read-modify-write.
 *
 * @param slot of the origin's at the target
 * @param type of the vectors
 * @param pieces of the vectors; 1 without
 * @param block bytes of a piece
 * @param gapThere bytes between the pieces at the target
 * @param gapHere the same at the origin, but for generic vectors, which have one piece there
 * @param at of the variable in the slot, in bytes
 * @param counters that it has: 1, 2 and 4 for target, origin and completion counter
 * @param value the input, or what the data is drawn with
 * @param isMatching whether a COMPARE_AND_SWAP expects what is there
 */
record LapiTransfer(
        int origin,
        int target,
        int slot,
        Kind kind,
        VectorType type,
        int pieces,
        int block,
        int gapThere,
        int gapHere,
        int at,
        RmwOperation operation,
        int counters,
        int value,
        boolean isMatching) {
    /** What it does. */
    enum Kind {
        PUT,
        GET,
        PUTV,
        GETV,
        RMW_INT,
        RMW_LONG,
        COMMON_INT,
        COMMON_LONG
    }

    /** Most operations of a task in a round. */
    static final int MOST = 4;

    static final int SHORT_BLOCK = 60;
    static final int LONG_BLOCK = 16_000;

    private static final int MOST_PIECES = 4;
    private static final int MOST_GAP = 12;
    private static final byte GAP = -1; // in memory that is not to be touched

    /** Draws one. */
    static LapiTransfer drawn(
            int origin, int target, int slot, int mostBlock, RmwOperation ofCommon, SeededRandom random) {
        Kind kind = random.oneOf(Kind.values());
        boolean hasVector = kind == Kind.PUTV || kind == Kind.GETV;
        boolean isCommon = kind == Kind.COMMON_INT || kind == Kind.COMMON_LONG;
        return new LapiTransfer(
                origin,
                target,
                slot,
                kind,
                random.oneOf(VectorType.values()),
                hasVector ? 1 + random.nextInt(MOST_PIECES) : 1,
                hasVector ? 1 + random.nextInt(mostBlock) : random.nextInt(mostBlock + 1),
                hasVector ? random.nextInt(MOST_GAP + 1) : 0,
                hasVector ? random.nextInt(MOST_GAP + 1) : 0,
                random.nextInt(Long.BYTES),
                isCommon ? ofCommon : random.oneOf(RmwOperation.values()),
                random.nextInt(8),
                1 + random.nextInt(100),
                random.nextBoolean());
    }

    /** Bytes of a slot, a multiple of 8. */
    static int slotBytes(int mostBlock) {
        return MOST_PIECES * (mostBlock + MOST_GAP) + 7 & -Long.BYTES;
    }

    private boolean isGet() {
        return kind == Kind.GET || kind == Kind.GETV;
    }

    private boolean isPut() {
        return kind == Kind.PUT || kind == Kind.PUTV;
    }

    boolean hasTarget() {
        return (isPut() || isGet()) && (counters & 1) != 0;
    }

    boolean hasOrigin() {
        return (counters & 2) != 0;
    }

    boolean hasCompletion() {
        return isPut() && (counters & 4) != 0;
    }

    boolean isCommon() {
        return kind == Kind.COMMON_INT || kind == Kind.COMMON_LONG;
    }

    /** Returns whether the variable has 4 bytes. */
    boolean isInt() {
        return kind == Kind.RMW_INT || kind == Kind.COMMON_INT;
    }

    private int there(int piece) {
        return piece * (block + gapThere);
    }

    /** Pieces of an iovector lie in the order from the last to the first. */
    private int here(int piece) {
        return switch (type) {
            case GENERIC -> piece * block;
            case IOVECTOR -> (pieces - 1 - piece) * (block + gapHere);
            case STRIDED -> piece * (block + gapHere);
        };
    }

    /** Returns memory of the origin in which nothing is yet. */
    byte[] emptyRoom() {
        byte[] room = new byte[type == VectorType.GENERIC ? pieces * block : pieces * (block + gapHere)];
        Arrays.fill(room, GAP);
        return room;
    }

    /** Returns memory of the origin with the data. */
    byte[] data() {
        byte[] data = emptyRoom();
        MessageBytes bytes = new MessageBytes(((long) value * MOST + slot << Integer.SIZE) + origin);
        for (int i = 0; i < pieces; i++) {
            bytes.next(data, here(i), block);
        }
        return data;
    }

    /** Copies what a get reads from the target's memory. */
    void copyOut(MemorySegment memory, long slotAt, byte[] room) {
        for (int i = 0; i < pieces; i++) {
            MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, slotAt + there(i), room, here(i), block);
        }
    }

    /** Returns the vector at the origin. */
    LapiVector local(byte[] room) {
        MemorySegment memory = MemorySegment.ofArray(room);
        return switch (type) {
            case GENERIC -> LapiVector.generic(new Object[] {room}, new long[] {room.length});
            case IOVECTOR -> {
                MemorySegment[] all = new MemorySegment[pieces];
                Arrays.setAll(all, piece -> memory.asSlice(here(piece), block));
                yield LapiVector.iovector(all);
            }
            case STRIDED -> LapiVector.strided(room, pieces, block, block + gapHere);
        };
    }

    /** Returns the vector at the target. */
    RemoteVector remote(RemoteAddress base) {
        if (type == VectorType.STRIDED) {
            return RemoteVector.strided(base, pieces, block, block + gapThere);
        }
        RemoteAddress[] addresses = new RemoteAddress[pieces];
        long[] lengths = new long[pieces];
        Arrays.setAll(addresses, piece -> base.plus(there(piece)));
        Arrays.fill(lengths, block);
        return type == VectorType.GENERIC
                ? RemoteVector.generic(addresses, lengths)
                : RemoteVector.iovector(addresses, lengths);
    }

    /** Returns the value of the variable. */
    long current(MemorySegment memory, long variable) {
        return isInt()
                ? memory.get(ValueLayout.JAVA_INT_UNALIGNED, variable)
                : memory.get(ValueLayout.JAVA_LONG_UNALIGNED, variable);
    }

    /** Returns the inputs where the variable has a value. */
    long[] inputs(long current) {
        return operation == RmwOperation.COMPARE_AND_SWAP
                ? new long[] {isMatching ? current : ~current, value}
                : new long[] {value};
    }

    /** Returns the value of the variable afterwards. */
    long next(long current, long[] inputs) {
        long next = switch (operation) {
            case FETCH_AND_ADD -> current + inputs[0];
            case FETCH_AND_OR -> current | inputs[0];
            case SWAP -> inputs[0];
            case COMPARE_AND_SWAP -> current == inputs[0] ? inputs[1] : current;
        };
        return isInt() ? (int) next : next;
    }

    /** Changes a copy of the target's memory as the operation does. */
    void change(MemorySegment memory, long slotAt) {
        if (isPut()) {
            byte[] data = data();
            for (int i = 0; i < pieces; i++) {
                MemorySegment.copy(data, here(i), memory, ValueLayout.JAVA_BYTE, slotAt + there(i), block);
            }
        } else if (!isGet()) {
            long current = current(memory, slotAt + at);
            long next = next(current, inputs(current));
            if (isInt()) {
                memory.set(ValueLayout.JAVA_INT_UNALIGNED, slotAt + at, (int) next);
            } else {
                memory.set(ValueLayout.JAVA_LONG_UNALIGNED, slotAt + at, next);
            }
        }
    }
}
