package org.sennit.lapi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.Job;
import org.sennit.active.ActiveVector;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** What is kept from one call to the next is used again only where it is still right. */
@Core
@Deadline(seconds = 30)
class ReuseTest {
    private static ActiveVector piece(Regions regions, RemoteAddress address, long bytes) {
        return regions.piece(
                "put", address.region(), address.offsetBytes(), bytes, LapiStatus.TGT_ADDR_NULL, LapiStatus.DATA_LEN);
    }

    @Test
    void memoryThatIsNoLongerRegisteredIsFoundNoMore() {
        Regions regions = new Regions(0);
        RemoteAddress address = regions.add(new byte[16]);
        assertSame(piece(regions, address.plus(4), 8), piece(regions, address.plus(4), 8));
        assertEquals(16, regions.segment(address).byteSize());
        regions.remove(address);
        assertNull(regions.segment(address));
        LapiException error = assertThrows(LapiException.class, () -> piece(regions, address.plus(4), 8));
        assertEquals(LapiStatus.TGT_ADDR_NULL, error.status());
    }

    @Test
    void piecesOfAMemoryAreToldApart() {
        Regions regions = new Regions(0);
        byte[] memory = new byte[1_000];
        RemoteAddress address = regions.add(memory);
        for (int round = 0; round < 2; round++) {
            for (int offset = 0; offset < 100; offset++) {
                for (int bytes = 1; bytes < 20; bytes++) {
                    ActiveVector piece = piece(regions, address.plus(offset), bytes);
                    assertEquals(bytes, piece.lengthBytes());
                    memory[offset] = (byte) bytes;
                    assertEquals(bytes, piece.memory(0).get(ValueLayout.JAVA_BYTE, piece.offsetBytes(0)));
                }
            }
        }
        assertThrows(LapiException.class, () -> piece(regions, address.plus(990), 11));
    }

    @Test
    void vectorsThatAreDescribedAgainAreTheSame() {
        Regions regions = new Regions(0);
        RemoteAddress first = regions.add(new byte[100]);
        RemoteAddress second = regions.add(new byte[100]);
        HeaderRoom room = new HeaderRoom();
        DescribedVectors described = regions.described();
        for (int block = 1; block < 5; block++) {
            long[] lengths = {block, 0};
            MemorySegment pieces = room.vector(0, RemoteVector.generic(new RemoteAddress[] {first, null}, lengths));
            ActiveVector vector = described.find("putv", pieces, 0);
            assertEquals(block, vector.lengthBytes());
            assertSame(vector, described.find("getv", pieces, 0));
            MemorySegment strided = room.vector(12, RemoteVector.strided(second, 3, block, 10));
            ActiveVector blocks = described.find("putv", strided, 12);
            assertEquals(3 * block, blocks.lengthBytes());
            assertSame(blocks, described.find("putv", strided, 12));
        }
        MemorySegment strided = room.vector(0, RemoteVector.strided(second, 3, 1, 10));
        assertEquals(3, described.find("putv", strided, 0).lengthBytes());
        regions.remove(second);
        LapiException error = assertThrows(LapiException.class, () -> described.find("putv", strided, 0));
        assertEquals(LapiStatus.TGT_VEC_ADDR, error.status());
    }

    /** Whatever their places: the calls of a loop do not drive each other out. */
    @Test
    void namesOfTwoCallsInTurnAreKept() {
        Calls calls = new Calls(0, null);
        for (String one : List.of("put", "putv", "get", "getv", "rmw", "amsend", "amsendv", "xfer")) {
            for (int target = 0; target < 64; target++) {
                for (int round = 0; round < 5; round++) { // until one has the place that the other leaves it
                    calls.of(one, target);
                    calls.of("waitcntr", Call.NO_TARGET);
                }
                assertSame(calls.of(one, target), calls.of(one, target));
                Call wait = calls.of("waitcntr", Call.NO_TARGET);
                assertSame(calls.of(one, target), calls.of(one, target));
                assertSame(wait, calls.of("waitcntr", Call.NO_TARGET), one + " " + target);
            }
        }
    }

    /** Whatever their places: of six memories in turn none drives another one out. */
    @Test
    void vectorsOfAFewMemoriesInTurnAreKept() {
        for (int round = 0; round < 30; round++) {
            KnownVectors known = new KnownVectors();
            byte[][] memories = new byte[6][8];
            for (int i = 0; i < 4 * memories.length; i++) {
                known.of(memories[i % memories.length], 8);
            }
            for (byte[] memory : memories) {
                assertSame(known.of(memory, 8), known.of(memory, 8));
            }
        }
    }

    @Test
    void aVectorOfAMemoryIsKeptWhenItComesAgain() {
        KnownVectors known = new KnownVectors();
        byte[] memory = new byte[16];
        known.of(memory, 8);
        ActiveVector kept = known.of(memory, 8);
        assertSame(kept, known.of(memory, 8));
        assertEquals(8, kept.memory(0).byteSize());
        assertEquals(16, known.of(memory, 16).lengthBytes());
        assertNull(known.of(memory, 17));
        assertNotSame(known.of(new byte[16], 8), kept);
    }

    @Test
    void aBufferWhosePositionHasMovedIsAnotherMemory() {
        KnownVectors known = new KnownVectors();
        ByteBuffer buffer = ByteBuffer.allocate(16);
        for (int at = 0; at < 8; at++) {
            buffer.position(at);
            MemorySegment piece = known.of(buffer, 8).memory(0);
            piece.set(ValueLayout.JAVA_BYTE, 0, (byte) at);
            assertEquals(at, buffer.get(at));
        }
    }

    @Test
    void aVectorWhoseArraysHaveChangedIsMadeAnew() {
        byte[] first = new byte[8];
        byte[] second = new byte[8];
        Object[] addresses = {first};
        long[] lengths = {8};
        LapiVector vector = LapiVector.generic(addresses, lengths);
        ActiveVector made = vector.active();
        assertSame(made, vector.active());
        lengths[0] = 4;
        assertEquals(4, vector.active().lengthBytes());
        addresses[0] = second;
        vector.active().memory(0).set(ValueLayout.JAVA_BYTE, 0, (byte) 5);
        assertEquals(5, second[0]);
        ByteBuffer buffer = ByteBuffer.wrap(first);
        LapiVector ofBuffer = LapiVector.of(buffer, 4);
        ofBuffer.active();
        buffer.position(4);
        ofBuffer.active().memory(0).set(ValueLayout.JAVA_BYTE, 0, (byte) 6);
        assertEquals(6, first[4]);
    }

    @Test
    void whatAHandlerDecidesHoldsForOneMessage() {
        Job.run(1, endpoint -> {
            Lapi lapi = Lapi.init(endpoint);
            int[] completed = {0};
            int[] arrived = {0};
            byte[] room = new byte[1];
            int handler = lapi.registerHandler(message -> {
                switch (arrived[0]++) {
                    case 0 -> message.setControlFlag(ControlFlag.BURY_MSG);
                    case 2 -> {
                        message.setReturnFlag(ReturnFlag.LOCAL_STATE);
                        message.setCompletionHandler((_, info) -> completed[0] += (int) info, 1);
                    }
                    default -> {}
                }
                return LapiVector.of(room, 1);
            });
            byte[] seen = new byte[4];
            LapiCounter done = lapi.newCounter();
            for (int i = 0; i < seen.length; i++) {
                lapi.amsend(0, handler, null, 0, new byte[] {(byte) (i + 1)}, 1, null, null, done);
                lapi.waitcntr(done, 1);
                seen[i] = room[0];
            }
            assertArrayEquals(new byte[] {0, 2, 3, 4}, seen);
            assertEquals(1, completed[0]);
            lapi.term();
        });
    }
}
