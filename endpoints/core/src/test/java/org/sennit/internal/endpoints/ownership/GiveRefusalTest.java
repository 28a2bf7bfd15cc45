package org.sennit.internal.endpoints.ownership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Condition;
import org.sennit.spi.progress.Progress;

/** Why a gift came home, on its way to the giver. */
class GiveRefusalTest {
    private static final Progress NOBODY = new Progress() {
        @Override
        public int poll() {
            return 0;
        }

        @Override
        public boolean await(Condition condition, long timeoutNs) {
            throw new AssertionError("it has ended already");
        }

        @Override
        public void signal() {}

        @Override
        public void check() {}
    };

    static Stream<GiveRefusal> refusals() {
        return Stream.of(
                GiveRefusal.ENDED, GiveRefusal.UNMAPPED, GiveRefusal.of(null), GiveRefusal.of(new Exception("grief")));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void arrivesAsItWasSent(GiveRefusal refusal) {
        String text = new String(refusal.payload().toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
        assertEquals(refusal, GiveRefusal.read(refusal.status(), text));
    }

    @Test
    void isCutWhenItsTextIsLong() {
        assertTrue(GiveRefusal.of(new Exception("x".repeat(100_000))).payload().byteSize() < 5000);
    }

    @Test
    void isToldToTheGiverWithThePeerAndTheCause() {
        GiveRequest give = new GiveRequest(NOBODY, "world", 0, 3, 5);
        give.refused(10, GiveRefusal.of(new Exception("grief")));
        SennitException error = assertThrows(SennitException.class, give::await);
        assertEquals(ErrorClass.PROC_FAILED, error.errorClass());
        assertTrue(
                error.getMessage().contains("peer=3")
                        && error.getMessage().contains("its program has failed")
                        && error.getMessage().contains("grief"),
                error::getMessage);
    }
}
