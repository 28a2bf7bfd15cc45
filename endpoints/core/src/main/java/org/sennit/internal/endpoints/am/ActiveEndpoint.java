package org.sennit.internal.endpoints.am;

import org.agrona.collections.Int2ObjectHashMap;
import org.sennit.internal.endpoints.am.endpoint.EndpointWork;
import org.sennit.internal.endpoints.device.peer.FailureWatcher;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.spi.context.RuntimeContext;

/** The active messages of an endpoint, with its part in each communicator. Any thread. */
public final class ActiveEndpoint extends EndpointWork implements FailureWatcher {
    private final ActiveProcess process;

    // By context id. Replaced as a whole under the lock of this object; volatile loads by those that deliver messages.
    private volatile Int2ObjectHashMap<ActiveScope> scopes = new Int2ObjectHashMap<>();

    @SuppressWarnings("this-escape") // the watcher is called by the endpoint's thread, after this
    ActiveEndpoint(ActiveProcess process, LocalEndpoint endpoint, RuntimeContext context) {
        super(endpoint, context, process.memoryUses());
        this.process = process;
        endpoint.finishFirst(() -> isIdle() && !process.messages().isSending(this)); // in this order: handlers send
        endpoint.watchFailures(this);
    }

    @Override
    public void peersFailed() {
        process.peersFailed();
    }

    /**
     * Returns this endpoint in a communicator.
     *
     * @param contextId the communicator's id
     * @return the scope; made by the first that asks, the endpoint or an origin
     */
    public ActiveScope scope(int contextId) {
        ActiveScope known = scopes.get(contextId);
        return known != null ? known : newScope(contextId);
    }

    private synchronized ActiveScope newScope(int contextId) {
        ActiveScope known = scopes.get(contextId);
        if (known == null) {
            known = new ActiveScope(this, contextId);
            Int2ObjectHashMap<ActiveScope> more = new Int2ObjectHashMap<>(scopes);
            more.put(contextId, known);
            scopes = more;
        }
        return known;
    }

    synchronized void remove(int contextId) {
        Int2ObjectHashMap<ActiveScope> fewer = new Int2ObjectHashMap<>(scopes);
        fewer.remove(contextId);
        scopes = fewer;
    }

    ActiveProcess process() {
        return process;
    }
}
