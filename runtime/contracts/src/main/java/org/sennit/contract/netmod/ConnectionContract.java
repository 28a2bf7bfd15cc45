package org.sennit.contract.netmod;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.sennit.message.SennitException;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.testkit.Behaviours;

/** The connections: one for each process, made from its number and card. */
@Behaviours(89)
public interface ConnectionContract extends ModuleUnderTest {
    @Test
    default void returnsTheConnectionThatThereIs() {
        TestNetwork two = network(2);
        VirtualConnection to = two.process(0).to(1);
        assertSame(to, two.process(0).module().connect(1, two.process(1).card()));
        assertEquals(1, to.process());
        two.connectAll();
        assertSame(to, two.process(0).module().connect(1, two.process(1).card()));
    }

    @Test
    default void refusesToConnectToItselfAndToAForeignCard() {
        TestNetwork two = network(2);
        NetworkModule module = two.process(0).module();
        BusinessCard own = two.process(0).card();
        BusinessCard foreign = new BusinessCard("a-card-of-another-kind");
        assertThrows(SennitException.class, () -> module.connect(0, own));
        assertThrows(
                SennitException.class, () -> module.connect(-1, two.process(1).card()));
        assertThrows(SennitException.class, () -> module.connect(5, foreign));
    }
}
