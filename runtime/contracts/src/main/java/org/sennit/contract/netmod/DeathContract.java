package org.sennit.contract.netmod;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.contract.netmod.ModuleUnderTest.payload;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** The death of a peer, reported to the module from outside, as by the launcher. */
public interface DeathContract extends ModuleUnderTest {
    @Test
    default void takesAWordThatAPeerHasDied() {
        TestNetwork three = network(3);
        three.connectAll();
        long length = 50L * MIB;
        CountingSend pending = new CountingSend();
        three.process(0).to(1).send(pending, TestPackets.header(0, 1, length), payload(1, length));
        SennitException word = new SennitException(ErrorClass.PROC_FAILED, "the launcher of this test says so");
        three.process(0).module().peerDied(1, word);
        three.pollUntil(() -> pending.isDone() && three.process(0).device().eventCount() > 0);
        assertEquals(1, pending.failures());
        assertTrue(isCausedBy(pending.cause(), word), () -> "another cause: " + pending.cause());
        assertEquals(List.of("failed 1"), three.process(0).device().events());
        CountingSend later = new CountingSend();
        three.process(0).to(1).send(later, TestPackets.header(0, 2, 0), MemorySegment.NULL);
        three.pollUntil(later::isDone);
        assertEquals(1, later.failures());
        assertSame(ErrorClass.PROC_FAILED, ((SennitException) later.cause()).errorClass());
        three.process(0).start(2, 3, payload(3, 1000)); // another pair goes on
        three.process(2).start(0, 3, payload(3, 1000));
        three.pollUntil(() -> three.process(2).device().arrived() == 2
                && three.process(0).device().arrived() == 1);
        assertEquals(1, three.process(0).device().eventCount());
    }

    private static boolean isCausedBy(Throwable thrown, Throwable cause) {
        return thrown == cause || (thrown != null && isCausedBy(thrown.getCause(), cause));
    }
}
