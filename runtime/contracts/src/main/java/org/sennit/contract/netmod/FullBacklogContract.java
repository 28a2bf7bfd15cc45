package org.sennit.contract.netmod;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.ConnectException;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.VirtualConnection;

/**
 * A peer that does not get round to accepting, so that the queue of its socket in the system is full, is not dead: what
 * is sent to it arrives when it goes on. For modules over sockets that open one for each process when they are made.
 */
public abstract class FullBacklogContract {
    private static final Path LARGEST_BACKLOG = Path.of("/proc/sys/net/core/somaxconn");
    private static final int MOST_STRANGERS = 10_000; // a socket each, of which a process may have 20,000 or so

    private final List<SocketChannel> strangers = new ArrayList<>();
    private TestNetwork two;

    /** Makes the modules, whose attempts to connect end within a second. */
    protected abstract NetworkModuleFactory factory();

    /** The options of the modules. */
    protected abstract Options options();

    /** Returns where a process listens, by its card. */
    protected abstract SocketAddress listening(BusinessCard card);

    /** Returns the text of a connection that says which failure its last attempt had, if any. */
    protected abstract String describe(VirtualConnection vc);

    /** A part of the text of {@link #describe} when the attempt has failed for the reason that this test is about. */
    protected abstract String failure();

    @AfterEach
    void close() throws IOException {
        for (SocketChannel stranger : strangers) {
            stranger.close();
        }
        if (two != null) {
            two.close();
        }
    }

    @Test
    void aPeerWithAFullBacklogIsNotDead() throws IOException {
        Assumptions.assumeTrue(Files.isReadable(LARGEST_BACKLOG), "the system does not tell its largest backlog");
        int largest = Integer.parseInt(
                Files.readAllLines(LARGEST_BACKLOG).getFirst()); // readString reads one byte, and no more
        Assumptions.assumeTrue(largest < MOST_STRANGERS, "too many sockets fit in a backlog here: " + largest);
        two = new TestNetwork(2, factory(), options());
        TestProcess busy = two.process(0);
        TestProcess sender = two.process(1);
        fill(listening(busy.card()), largest + 2);

        CountingSend operation = new CountingSend();
        VirtualConnection to = sender.to(0);
        to.send(operation, TestPackets.header(0, 0, 0), MemorySegment.NULL);
        while (!describe(to).contains(failure()) && sender.device().eventCount() == 0) {
            sender.poll();
            TestNetwork.checkDeadline();
        }
        assertEquals(List.of(), sender.device().events());
        assertFalse(operation.isDone());

        two.pollUntil(() -> operation.isDone() && busy.device().arrived() == 1);
        assertEquals(0, operation.failures());
        assertEquals(List.of(), sender.device().events());
        assertEquals(List.of(), busy.device().events());
    }

    /** Connects until the system takes no more. */
    private void fill(SocketAddress address, int most) throws IOException {
        boolean isUnix = address instanceof UnixDomainSocketAddress;
        for (int i = 0; i < most; i++) {
            SocketChannel stranger = open(isUnix);
            strangers.add(stranger);
            stranger.configureBlocking(false);
            if (!isTaken(stranger, address)) {
                return;
            }
        }
        throw new AssertionError("the backlog takes more than " + most);
    }

    private static SocketChannel open(boolean isUnix) throws IOException {
        try {
            return isUnix ? SocketChannel.open(StandardProtocolFamily.UNIX) : SocketChannel.open();
        } catch (SocketException limit) {
            return Assumptions.abort("a process may not have enough sockets here: " + limit.getMessage());
        }
    }

    private static boolean isTaken(SocketChannel stranger, SocketAddress address) throws IOException {
        try {
            return stranger.connect(address) || stranger.finishConnect();
        } catch (SocketException full) {
            if (address instanceof UnixDomainSocketAddress && !(full instanceof ConnectException)) { // EAGAIN
                return false;
            }
            throw full;
        }
    }
}
