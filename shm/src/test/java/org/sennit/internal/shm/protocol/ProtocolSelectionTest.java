package org.sennit.internal.shm.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.testkit.Core;

/** Which protocol a message takes. */
@Core
class ProtocolSelectionTest {
    private static final MemorySegment HEAP = MemorySegment.ofArray(new byte[1]);

    private static ProtocolSelection of(int immediate, long synergistic, long block) {
        return ProtocolSelection.of(
                Options.defaults()
                        .with(ImmediateProtocol.LIMIT, immediate, "test")
                        .with(SynergisticProtocol.FROM, synergistic, "test")
                        .with(SynergisticProtocol.BLOCK, block, "test"),
                1);
    }

    @Test
    void manyInboxesAreSmallerUnlessTheOptionSaysOtherwise() {
        assertTrue(ProtocolSelection.of(Options.defaults(), 64).immediate().covers(1024));
        assertFalse(ProtocolSelection.of(Options.defaults(), 65).immediate().covers(257));
        Options chosen = Options.defaults().with(ImmediateProtocol.LIMIT, 1000, "test");
        assertTrue(ProtocolSelection.of(chosen, 10_000).immediate().covers(1000));
    }

    @Test
    void rangesFollowEachOther() {
        ProtocolSelection protocols = of(256, 4096, 64);
        assertTrue(protocols.immediate().covers(256));
        assertFalse(protocols.immediate().covers(257));
        assertEquals(257, protocols.singleCopy().shortestBytes());
        assertEquals(4095, protocols.singleCopy().longestBytes());
        assertEquals(4096, protocols.synergistic().shortestBytes());
        assertEquals("0 to 256 bytes", protocols.range(protocols.immediate()));
        assertEquals("257 to 4095 bytes", protocols.range(protocols.singleCopy()));
        assertEquals("4096 bytes and more", protocols.range(protocols.synergistic()));
    }

    @Test
    void aThresholdBelowTheImmediateLimitLeavesNothingToSingleCopy() {
        ProtocolSelection protocols = of(256, 0, 64);
        assertEquals("no size", protocols.range(protocols.singleCopy()));
        assertEquals("257 bytes and more", protocols.range(protocols.synergistic()));
        assertEquals(
                "257 bytes and more",
                of(256, Long.MAX_VALUE, 64).range(of(256, Long.MAX_VALUE, 64).singleCopy()));
    }

    @Test
    void aLongMessageIsSharedUnlessItsMemoryIsConfinedOrItIsToOneself() {
        ProtocolSelection protocols = of(256, 4096, 64);
        assertSame(protocols.singleCopy(), protocols.chooseAtMatch(4095, HEAP, false));
        assertSame(protocols.synergistic(), protocols.chooseAtMatch(4096, HEAP, false));
        assertSame(protocols.singleCopy(), protocols.chooseAtMatch(4096, HEAP, true));
        try (Arena confined = Arena.ofConfined();
                Arena shared = Arena.ofShared()) {
            assertSame(protocols.singleCopy(), protocols.chooseAtMatch(4096, confined.allocate(1), false));
            assertSame(protocols.synergistic(), protocols.chooseAtMatch(4096, shared.allocate(1), false));
        }
    }

    @Test
    void blocksAreAtMostTheOptionAndAnEighthOfAShorterMessage() {
        assertEquals(65536, of(0, 0, 65536).synergistic().blockBytesOf(1 << 20));
        assertEquals(16384, of(0, 0, 65536).synergistic().blockBytesOf(131072));
        assertEquals(64, of(0, 0, 65536).synergistic().blockBytesOf(1));
    }

    @Test
    void extremeValuesGiveBlocksThatCanBeCounted() {
        for (long option : new long[] {0, 1, Long.MAX_VALUE}) {
            for (long length : new long[] {1, 7, 1 << 20, 1L << 40, Long.MAX_VALUE}) {
                long block = of(0, 0, option).synergistic().blockBytesOf(length);
                assertTrue(block >= 1, "option=" + option + " length=" + length);
                long blocks = length / block + (length % block == 0 ? 0 : 1);
                assertTrue(blocks >= 1 && blocks <= SharedBlocks.MOST_BLOCKS, "option=" + option + " length=" + length);
            }
        }
    }

    @Test
    void everyProtocolNamesItsThresholds() {
        for (TransferProtocol protocol : of(1, 2, 3).all()) {
            assertTrue(protocol.thresholds().contains("="), protocol.name());
            assertFalse(protocol.explain().isBlank(), protocol.name());
        }
    }
}
