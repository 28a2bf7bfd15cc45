package org.sennit.message;

import java.util.Arrays;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.Condition;
import org.sennit.spi.progress.Progress;

/**
 * Waits and tests for several requests of one endpoint: any, some, all. Null and inactive requests, including
 * persistent ones, are skipped by any and some, and count as complete for all. A missing array (REQUEST, ARG), or one
 * shorter than that of the requests (ARG), is an error without effect, passed to the error handler of the first
 * request's communicator; final. The methods are inherited by {@link Request}. (MPI 4.1, section 3.7.5)
 */
abstract class RequestSet {
    /** Result of {@link #awaitAny} and {@link #testAny} when no request is active. */
    public static final int UNDEFINED = -3;

    /** Result of {@link #testAny} when some are active and none is complete. */
    public static final int NONE = -1;

    /** For {@link Request}. */
    RequestSet() {}

    /**
     * Starts all, in their order.
     *
     * @param requests persistent and inactive; null ones are passed over
     * @throws SennitException as for {@link Request#start}; those before the failing one are active
     */
    public static void startAll(Request... requests) {
        check("startAll", requests, null);
        for (Request request : requests) {
            if (request != null) {
                request.start();
            }
        }
    }

    /**
     * Blocks until all are complete.
     *
     * @param requests of one endpoint; null and inactive ones count as complete
     * @throws SennitException the first error by index, the others suppressed in it; all have completed then
     */
    public static void awaitAll(Request... requests) {
        awaitAll(requests, null);
    }

    /**
     * Blocks until all are complete.
     *
     * @param requests of one endpoint; null and inactive ones count as complete
     * @param statuses receive the outcomes; may be null, as may its elements
     * @throws SennitException the first error by index, the others suppressed in it; all have completed then
     */
    public static void awaitAll(Request[] requests, Status[] statuses) {
        check("awaitAll", requests, statuses);
        Progress progress = progressOf(requests);
        if (progress == null) {
            takeAll(requests, statuses);
            return;
        }
        progress.callBegins();
        try {
            takeAll(requests, statuses);
        } finally {
            progress.callEnds();
        }
    }

    /** Throws before anything has happened when an array is missing, or has no room for the outcomes. */
    private static void check(String operation, Request[] requests, Status[] statuses) {
        if (requests == null) {
            throw new SennitException(ErrorClass.REQUEST, "no requests: given=null operation=" + operation);
        }
        checkRoom(operation, requests, "statuses", statuses == null ? requests.length : statuses.length);
    }

    private static void check(String operation, Request[] requests, int[] indices, Status[] statuses) {
        check(operation, requests, statuses);
        checkRoom(operation, requests, "indices", indices == null ? -1 : indices.length);
    }

    /** Raises the error by the error handler of the first request. */
    private static void checkRoom(String operation, Request[] requests, String what, int room) {
        if (room >= requests.length) {
            return;
        }
        String given = room < 0 ? "no " + what + ": given=null" : "too few " + what + ": given=" + room;
        SennitException error =
                new SennitException(ErrorClass.ARG, given + " requests=" + requests.length + " operation=" + operation);
        for (Request request : requests) {
            if (request != null) {
                throw request.raised(error);
            }
        }
        throw error;
    }

    private static Progress progressOf(Request[] requests) {
        for (Request request : requests) {
            if (request != null) {
                return request.progress();
            }
        }
        return null;
    }

    private static void takeAll(Request[] requests, Status[] statuses) {
        SennitException first = null;
        for (int i = 0; i < requests.length; i++) {
            Status status = statuses == null ? null : statuses[i];
            if (requests[i] == null) {
                clear(status);
                continue;
            }
            if (!requests[i].isMet()) {
                requests[i].awaitCompletion(Long.MAX_VALUE);
            }
            first = takeInto(requests[i], status, first);
        }
        if (first != null) {
            throw first;
        }
    }

    /**
     * Blocks until all are complete or the time has passed. Takes the outcomes of all, or of none.
     *
     * @param timeoutNs the longest wait in nanoseconds
     * @param requests of one endpoint; null and inactive ones count as complete
     * @return true when all are complete
     * @throws SennitException the first error by index, the others suppressed in it; all have completed then
     */
    public static boolean awaitAll(long timeoutNs, Request... requests) {
        check("awaitAll", requests, null);
        Request pending = firstPending(requests);
        if (pending != null && !pending.progress().await(() -> firstPending(requests) == null, timeoutNs)) {
            return false;
        }
        takeAll(requests, null);
        return true;
    }

    private static SennitException takeInto(Request request, Status status, SennitException first) {
        try {
            request.take(status);
            return first;
        } catch (SennitException e) {
            if (first == null) {
                return e;
            }
            first.addSuppressed(e);
            return first;
        }
    }

    private static void clear(Status status) {
        if (status != null) {
            status.clear();
        }
    }

    /**
     * Blocks until one is complete, and takes its outcome.
     *
     * @param requests of one endpoint; null and inactive ones are passed over
     * @return the index of a completed one, or {@link #UNDEFINED} at once when none is active
     * @throws SennitException the error of the completed one; final
     */
    public static int awaitAny(Request... requests) {
        return awaitAny(requests, null);
    }

    /**
     * Blocks until one is complete, and takes its outcome.
     *
     * @param requests of one endpoint; null and inactive ones are passed over
     * @param status receives the outcome; may be null
     * @return the index of a completed one, or {@link #UNDEFINED} at once when none is active
     * @throws SennitException the error of the completed one; final
     */
    public static int awaitAny(Request[] requests, Status status) {
        check("awaitAny", requests, null);
        int found = find(requests);
        if (found == NONE) {
            awaitFirst(requests, Long.MAX_VALUE);
            found = find(requests);
        }
        return takeFound(requests, found, status);
    }

    /**
     * Blocks until one is complete or the time has passed; takes its outcome.
     *
     * @param timeoutNs the longest wait in nanoseconds
     * @param requests of one endpoint; null and inactive ones are passed over
     * @return the index of a completed one, {@link #NONE} after the time, {@link #UNDEFINED} at
     *     once when none is active
     * @throws SennitException the error of the completed one; final
     */
    public static int awaitAny(long timeoutNs, Request... requests) {
        check("awaitAny", requests, null);
        int found = find(requests);
        if (found == NONE) {
            awaitFirst(requests, timeoutNs);
            found = find(requests);
        }
        return takeFound(requests, found, null);
    }

    /**
     * Makes progress once and looks whether one is complete; if so, takes its outcome.
     *
     * @param requests of one endpoint; null and inactive ones are passed over
     * @return the index of a completed one, {@link #NONE} when there is none yet, {@link #UNDEFINED} when none is
     *     active
     * @throws SennitException the error of the completed one; final
     */
    public static int testAny(Request... requests) {
        return testAny(requests, null);
    }

    /**
     * Makes progress once and looks whether one is complete; if so, takes its outcome.
     *
     * @param requests of one endpoint; null and inactive ones are passed over
     * @param status receives the outcome; may be null
     * @return the index of a completed one, {@link #NONE} when there is none yet, {@link #UNDEFINED} when none is
     *     active
     * @throws SennitException the error of the completed one; final
     */
    public static int testAny(Request[] requests, Status status) {
        check("testAny", requests, null);
        int found = find(requests);
        if (found == NONE) {
            pollOnce(requests);
            found = find(requests);
        }
        return takeFound(requests, found, status);
    }

    private static int takeFound(Request[] requests, int found, Status status) {
        if (found >= 0) {
            requests[found].take(status);
        } else {
            clear(status);
        }
        return found;
    }

    /** Returns the index of a complete active request, NONE when all of them are pending, UNDEFINED without any. */
    private static int find(Request[] requests) {
        int found = UNDEFINED;
        for (int i = 0; i < requests.length; i++) {
            if (isActive(requests[i])) {
                if (requests[i].isMet()) {
                    return i;
                }
                found = NONE;
            }
        }
        return found;
    }

    private static boolean isActive(Request request) {
        return request != null && !request.isInactive();
    }

    private static void awaitFirst(Request[] requests, long timeoutNs) {
        for (Request request : requests) {
            if (isActive(request)) {
                request.progress().await(new AnyOf(requests), timeoutNs);
                return;
            }
        }
    }

    /** One of several requests; hopeless when each of them is. */
    private record AnyOf(Request[] requests) implements Condition {
        @Override
        public boolean isMet() {
            return find(requests) >= 0;
        }

        @Override
        public Awaited awaited() {
            Awaited all = null;
            for (Request request : requests) {
                if (isActive(request)) {
                    Awaited one = request.awaited();
                    if (one == null) {
                        return null;
                    }
                    all = all == null ? one : all.or(one);
                }
            }
            return all;
        }

        /** Gives the error to the first of them, as if it had completed. */
        @Override
        public void giveUp(SennitException error) {
            for (Request request : requests) {
                if (isActive(request) && !isMet()) {
                    request.giveUp(error);
                }
            }
        }

        @Override
        public String toString() {
            return "any of requests=" + Arrays.toString(requests);
        }
    }

    private static void pollOnce(Request[] requests) {
        Request pending = firstPending(requests);
        if (pending != null) {
            pending.progress().test(pending, requests);
            if (!pending.isMet()) { // or a loop of tests would never learn that the job has failed
                pending.progress().check();
            }
        }
    }

    private static Request firstPending(Request[] requests) {
        for (Request request : requests) {
            if (request != null && !request.isMet()) {
                return request;
            }
        }
        return null;
    }

    /**
     * Blocks until at least one is complete, and takes the outcomes of all that are.
     *
     * @param requests of one endpoint; null and inactive ones are passed over
     * @return the indices of the completed ones, empty when none is active
     * @throws SennitException the first error by index; the outcomes of the others are taken too
     */
    public static int[] awaitSome(Request... requests) {
        check("awaitSome", requests, null);
        int[] indices = new int[requests.length];
        int n = awaitSome(requests, indices, null);
        return Arrays.copyOf(indices, Math.max(0, n));
    }

    /**
     * Blocks until at least one is complete, and takes the outcomes of all that are. Allocates no array.
     *
     * @param requests of one endpoint; null and inactive ones are passed over
     * @param indices receives the indices of the completed ones; as many as requests at least
     * @param statuses receives their outcomes, in the same order; may be null, as may its elements
     * @return their number, or {@link #UNDEFINED} when none is active
     * @throws SennitException the first error by index; the outcomes of the others are taken too
     */
    public static int awaitSome(Request[] requests, int[] indices, Status[] statuses) {
        check("awaitSome", requests, indices, statuses);
        int found = find(requests);
        if (found == NONE) {
            awaitFirst(requests, Long.MAX_VALUE);
        }
        return found == UNDEFINED ? found : takeCompleted(requests, indices, statuses);
    }

    /**
     * Makes progress once, and takes the outcomes of all that are complete.
     *
     * @param requests of one endpoint; null and inactive ones are passed over
     * @return the indices of the completed ones, empty when there is none
     * @throws SennitException the first error by index; the outcomes of the others are taken too
     */
    public static int[] testSome(Request... requests) {
        check("testSome", requests, null);
        int[] indices = new int[requests.length];
        int n = testSome(requests, indices, null);
        return Arrays.copyOf(indices, Math.max(0, n));
    }

    /**
     * Makes progress once, and takes the outcomes of all that are complete. Allocates no array.
     *
     * @param requests of one endpoint; null and inactive ones are passed over
     * @param indices receives the indices of the completed ones; as many as requests at least
     * @param statuses receives their outcomes, in the same order; may be null, as may its elements
     * @return their number, or {@link #UNDEFINED} when none is active
     * @throws SennitException the first error by index; the outcomes of the others are taken too
     */
    public static int testSome(Request[] requests, int[] indices, Status[] statuses) {
        check("testSome", requests, indices, statuses);
        int found = find(requests);
        if (found == NONE) {
            pollOnce(requests);
        }
        return found == UNDEFINED ? found : takeCompleted(requests, indices, statuses);
    }

    private static int takeCompleted(Request[] requests, int[] indices, Status[] statuses) {
        int n = 0;
        SennitException first = null;
        for (int i = 0; i < requests.length; i++) {
            if (isActive(requests[i]) && requests[i].isMet()) {
                indices[n] = i;
                first = takeInto(requests[i], statuses == null ? null : statuses[n], first);
                n++;
            }
        }
        if (first != null) {
            throw first;
        }
        return n;
    }

    /**
     * Makes progress once and looks whether all are complete. Takes the outcomes of all, or of none.
     *
     * @param requests of one endpoint; null and inactive ones count as complete
     * @return true when all are complete
     * @throws SennitException the first error by index, the others suppressed in it
     */
    public static boolean testAll(Request... requests) {
        return testAll(requests, null);
    }

    /**
     * Makes progress once and looks whether all are complete. Takes the outcomes of all, or of none.
     *
     * @param requests of one endpoint; null and inactive ones count as complete
     * @param statuses receive the outcomes; may be null, as may its elements
     * @return true when all are complete
     * @throws SennitException the first error by index, the others suppressed in it
     */
    public static boolean testAll(Request[] requests, Status[] statuses) {
        check("testAll", requests, statuses);
        if (firstPending(requests) != null) {
            pollOnce(requests);
            if (firstPending(requests) != null) {
                return false;
            }
        }
        takeAll(requests, statuses);
        return true;
    }
}
