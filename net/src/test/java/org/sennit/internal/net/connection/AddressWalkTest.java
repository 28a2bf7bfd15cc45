package org.sennit.internal.net.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.internal.net.wire.ListenAddress;
import org.sennit.internal.net.wire.ListenAddress.Reach;

class AddressWalkTest {
    private static final ListenAddress ONE = new ListenAddress(Reach.NETWORK, true, "10.0.0.1", 1);
    private static final ListenAddress TWO = new ListenAddress(Reach.NETWORK, true, "10.0.0.2", 2);

    @Test
    void theOnlyAddressHasAllTheTimeAndItsCauseIsTheFailure() {
        AddressWalk walk = new AddressWalk(List.of(ONE));
        assertEquals(ONE, walk.next());
        assertFalse(walk.hasDeadline());
        IOException cause = new IOException("x");
        walk.failed(cause);
        assertNull(walk.next());
        assertSame(cause, walk.failure(3, cause));
    }

    @Test
    void anAddressThatWasOnlyLateIsTriedOnceMoreAtTheEnd() {
        AddressWalk walk = new AddressWalk(List.of(ONE, TWO));
        assertEquals(ONE, walk.next());
        assertTrue(walk.hasDeadline());
        walk.isLate();
        walk.failed(new IOException("late"));
        assertEquals(TWO, walk.next());
        assertTrue(walk.hasDeadline(), "the first waits for its second turn");
        walk.failed(new IOException("unreachable"));
        assertEquals(ONE, walk.next());
        assertFalse(walk.hasDeadline());
        IOException last = new IOException("late again");
        walk.failed(last);
        assertNull(walk.next());
        String story = walk.failure(3, last).getMessage();
        assertTrue(
                story.contains("10.0.0.1") && story.contains("10.0.0.2: unreachable".replace(": ", ":2 (TLS): ")),
                story);
    }

    @Test
    void whenAllRefuseTheFailureIsARefusal() {
        AddressWalk walk = new AddressWalk(List.of(ONE, TWO));
        walk.next();
        walk.failed(new ConnectException("Connection refused"));
        walk.next();
        ConnectException last = new ConnectException("Connection refused");
        walk.failed(last);
        assertNull(walk.next());
        assertTrue(AddressWalk.isRefusal(walk.failure(3, last)));
    }

    @Test
    void oneThatDoesNotRefuseLeavesHope() {
        AddressWalk walk = new AddressWalk(List.of(ONE, TWO));
        walk.next();
        walk.failed(new IOException("no route"));
        walk.next();
        ConnectException last = new ConnectException("Connection refused");
        walk.failed(last);
        assertNull(walk.next());
        assertFalse(AddressWalk.isRefusal(walk.failure(3, last)));
    }

    @Test
    void aMissingUnixSocketRefuses() {
        ListenAddress unix = new ListenAddress(Reach.UNIX, false, "/no/such/socket", 0);
        assertTrue(AddressWalk.isRefusal(AddressWalk.exactly(unix, new IOException("?"))));
        assertFalse(AddressWalk.isRefusal(AddressWalk.exactly(ONE, new IOException("?"))));
    }

    @Test
    void allMissingUnixSocketsRefuse() {
        AddressWalk walk = new AddressWalk(List.of(ONE, TWO));
        FileNotFoundException gone = new FileNotFoundException("no such socket");
        walk.next();
        walk.failed(gone);
        walk.next();
        walk.failed(gone);
        assertTrue(AddressWalk.isRefusal(walk.failure(3, gone)));
    }

    @Test
    void onlyARealRefusalIsOne() {
        assertTrue(AddressWalk.isRefusal(
                new ConnectException("connect(..) failed with error(-111): Verbindungsaufbau abgelehnt")));
        assertFalse(AddressWalk.isRefusal(
                new ConnectException("connect(..) failed with error(-11): Resource temporarily unavailable")));
        assertFalse(AddressWalk.isRefusal(new ConnectException("Connection timed out")));
        assertFalse(AddressWalk.isRefusal(
                new ConnectException("connect(..) failed with error(-99): Cannot assign requested address")));
    }
}
