package org.sennit.conformance.random;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.testkit.Deadlines;
import org.sennit.testkit.SeededRandom;

/** Completes requests in a random order, with a random mixture of the calls that wait and test. */
final class Completion {
    private static final long LONG_NS = Deadlines.ns(60);

    private final SeededRandom random;
    private final Pause pause = new Pause();

    Completion(SeededRandom random) {
        this.random = random;
    }

    void complete(List<? extends Operation> operations) {
        List<Operation> open = new ArrayList<>(operations);
        Collections.shuffle(open, new Random(random.nextLong()));
        List<Operation> futures = new ArrayList<>(open);
        futures.removeIf(o -> o.future() == null);
        open.removeAll(futures);
        while (!open.isEmpty() || !futures.isEmpty()) {
            if (!futures.isEmpty() && (open.isEmpty() || random.nextInt(4) == 0)) {
                join(futures.removeLast());
                continue;
            }
            switch (random.nextInt(7)) {
                case 0 -> one(open.removeLast(), (request, status) -> request.await(status));
                case 1 -> one(open.removeLast(), this::testUntilDone);
                case 2 -> one(open.removeLast(), Completion::awaitForAWhile);
                case 3 -> any(open, false);
                case 4 -> any(open, true);
                case 5 -> some(open);
                default -> all(open);
            }
        }
    }

    private static void join(Operation operation) {
        operation.done(operation.future().join());
    }

    private interface Wait {
        void apply(Request request, Status status);
    }

    private static void one(Operation operation, Wait wait) {
        Status status = new Status();
        try {
            wait.apply(operation.request(), status);
        } catch (SennitException e) {
            operation.failed(e, status);
            return;
        }
        operation.done(status);
    }

    private void testUntilDone(Request request, Status status) {
        while (!request.test(status)) {
            pause.take();
        }
    }

    private static void awaitForAWhile(Request request, Status status) {
        request.await(1);
        if (!request.isInactive() && !request.await(LONG_NS)) {
            throw new AssertionError("not complete after " + LONG_NS + " ns");
        }
        request.await(status);
    }

    private void any(List<Operation> open, boolean isTesting) {
        Request[] requests = requests(open);
        Status status = new Status();
        int index = Request.NONE;
        try {
            while (index == Request.NONE) {
                index = isTesting ? Request.testAny(requests, status) : Request.awaitAny(requests, status);
                if (index == Request.NONE) {
                    pause.take();
                }
            }
        } catch (SennitException e) {
            open.remove(indexOfTaken(requests)).failed(e, status);
            return;
        }
        open.remove(index).done(status);
    }

    private static int indexOfTaken(Request[] requests) {
        for (int i = 0; i < requests.length; i++) {
            if (requests[i].isInactive()) {
                return i;
            }
        }
        throw new AssertionError("a request has failed, and none is inactive");
    }

    /** Of those that cannot fail, since an error would hide the outcomes of the others. */
    private void some(List<Operation> open) {
        List<Operation> among = open.stream().filter(o -> !o.mayFail()).toList();
        if (among.isEmpty()) {
            return;
        }
        Request[] requests = requests(among);
        int[] indices = new int[requests.length];
        Status[] statuses = statuses(requests.length);
        int n = random.nextBoolean()
                ? Request.awaitSome(requests, indices, statuses)
                : Request.testSome(requests, indices, statuses);
        if (n == 0) {
            pause.take();
        }
        for (int i = 0; i < n; i++) {
            Operation done = among.get(indices[i]);
            open.remove(done);
            done.done(statuses[i]);
        }
    }

    private static Status[] statuses(int n) {
        Status[] statuses = new Status[n];
        for (int i = 0; i < n; i++) {
            statuses[i] = new Status();
        }
        return statuses;
    }

    private void all(List<Operation> open) {
        List<Operation> some = new ArrayList<>();
        for (Operation o : open) {
            if (!o.mayFail() && random.nextBoolean()) {
                some.add(o);
            }
        }
        Status[] statuses = statuses(some.size());
        if (random.nextBoolean()) {
            Request.awaitAll(requests(some), statuses);
        } else {
            while (!Request.testAll(requests(some), statuses)) {
                pause.take();
            }
        }
        for (int i = 0; i < statuses.length; i++) {
            open.remove(some.get(i));
            some.get(i).done(statuses[i]);
        }
    }

    private static Request[] requests(List<Operation> operations) {
        return operations.stream().map(Operation::request).toArray(Request[]::new);
    }
}
