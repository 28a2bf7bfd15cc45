package org.sennit.internal.net.connection;

import java.util.ArrayList;
import org.sennit.internal.net.flow.StagingPools;
import org.sennit.internal.net.loop.MigratingEventLoop;
import org.sennit.internal.net.loop.ReceiveBuffer;
import org.sennit.internal.net.loop.Transport;

/**
 * The sockets of a lane that are polled, and those that have bytes to write, with what all of them use. Used with the
 * loop held.
 */
final class LaneLinks {
    /** Most sockets that are polled one by one; with more it is cheaper to run the I/O handler. */
    private static final int MOST_TO_LOOK_AT = 4;

    private final ConnectionSettings settings;
    private final MigratingEventLoop loop;
    private final Transport transport;
    private final Routes routes;
    private final StagingPools staging;
    private final ReceiveBuffer receiveBuffer;

    // guarded by the loop
    private final ArrayList<Link> ready = new ArrayList<>();
    private final ArrayList<Link> withPending = new ArrayList<>();
    private int lookFrom;

    LaneLinks(MigratingEventLoop loop, Transport transport, SharedByLanes shared) {
        this.settings = shared.settings();
        this.loop = loop;
        this.transport = transport;
        this.routes = shared.routes();
        this.staging = new StagingPools(settings.pieceBytes());
        this.receiveBuffer = new ReceiveBuffer(settings.pieceBytes());
    }

    ConnectionSettings settings() {
        return settings;
    }

    MigratingEventLoop loop() {
        return loop;
    }

    Transport transport() {
        return transport;
    }

    Routes routes() {
        return routes;
    }

    StagingPools staging() {
        return staging;
    }

    ReceiveBuffer receiveBuffer() {
        return receiveBuffer;
    }

    void addReady(Link link) {
        ready.add(link);
    }

    void addPending(Link link) {
        withPending.add(link);
        loop.requestWork();
    }

    void remove(Link link) {
        ready.remove(link);
        withPending.remove(link);
    }

    /** Reads what the sockets have; negative when the I/O handler is to be run instead. */
    int look(int most) {
        int count = ready.size();
        if (count == 0 || count > MOST_TO_LOOK_AT) {
            return -1;
        }
        int done = 0;
        for (int i = 0; i < count && done < most; i++) {
            lookFrom++; // rotates the order, so that no connection starves
            if (!ready.isEmpty()) { // an upcall may have ended links
                int result = ready.get(Integer.remainderUnsigned(lookFrom, ready.size()))
                        .readNow(receiveBuffer.bytes());
                if (result < 0) {
                    return -1;
                }
                done += result;
            }
        }
        return done;
    }

    /** Writes pending bytes. */
    void flush() {
        for (int i = withPending.size() - 1; i >= 0; i--) {
            if (i < withPending.size() && isFlushed(withPending.get(i))) {
                withPending.remove(i);
            }
        }
    }

    private static boolean isFlushed(Link link) {
        try {
            return link.flushNow();
        } catch (RuntimeException | Error e) { // the other links go on
            link.fail(e);
            return false;
        }
    }

    /** Asks for another round of the loop where bytes are pending. */
    void askForAnotherRound() {
        if (!withPending.isEmpty()) {
            loop.requestWork();
        }
    }

    /** Leaves pending bytes to Netty, before the loop blocks. */
    void leaveToNetty() {
        for (int i = withPending.size();
                i > 0 && !withPending.isEmpty();
                i--) { // a connection with more work adds itself again
            withPending.removeFirst().leaveToNetty();
        }
    }
}
