package org.sennit.internal.runtime.progress;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.Awaited.Need;
import org.sennit.spi.progress.RankScope;

/**
 * The endpoints of the job whose programs have ended, as far as this process knows. An endpoint is added when all
 * messages that it has sent to this process are in the inboxes here. Grows only; any thread may call.
 */
public final class EndedEndpoints {
    private final Set<Long> ended = ConcurrentHashMap.newKeySet();

    // Set once, before there is any wait.
    private LongFunction<String> names =
            endpoint -> "process=" + RankScope.processOf(endpoint) + " endpoint=" + RankScope.idOf(endpoint);

    // Volatile store after an entry, by one thread at a time; volatile load by long waits and by the job's watch
    // thread: a thread that reads the number sees the entries, and everything before them.
    private volatile int count;

    /** Makes an empty set. */
    EndedEndpoints() {}

    /**
     * Sets how endpoints are named in texts.
     *
     * @param nameOf returns the name of an endpoint's number
     */
    public void names(LongFunction<String> nameOf) {
        names = nameOf;
    }

    /**
     * Adds an endpoint.
     *
     * @return false when it had been added before
     */
    public synchronized boolean add(long endpoint) {
        boolean isNew = ended.add(endpoint);
        count = ended.size();
        return isNew;
    }

    /** Returns the number of ended endpoints, which only grows. */
    public int count() {
        return count;
    }

    /** Returns the name of an endpoint; its rank in the world, or where it lives. */
    public String nameOf(long endpoint) {
        return names.apply(endpoint);
    }

    /**
     * Returns why a wait can never end.
     *
     * @param awaited the endpoints it needs
     * @param isShared whether other threads may use the waiting endpoint, and so send to it
     * @return a text that names the ended ranks; null while another may complete the wait
     */
    String hopeless(Awaited awaited, boolean isShared) {
        if (awaited == null || awaited.need() == Need.TAKER || count == 0) {
            return null;
        }
        return awaited.need() == Need.ALL ? firstEnded(awaited) : allEnded(awaited, isShared);
    }

    private String firstEnded(Awaited awaited) {
        for (long endpoint : awaited.endpoints()) {
            if (ended.contains(endpoint)) {
                return "the program of " + nameOf(endpoint) + " has ended";
            }
        }
        return null;
    }

    private String allEnded(Awaited awaited, boolean isShared) {
        long[] endpoints = awaited.endpoints();
        if (endpoints.length > count + 1) {
            return null;
        }
        int others = 0;
        for (long endpoint : endpoints) {
            if (endpoint == awaited.own() && !isShared) {
                continue; // the waiting thread is the only one that could send from here
            }
            if (!ended.contains(endpoint)) {
                return null;
            }
            others++;
        }
        return switch (others) {
            case 0 -> null;
            case 1 ->
                "the program of " + nameOf(endpoints[endpoints[0] == awaited.own() ? endpoints.length - 1 : 0])
                        + " has ended";
            default -> "the programs of all others have ended (" + others + ")";
        };
    }
}
