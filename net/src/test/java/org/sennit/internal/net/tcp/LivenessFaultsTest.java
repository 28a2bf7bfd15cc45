package org.sennit.internal.net.tcp;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.contract.netmod.GivenModuleFactory;
import org.sennit.contract.netmod.RecordingDevice;
import org.sennit.contract.netmod.TestNetwork;
import org.sennit.internal.net.connection.SocketCutter;
import org.sennit.internal.net.loop.Transport;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkSetup;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** The liveness thread finds every silent peer, whatever becomes of another connection while it looks at that. */
@Deadline(seconds = 60)
@Core
class LivenessFaultsTest {
    private static final int SILENCE_MS = 500;

    // Guarded by this: the sockets of process 0, where a write to the first one fails from some moment on.
    private Object first;
    private boolean isFailing;

    private synchronized boolean mustFail(Object channel) {
        first = first == null ? channel : first;
        return isFailing && channel == first;
    }

    private Transport failing(Transport sockets) {
        return (Transport) Proxy.newProxyInstance(
                Transport.class.getClassLoader(), new Class<?>[] {Transport.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("write") && mustFail(arguments[0])) {
                        throw new AssertionError("on purpose");
                    }
                    try {
                        return method.invoke(sockets, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private NetworkModule module(NetworkSetup setup) {
        return setup.process() == 0
                ? new TcpModule(setup, "tcp", false, this::failing)
                : new TcpModule(setup, "tcp", false);
    }

    /** No other thread polls process 0, as if it computed; process 2 is as if it were stopped. */
    @Test
    void findsASilentPeerAfterAnErrorOfAnotherConnection() throws Exception {
        CountDownLatch isStopped = new CountDownLatch(1);
        CountDownLatch isFound = new CountDownLatch(1);
        Options options = Options.fromEnvironment().with(TcpOptions.SILENCE, SILENCE_MS, "test");
        try (TestNetwork three = new TestNetwork(3, new GivenModuleFactory("tcp", this::module), options)) {
            three.connectAll();
            RecordingDevice device = three.process(0).device();
            device.watch(() -> {
                if (device.events().contains("failed 2")) {
                    isFound.countDown();
                }
            });
            synchronized (this) {
                isFailing = true;
            }
            Thread stopped = Thread.ofPlatform().daemon(true).start(() -> {
                SocketCutter.hold(three.process(2).to(0));
                isStopped.countDown();
                try {
                    isFound.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } finally {
                    SocketCutter.letGo(three.process(2).to(0));
                }
            });
            isStopped.await();
            isFound.await();
            stopped.join();
        }
    }
}
