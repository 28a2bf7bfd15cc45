package org.sennit.spi.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sennit.config.Options;

class HostIdentityTest {
    private static final Options NONE = Options.fromEnvironment();

    @Test
    void processesOfOneMachineAreOnOneHost() {
        assertEquals(HostIdentity.of(NONE, 0), HostIdentity.of(NONE, 1));
        assertEquals(16, HostIdentity.of(NONE, 0).digest().length());
        assertFalse(HostIdentity.isNamed(NONE));
    }

    @Test
    void aNameMakesAHostOfItsOwn() {
        Options named = NONE.with(HostIdentity.HOST, "a", "test");
        assertTrue(HostIdentity.isNamed(named));
        assertEquals(HostIdentity.of(named, 0), HostIdentity.of(named, 1));
        assertNotEquals(
                HostIdentity.of(NONE, 0).digest(), HostIdentity.of(named, 0).digest());
    }

    @Test
    void theNumberOfTheProcessMayBePartOfTheName() {
        Options named = NONE.with(HostIdentity.HOST, "h%p", "test");
        assertNotEquals(
                HostIdentity.of(named, 0).digest(), HostIdentity.of(named, 1).digest());
        assertEquals("net.host=h3", HostIdentity.of(named, 3).reason());
    }
}
