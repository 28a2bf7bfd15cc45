package org.sennit.internal.net.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultLogTest {
    private final List<String> logged = new ArrayList<>();
    private final FaultLog<String> log = new FaultLog<>((which, cause) -> logged.add(which + " " + cause.getMessage()));

    @Test
    void aFaultThatLastsIsLoggedOnce() {
        for (int i = 0; i < 3; i++) {
            log.failed("a", new IllegalStateException("first"));
            log.failed("b", new IllegalStateException("other"));
        }
        assertEquals(List.of("a first", "b other"), logged);
    }

    @Test
    void itIsLoggedAgainWhenItComesBack() {
        log.failed("a", new IllegalStateException("first"));
        log.isWell("a");
        log.isWell("a");
        log.failed("a", new IllegalStateException("second"));
        assertEquals(List.of("a first", "a second"), logged);
    }
}
