package org.sennit.contract.netmod;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.sennit.spi.network.LargeMessageMode;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.VirtualConnection;

/** The capabilities of a module, as far as no other part of the contract tests them. */
public interface CapabilityContract extends ModuleUnderTest {
    @Test
    default void saysInOneLineWhatItIs() {
        NetworkModule module = network(2).process(0).module();
        assertTrue(module.name().matches("[a-z0-9+]+"), module::name);
        assertEquals(1, module.explain().lines().count());
        assertTrue(module.explain().contains(" "), module::explain);
    }

    @Test
    default void hasATransferOfItsOwnOnlyWhenItClaimsOne() {
        TestNetwork two = network(2);
        NetworkModule module = two.process(0).module();
        if (module.capabilities().largeMessageModes().equals(Set.of(LargeMessageMode.NULL))) {
            assertNull(two.process(0).to(1).largeMessages());
            two.connectAll();
            assertNull(two.process(0).to(1).largeMessages());
        }
        int eagerBytes = two.process(0).to(1).eagerLimitBytes();
        assertTrue(eagerBytes >= 0 && eagerBytes <= VirtualConnection.MAX_EAGER_BYTES, () -> "eager=" + eagerBytes);
    }
}
