package org.sennit.internal.net.tcp;

import java.util.List;
import org.sennit.config.Option;
import org.sennit.internal.net.wire.FrameDescriptor;
import org.sennit.internal.net.wire.LaneNumber;
import org.sennit.spi.network.HostIdentity;
import org.sennit.spi.network.VirtualConnection;

/** The settings of tcp. */
public final class TcpOptions {
    /** Interface, address or network on which tcp listens for peers on other hosts. */
    public static final Option<String> INTERFACE = Option.ofString(
            "net.interface",
            "",
            "where tcp listens for peers on other hosts: an interface, an address or a network (address/bits); empty:"
                    + " on every interface that is up, and the peers select one");

    /** Use of Unix sockets between processes of one host. */
    public static final Option<String> UNIX = Option.ofChoice(
            "net.unix",
            "auto",
            "Unix sockets between processes of one host; auto: TCP where they are not supported; on: never TCP",
            "auto",
            "on",
            "off");

    /** Use of TLS 1.3. */
    public static final Option<String> TLS = Option.ofChoice(
            "net.tls",
            "auto",
            "TLS 1.3 on the sockets of tcp; auto: between hosts; on: everywhere",
            "auto",
            "on",
            "off");

    /** The kind of sockets: epoll or NIO. */
    public static final Option<String> TRANSPORT =
            Option.ofChoice("net.transport", "auto", "sockets under tcp", "auto", "epoll", "nio");

    /** Split mode: other threads send while one waits in epoll. */
    public static final Option<Boolean> SPLIT = Option.ofBoolean(
            "net.split", true, "whether other threads may send, without a wake-up, while a thread waits in epoll");

    /** Longest eager message, in bytes. */
    public static final Option<Integer> EAGER_MAX = Option.ofInt(
            "net.eager.max",
            VirtualConnection.DEFAULT_EAGER_BYTES,
            0,
            VirtualConnection.MAX_EAGER_BYTES,
            "B",
            "longest eager message over tcp; longer ones go by rendezvous");

    /**
     * Largest piece of a message that is copied or read at once, in bytes. 1 MiB: a stream of 1 MiB messages reached
     * 6.2 GB/s, with 64 KiB 3.7, with 256 KiB 3.3 to 4.5, the raw socket 6.5 (two JVMs on two cores, loopback).
     */
    public static final Option<Integer> PIECE = Option.ofInt(
            "net.piece",
            FrameDescriptor.PIECE_LENGTH,
            4096,
            FrameDescriptor.PIECE_LENGTH,
            "B",
            "largest piece of a message that is copied or read at once over tcp");

    /** Send buffer of a socket, in bytes. */
    public static final Option<Integer> SEND_BUFFER =
            Option.ofInt("net.sendbuffer", 0, 0, 1 << 30, "B", "send buffer of a socket; 0: the system's default");

    /** Receive buffer of a socket, in bytes. */
    public static final Option<Integer> RECEIVE_BUFFER = Option.ofInt(
            "net.receivebuffer", 0, 0, 1 << 30, "B", "receive buffer of a socket; 0: the system's default");

    /** Congestion control of TCP sockets. */
    public static final Option<String> CONGESTION = Option.ofChoice(
            "net.congestion",
            "auto",
            "congestion control of TCP sockets; auto: reno, which does not pace, between processes of a host (epoll"
                    + " only), else the system's; system: the system's everywhere",
            "auto",
            "system");

    /** Most unacknowledged bytes that a connection keeps. */
    public static final Option<Integer> RESEND = Option.ofInt(
            "net.resend",
            4 << 20,
            8192,
            1 << 30,
            "B",
            "most unacknowledged bytes that a tcp connection keeps for resending; further sends wait");

    /**
     * Longest delay of a batched message, in microseconds. While there are such messages a thread polls at this
     * interval: 500 µs are 1 % of a core at 5 µs a poll.
     */
    public static final Option<Integer> BATCH_DELAY = Option.ofInt(
            "net.batch.delay",
            500,
            0,
            1_000_000_000,
            "us",
            "longest delay of a small nonblocking message over tcp to be batched with others while its process makes no"
                    + " call; 0: no batching");

    /**
     * Shortest payload that is written from the user's memory without a copy, in bytes. An acknowledgement costs both
     * sides some 5 µs, as a copy of 128 KiB does. Not tuned further.
     */
    public static final Option<Integer> GATHER_MIN = Option.ofInt(
            "net.gather.min",
            128 * 1024,
            4096,
            Integer.MAX_VALUE,
            "B",
            "shortest payload over tcp that is written to the socket directly from the user's memory, which may be"
                    + " reused when the peer has acknowledged it; not over TLS");

    /** Number of event loops of a process. */
    public static final Option<Integer> LANES = Option.ofInt(
            "net.lanes",
            0,
            0,
            LaneNumber.MOST_LANES,
            "lanes",
            "event loops over tcp, each with sockets of its own, among which a process divides its endpoints; at most"
                + " one for each endpoint; 0: one for each endpoint, at most 4, in processes with more than two"
                + " endpoints or with two cores for each, else one; below module mapped only if the process is alone"
                + " on its host");

    /** Silence after which a peer is declared dead, in milliseconds. */
    public static final Option<Integer> SILENCE = Option.ofInt(
            "net.silence",
            30_000,
            100,
            Integer.MAX_VALUE,
            "ms",
            "silence after which a peer over tcp is declared dead; pauses of this process do not count");

    /** Longest handshake of a new connection, in milliseconds. */
    public static final Option<Integer> HANDSHAKE_TIMEOUT =
            Option.ofInt("net.handshake.timeout", 20_000, 1, 3_600_000, "ms", "longest handshake of a new connection");

    /** Longest wait for pending sends at the end of a job, in milliseconds. */
    public static final Option<Integer> CLOSE_TIMEOUT = Option.ofInt(
            "net.close.timeout", 5_000, 0, 3_600_000, "ms", "longest wait for pending sends at the end of a job");

    private TcpOptions() {}

    static List<Option<?>> all() {
        return List.of(
                INTERFACE,
                UNIX,
                TLS,
                HostIdentity.HOST,
                TRANSPORT,
                SPLIT,
                EAGER_MAX,
                PIECE,
                SEND_BUFFER,
                RECEIVE_BUFFER,
                CONGESTION,
                RESEND,
                BATCH_DELAY,
                GATHER_MIN,
                LANES,
                SILENCE,
                HANDSHAKE_TIMEOUT,
                CLOSE_TIMEOUT);
    }
}
