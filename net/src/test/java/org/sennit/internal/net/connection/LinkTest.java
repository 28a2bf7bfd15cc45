package org.sennit.internal.net.connection;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.Channel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import org.junit.jupiter.api.Test;

/**
 * The end of a socket that belongs to no event loop: an attempt may be given up before its turn to connect has come.
 */
class LinkTest {
    @Test
    void aSocketThatWasNeverConnectedIsClosed() {
        assertClosed(new NioSocketChannel());
    }

    @Test
    void aNativeSocketThatWasNeverConnectedIsClosed() {
        assumeTrue(Epoll.isAvailable());
        assertClosed(new EpollSocketChannel());
        assertClosed(new EpollDomainSocketChannel());
    }

    private static void assertClosed(Channel channel) {
        assertTrue(channel.isOpen());
        for (int i = 0; i < 2; i++) {
            new Link(null, channel, false, null).closeChannel();
            assertFalse(channel.isOpen());
        }
    }
}
