package org.sennit.internal.net.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;

@Core
class ReceiveSequenceTest {
    private final ReceiveSequence sequence = new ReceiveSequence();

    private int take(int length) {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        return sequence.take(bytes) ? bytes.remaining() : 0;
    }

    @Test
    void handsUpTheRestOfAFrameWhoseSocketBroke() {
        sequence.begin(1, 100, false);
        assertEquals(30, take(30));
        sequence.startSocket();
        sequence.begin(1, 100, false);
        assertEquals(0, take(20));
        assertEquals(40, take(50));
        assertEquals(0, sequence.received());
        assertEquals(30, take(30));
        assertEquals(1, sequence.received());
    }

    @Test
    void handsUpNothingTwiceAndMissesWhatIsLost() {
        sequence.begin(1, 10, true);
        assertEquals(10, take(10));
        assertTrue(sequence.isAckDue());
        assertEquals(1, sequence.announce());
        assertFalse(sequence.isAckDue());
        sequence.begin(1, 10, false);
        assertEquals(0, take(10));
        assertTrue(sequence.takeWhole(2, false));
        assertFalse(sequence.takeWhole(2, false));
        assertThrows(SennitException.class, () -> sequence.begin(4, 10, false));
        assertThrows(SennitException.class, () -> sequence.takeWhole(4, false));
        assertThrows(SennitException.class, () -> sequence.expectAll(3, false));
        sequence.expectAll(2, true);
        assertTrue(sequence.isAckDue());
    }

    @Test
    void refusesAFrameThatHasBecomeShorter() {
        sequence.begin(1, 100, false);
        take(30);
        sequence.startSocket();
        assertThrows(SennitException.class, () -> sequence.begin(1, 29, false));
    }
}
