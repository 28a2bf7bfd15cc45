package org.sennit.internal.runtime.progress;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.Awaited.Need;
import org.sennit.spi.progress.RankScope;

/**
 * The endpoints of the job whose programs have ended, as far as this process knows. An endpoint is entered when all that it
 * has ever sent to this process is in the inboxes here. Grows only; any thread may call.
 */
public final class EndedEndpoints {
    private final Set<Long> ended = ConcurrentHashMap.newKeySet();

    // Set once, before there is any wait.
    private LongFunction<String> names =
            endpoint -> "process=" + RankScope.processOf(endpoint) + " endpoint=" + RankScope.idOf(endpoint);

    // Volatile store after the entry, by one thread at a time; volatile load by waits that have lasted for long and by
    // the thread that looks after the job: a thread that reads the number sees the entries, and all that came before
    // them.
    private volatile int count;

    /** Makes an empty one. */
    EndedEndpoints() {}

    /**
     * Says how endpoints are named in texts.
     *
     * @param nameOf gets the number of an endpoint
     */
    public void names(LongFunction<String> nameOf) {
        names = nameOf;
    }

    /**
     * Enters an endpoint.
     *
     * @return false when it was known
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

    /**
     * Returns whether the program of an endpoint has ended, and nothing of it is under way to this process.
     *
     * @return true when it has, as far as is known
     */
    public boolean contains(long endpoint) {
        return ended.contains(endpoint);
    }

    /** Returns the name of an endpoint; its rank in the world, or where it lives. */
    public String nameOf(long endpoint) {
        return names.apply(endpoint);
    }

    /**
     * Returns why a wait can never end.
     *
     * @param awaited the endpoints it needs
     * @param isShared whether other threads may use the waiting endpoint meanwhile, and send to it
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
                continue; // this thread waits, and no other may send from here
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
