package org.sennit.internal.runtime.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class BufferMemoryTest {
    private final BufferMemory memory = new BufferMemory();

    @Test
    void indexesOfTheBufferAreOffsetsWhateverItsPosition() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(100);
        buffer.put(42, (byte) 7).position(40).limit(60);
        MemorySegment all = memory.of(buffer);
        assertEquals(100, all.byteSize());
        assertEquals(7, all.get(ValueLayout.JAVA_BYTE, 42));
        assertEquals(40, buffer.position());
        assertEquals(60, buffer.limit());
    }

    @Test
    void buffersThatTakeTurnsHaveOneSegmentEach() {
        ByteBuffer one = ByteBuffer.allocateDirect(8);
        ByteBuffer other = ByteBuffer.allocate(16);
        MemorySegment ofOne = memory.of(one);
        MemorySegment ofOther = memory.of(other);
        assertSame(ofOne, memory.of(one));
        assertSame(ofOther, memory.of(other));
    }

    @Test
    void aBufferThatHasGoneIsNotTakenForAnother() {
        for (int i = 1; i <= 20; i++) {
            ByteBuffer buffer = ByteBuffer.allocate(i);
            assertEquals(i, memory.of(buffer).byteSize());
        }
    }
}
