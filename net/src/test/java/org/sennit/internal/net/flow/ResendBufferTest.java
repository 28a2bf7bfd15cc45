package org.sennit.internal.net.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sennit.internal.net.wire.FrameDescriptor;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.SeededRandom;

@Deadline(seconds = 30)
@Core
class ResendBufferTest {
    private static final int PIECE = 1024;

    @RegisterExtension
    final SeededRandom random = new SeededRandom();

    private final ResendBuffer buffer = new ResendBuffer(new StagingPools(PIECE), 4 * PIECE);

    private boolean send(int bodyLength) {
        if (!buffer.hasRoom(FrameDescriptor.HEADER_LENGTH + bodyLength)) {
            return false;
        }
        buffer.append(FrameDescriptor.DATA, 0, bodyLength, 0);
        return true;
    }

    /** The numbers of the frames that are written now. */
    private List<Long> write() {
        List<Long> written = new ArrayList<>();
        while (!buffer.isWritten()) {
            int to = buffer.writeTo();
            int at = buffer.writeFrom();
            while (at < to) {
                written.add(FrameDescriptor.sequence(buffer.writeBuffer().segment, at));
                at += FrameDescriptor.HEADER_LENGTH + FrameDescriptor.length(buffer.writeBuffer().segment, at);
            }
            assertEquals(to, at);
            buffer.markWritten();
        }
        return written;
    }

    @Test
    void isFullUntilAcknowledged() {
        int frames = 0;
        while (send(300)) {
            frames++;
        }
        assertEquals(12, frames); // three in each of four pieces
        write();
        assertFalse(send(300));
        assertTrue(buffer.acknowledge(3, true));
        assertTrue(send(300));
        assertFalse(buffer.acknowledge(2, true));
        assertEquals(10, buffer.unacknowledged());
    }

    @Test
    void refusesAnAcknowledgementOfWhatWasNotSent() {
        send(1);
        write();
        assertThrows(SennitException.class, () -> buffer.acknowledge(2, true));
        assertFalse(buffer.isPossible(2));
    }

    @Test
    void refusesAnAcknowledgementOfWhatTheLinkHasNotGot() {
        send(1);
        send(PIECE - FrameDescriptor.HEADER_LENGTH);
        buffer.markWritten(); // the first buffer
        assertThrows(SennitException.class, () -> buffer.acknowledge(2, true));
        assertTrue(buffer.acknowledge(1, true));
        write();
        assertTrue(buffer.acknowledge(2, true));
    }

    /** A socket that is full has a part of a write: perhaps its first frames, never the end of the last one. */
    @Test
    void keepsTheBufferThatTheLinkReads() {
        send(300);
        send(300);
        write();
        assertFalse(buffer.acknowledge(1, false));
        assertThrows(SennitException.class, () -> buffer.acknowledge(2, false));
        assertEquals(1, buffer.unacknowledged());
        send(PIECE - FrameDescriptor.HEADER_LENGTH); // in another buffer: the first is not the last one any more
        assertThrows(SennitException.class, () -> buffer.acknowledge(2, false));
        assertTrue(buffer.acknowledge(2, true));
    }

    @Test
    void writesExactlyWhatThePeerHasNotGotWhereverTheSocketBreaks() {
        long received = 0;
        for (int round = 0; round < 20_000; round++) {
            for (int i = random.nextInt(6); i > 0; i--) {
                send(random.nextInt(PIECE - FrameDescriptor.HEADER_LENGTH) + 1);
            }
            if (random.nextBoolean()) {
                for (long sequence : write()) {
                    received = Math.max(received, sequence);
                }
            }
            if (random.nextInt(3) == 0) {
                buffer.acknowledge(received, true);
            }
            if (random.nextInt(4) == 0) { // the socket breaks: the peer has some of what it has not acknowledged
                long least = buffer.lastSequence() - buffer.unacknowledged();
                received = Math.min(received, least + random.nextInt((int) (received - least) + 1));
                buffer.rewind(received);
                List<Long> expected = new ArrayList<>();
                for (long sequence = received + 1; sequence <= buffer.lastSequence(); sequence++) {
                    expected.add(sequence);
                }
                assertEquals(expected, write());
                received = buffer.lastSequence();
            }
            if (random.nextInt(10) == 0) {
                buffer.trim();
            }
        }
        write();
        buffer.acknowledge(buffer.lastSequence(), true);
        assertTrue(buffer.isAcknowledged());
    }
}
