package org.sennit.internal.net.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PeerSpeechTest {
    private static final long LIMIT_NS = 900;

    private final PeerSpeech speech = new PeerSpeech(LIMIT_NS);

    @Test
    void aPeerThatComesBackLateHasTimeForAWord() {
        assertFalse(speech.isShort(2 * LIMIT_NS));
        speech.socketMade();
        assertTrue(speech.isShort(LIMIT_NS / 3 - 1));
        assertFalse(speech.isShort(1));
    }

    @Test
    void socketsWithoutAWordDoNotEndASilence() {
        speech.socketMade();
        for (int i = 0; i < 8; i++) {
            assertTrue(speech.isShort(LIMIT_NS / 9));
            speech.socketMade();
        }
        assertFalse(speech.isShort(LIMIT_NS / 9 + LIMIT_NS % 9));
        assertEquals(9, speech.muteSockets());
    }

    @Test
    void aWordEndsIt() {
        assertFalse(speech.isShort(LIMIT_NS));
        speech.restart();
        assertTrue(speech.isShort(LIMIT_NS - 1));
        assertEquals(0, speech.muteSockets());
    }
}
