package org.sennit.internal.endpoints.device.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.OnDemandModule;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** When the network learns of other processes where it opens at the first contact. */
@Core
@Deadline(seconds = 60)
class RemoteProcessesTest {
    private final RemoteProcesses table = new RemoteProcesses();
    private final List<Integer> connected = new ArrayList<>();
    private Runnable firstContact;

    @BeforeEach
    void useANetworkThatOpensOnDemand() {
        InvocationHandler handler = (proxy, method, arguments) -> {
            if (method.getName().equals("onFirstContact")) {
                firstContact = (Runnable) arguments[0];
                return true;
            }
            return InvocationHandler.invokeDefault(proxy, method, arguments);
        };
        table.useNetwork((NetworkModule) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {NetworkModule.class, OnDemandModule.class}, handler));
    }

    private VirtualConnection connection(int process) {
        synchronized (connected) {
            connected.add(process);
        }
        return (VirtualConnection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {VirtualConnection.class}, (_, _, _) -> null);
    }

    private RemoteProcess add(int process) {
        return table.add(process, () -> connection(process), null);
    }

    @Test
    void tellsOfAllAtTheFirstContactAndOfLaterOnesAtOnce() {
        RemoteProcess one = add(1);
        add(2);
        assertEquals(List.of(), connected);
        one.connection();
        assertEquals(List.of(1, 2), connected.stream().sorted().toList());
        add(3);
        assertEquals(3, connected.getLast());
        one.connection();
        assertEquals(3, connected.size());
    }

    @Test
    void tellsOfAllWhenAPeerContactsThisProcess() {
        add(1);
        add(2);
        firstContact.run();
        assertEquals(List.of(1, 2), connected.stream().sorted().toList());
    }

    @Test
    void aThreadThatConnectsHoldsUpNoneThatAddsAProcess() {
        AtomicReference<RemoteProcess> added = new AtomicReference<>();
        RemoteProcess first = table.add(
                1,
                () -> {
                    try { // as an upcall does, with the loop for which this one may wait
                        Thread other = Thread.ofPlatform().daemon().start(() -> added.set(add(2)));
                        other.join();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    return connection(1);
                },
                null);
        first.connection();
        assertEquals(2, added.get().process());
        assertEquals(List.of(1, 2), connected.stream().distinct().sorted().toList());
    }

    @Test
    void aFirstContactThatFailsIsTriedAgainByTheNext() {
        List<String> failures = new ArrayList<>(List.of("too many files"));
        RemoteProcess process = table.add(
                1,
                () -> {
                    if (!failures.isEmpty()) {
                        throw new SennitException(ErrorClass.NETWORK, failures.removeFirst());
                    }
                    return connection(1);
                },
                null);
        assertThrows(SennitException.class, process::connection);
        assertEquals(List.of(), connected);
        process.connection();
        assertEquals(List.of(1), connected);
        assertNull(table.of(2));
    }
}
