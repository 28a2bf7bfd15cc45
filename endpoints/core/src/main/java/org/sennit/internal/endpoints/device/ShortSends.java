package org.sennit.internal.endpoints.device;

import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.internal.endpoints.device.peer.SentMessages;
import org.sennit.internal.endpoints.device.remote.RemoteSender;
import org.sennit.internal.shm.match.ManyToOneInbox;
import org.sennit.message.DataLayout;

/**
 * Fast path of the sends of one endpoint on one communicator: short messages out of arrays, in this JVM by the
 * immediate protocol, to another one as its connection takes them. The same branches as in {@link Device#send}, without
 * a view of the memory and without a description of the message, so that threads that share the endpoint do not meet
 * here.
 */
public final class ShortSends {
    /** Offsets are ints from here on, which leaves room for the message. */
    public static final int MOST_OFFSET_BYTES = 1 << 30;

    /** Stands for the memory of messages without data. */
    public static final byte[] NOTHING = {};

    private final LocalEndpoint self;
    private final RemoteSender remote;
    private final SentMessages sent;
    private final boolean hasFastPaths;
    private final int limitBytes; // in this JVM
    private final int contextId;
    private final int rank;
    private final Peer[] peers;

    // Of the last nonblocking send; hints, possibly stale where threads share the endpoint.
    private LocalEndpoint streamTo;
    private long streamNext; // the position behind its message

    /** As {@link Device#shortSends}; a device without fast paths has a limit below 0. */
    ShortSends(Device device, RemoteSender remote, int contextId, int rank, Peer[] peers) {
        this.self = device.self();
        this.remote = remote;
        this.sent = remote.sent();
        this.limitBytes = device.immediateBytes();
        this.hasFastPaths = limitBytes >= 0;
        this.contextId = contextId;
        this.rank = rank;
        this.peers = peers;
    }

    /**
     * Sends if this path is possible; the memory may be reused on return.
     *
     * @param array as {@link org.sennit.internal.runtime.memory.ArrayCopy} takes it
     * @param layout which elements of it, without gaps
     * @param length the length of the message, in bytes
     * @param destination a rank
     * @param isStream whether the next message may follow before this one is received
     * @return false when nothing has happened
     */
    public boolean send(Object array, DataLayout layout, long length, int destination, int tag, boolean isStream) {
        Peer peer = peers[destination];
        LocalEndpoint local = peer.local();
        int offset = (int) layout.offsetBytes();
        if (local == null) {
            return sendAcross(peer, array, offset, length, tag, layout.signatureOf(length));
        }
        if (length > limitBytes || local.inbox().isFlooded()) {
            return false;
        }
        int bytes = (int) length;
        long position =
                local.inbox().offerArray(contextId, rank, tag, layout.signatureOf(length), array, offset, bytes);
        local.signal();
        sent.immediate(length, local == self);
        if (isStream) {
            fetchNext(local, position);
        }
        return true;
    }

    /**
     * Sends to another process if this path is possible, what its connection takes; the memory may be reused on return.
     *
     * @param array as {@link org.sennit.internal.runtime.memory.ArrayCopy} takes it
     * @param offset where the message begins in it, in bytes, a multiple of the element
     * @param length its length, in bytes, a multiple of the element
     * @param destination a rank
     * @param signature what the receive has to accept
     * @return false when nothing has happened
     */
    public boolean sendAcross(Object array, long offset, long length, int destination, int tag, int signature) {
        Peer peer = peers[destination];
        return peer.local() == null
                && offset <= MOST_OFFSET_BYTES
                && sendAcross(peer, array, (int) offset, length, tag, signature);
    }

    private boolean sendAcross(Peer peer, Object array, int offset, long length, int tag, int signature) {
        if (!hasFastPaths || length > MOST_OFFSET_BYTES) {
            return false;
        }
        long rankAndTag = RemoteSender.joined(rank, tag);
        return remote.sendShort(peer, contextId, rankAndTag, signature, array, offset, (int) length);
    }

    /**
     * Returns whether {@link #sendAcross} may be possible: the destination is in another process, whose connection
     * takes messages of this length now.
     *
     * @param destination a rank
     * @param length the length of the message, in bytes
     */
    public boolean reaches(int destination, long length) {
        Peer peer = peers[destination];
        return hasFastPaths && peer.local() == null && RemoteSender.takesShort(peer, length);
    }

    /** Prefetches the next cells of an inbox, several at a time, for a sender of consecutive messages. */
    private void fetchNext(LocalEndpoint local, long position) {
        boolean isNext = position == streamNext && local == streamTo;
        streamNext = position + 1;
        if (!isNext) {
            streamTo = local;
        } else if ((streamNext & ManyToOneInbox.AHEAD - 1) == 0) {
            local.inbox().fetchAhead(position);
        }
    }
}
