package org.sennit.internal.endpoints.device.flow;

import java.util.Arrays;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.VirtualConnection;

/**
 * The windows of this process towards the endpoints of another one, made when the first message goes there. Any thread.
 */
public final class CreditWindows {
    private final long windowBytes;

    // Replaced under the lock by a copy with more in it.
    private volatile CreditWindow[] byEndpoint = {};

    private volatile VirtualConnection connection; // null until a packet has come

    CreditWindows(long windowBytes) {
        this.windowBytes = windowBytes;
    }

    /** Notes the connection over which the process has sent something. */
    public void connection(VirtualConnection vc) {
        connection = vc;
    }

    /** Returns the window that gets its credit. */
    public VirtualConnection connection() {
        return connection;
    }

    /** Returns the window of an endpoint to which something is sent. */
    public CreditWindow of(int endpoint) {
        CreditWindow[] known = byEndpoint;
        CreditWindow window = endpoint < known.length ? known[endpoint] : null;
        return window != null ? window : make(endpoint);
    }

    private synchronized CreditWindow make(int endpoint) {
        CreditWindow[] known = byEndpoint;
        if (endpoint < known.length && known[endpoint] != null) {
            return known[endpoint];
        }
        CreditWindow[] more = Arrays.copyOf(known, Math.max(known.length, endpoint + 1));
        more[endpoint] = new CreditWindow(windowBytes);
        byEndpoint = more;
        return more[endpoint];
    }

    /** Adds the credit of messages that an endpoint has taken; refuses one to which nothing was sent. */
    public void give(int endpoint, long bytes) {
        CreditWindow[] known = byEndpoint;
        CreditWindow window = endpoint >= 0 && endpoint < known.length ? known[endpoint] : null;
        if (window == null) {
            throw new SennitException(ErrorClass.NETWORK, "credit for nothing: endpoint=" + endpoint);
        }
        window.give(bytes);
    }
}
