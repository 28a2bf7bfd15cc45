package org.sennit.internal.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** On which addresses a process listens for peers on other hosts. */
class InterfaceChoiceTest {
    private static InterfaceChoice of(String wanted) {
        return InterfaceChoice.of(Options.fromEnvironment().with(TcpOptions.INTERFACE, wanted, "test"));
    }

    private static InetAddress address(String text) {
        return InetAddress.ofLiteral(text);
    }

    @Test
    void withoutAWishItIsEveryAddressThatLeadsOut() {
        InterfaceChoice choice = of("");
        boolean isAlone = choice.reason().contains("no interface is up but loopback");
        for (InetAddress address : choice.addresses()) {
            assertEquals(isAlone, address.isLoopbackAddress(), choice::toString);
            assertFalse(address.isLinkLocalAddress(), choice::toString);
        }
    }

    @Test
    void anAddressANetworkAndAnInterfaceCanBeNamed() {
        assertEquals(List.of(address("127.0.0.1")), of("127.0.0.1").addresses());
        assertEquals(List.of(address("127.0.0.1")), of("127.0.0.0/8").addresses());
        assertTrue(of("lo").addresses().contains(address("127.0.0.1")));
        assertEquals("net.interface=127.0.0.0/8 (test)", of("127.0.0.0/8").reason());
    }

    @Test
    void anyAddressOfLoopbackCanBeNamedThoughNoInterfaceListsIt() {
        assertEquals(List.of(address("127.0.0.77")), of("127.0.0.77").addresses());
    }

    @Test
    void whatIsNotHereIsAnErrorThatSaysWhatIs() {
        for (String wrong : List.of("eth99", "203.0.113.9", "203.0.113.0/24", "127.0.0.0/x", "::/999")) {
            SennitException error = assertThrows(SennitException.class, () -> of(wrong), wrong);
            assertEquals(ErrorClass.ARG, error.errorClass());
            assertTrue(error.getMessage().contains("lo 127.0.0.1"), error::getMessage);
        }
    }

    @Test
    void knowsWhichAddressesAreInANetwork() {
        assertTrue(InterfaceChoice.isIn(address("10.1.2.3"), address("10.1.0.0"), 16));
        assertTrue(InterfaceChoice.isIn(address("10.1.127.3"), address("10.1.0.0"), 17));
        assertFalse(InterfaceChoice.isIn(address("10.1.128.3"), address("10.1.0.0"), 17));
        assertTrue(InterfaceChoice.isIn(address("fd00::1:2"), address("fd00::"), 64));
        assertFalse(InterfaceChoice.isIn(address("fd00:0:0:1::2"), address("fd00::"), 64));
        assertFalse(InterfaceChoice.isIn(address("fd00::1"), address("10.1.0.0"), 0));
        assertTrue(InterfaceChoice.isNeighbor(address("127.3.2.1")));
        assertFalse(InterfaceChoice.isNeighbor(address("203.0.113.9")));
    }
}
