package org.sennit.internal.net.connection;

import io.netty.channel.Channel;
import java.util.function.Consumer;

/** Encrypts sockets and lets only the job's own processes through. Used with the loop held. */
public interface SocketSecurity {
    /**
     * Puts the protection of a socket into its pipeline, where what is added later sees plain bytes.
     *
     * @param channel not yet registered
     * @param isInitiator whether this side connects
     * @param done called once: null when the peer is one of the job, else why not
     */
    void protect(Channel channel, boolean isInitiator, Consumer<Throwable> done);

    /**
     * Returns what both ends of one protected socket know and no other socket has: a proof over it cannot be
     * used by a man in the middle.
     *
     * @param channel a socket whose protection is done
     */
    byte[] binding(Channel channel);
}
