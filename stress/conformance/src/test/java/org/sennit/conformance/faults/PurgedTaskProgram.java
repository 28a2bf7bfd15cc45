package org.sennit.conformance.faults;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.lapi.Lapi;
import org.sennit.lapi.LapiCounter;
import org.sennit.lapi.LapiException;
import org.sennit.lapi.LapiQuery;
import org.sennit.lapi.LapiStatus;
import org.sennit.lapi.LapiVector;
import org.sennit.lapi.RemoteAddress;
import org.sennit.lapi.RemoteVector;
import org.sennit.lapi.RmwOperation;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Three tasks of LAPI. Task 2 dies while completion handlers there do not return and, where it is killed, a header
 * handler neither, so that it answers nothing. Task 0 waits for all that it has sent there, hears of the death, and
 * purges the dead task.
 */
final class PurgedTaskProgram {
    static final String KILLED = "killed";
    static final String THROWS = "throws";
    static final String READY = "it may be killed";
    static final String DONE = "done ";

    private static final int VICTIM = 2;
    private static final int BYTES = 8;
    private static final int LONG_BYTES = 4 << 20;
    private static final int PIECES = 1000; // whose addresses are longer than a header
    private static final int ROUNDS = 500;

    private final boolean isKilled;
    private final CountDownLatch begun = new CountDownLatch(2); // completion handlers of the victim, in its process
    private final CountDownLatch over = new CountDownLatch(1); // the test, in the process of task 0

    private PurgedTaskProgram(boolean isKilled) {
        this.isKilled = isKilled;
    }

    public static void main(String[] args) {
        PurgedTaskProgram program = new PurgedTaskProgram(args[0].equals(KILLED));
        Job.run(1, endpoint -> program.run(endpoint.world()));
    }

    private void run(Communicator world) throws InterruptedException {
        Lapi lapi = Lapi.init(world);
        byte[] memory = new byte[BYTES];
        RemoteAddress[] bases = lapi.addressInit(lapi.register(memory));
        RemoteAddress longMemory = lapi.addressInit(lapi.register(new byte[LONG_BYTES]))[VICTIM];
        int late = lapi.registerHandler(message -> {
            message.setCompletionHandler(
                    (handle, info) -> {
                        begun.countDown();
                        awaitUninterrupted(over);
                    },
                    null);
            return null;
        });
        int deaf = lapi.registerHandler(message -> {
            awaitUninterrupted(begun);
            System.out.println(READY);
            awaitUninterrupted(over);
            return null;
        });
        lapi.gfence();
        if (world.rank() == VICTIM) {
            begun.await();
            if (!isKilled) {
                throw new IllegalStateException("as planned");
            }
            over.await();
        } else if (world.rank() == 0) {
            try {
                purge(lapi, world, late, deaf, bases, longMemory);
            } finally {
                over.countDown();
            }
            world.send(new byte[0], 1, 1);
        } else {
            for (int i = 0; isKilled && i < ROUNDS; i++) {
                world.receive(new byte[0], 0, 1);
                world.send(new byte[0], 0, 1);
            }
            world.receive(new byte[0], 0, 1);
            if (memory[0] != 7) {
                throw new AssertionError("memory=" + memory[0]);
            }
        }
        if (world.rank() != VICTIM) {
            Death.ends(lapi::term);
            invalid(() -> lapi.qenv(LapiQuery.TASK_ID));
        }
        System.out.println(DONE + world.rank());
    }

    private void purge(
            Lapi lapi, Communicator world, int late, int deaf, RemoteAddress[] bases, RemoteAddress longMemory) {
        LapiCounter completion = lapi.newCounter();
        LapiCounter got = lapi.newCounter();
        LapiCounter fetched = lapi.newCounter();
        LapiCounter gotLong = lapi.newCounter();
        LapiCounter sent = lapi.newCounter();
        LapiCounter put = lapi.newCounter();
        for (int i = 0; i < 4; i++) {
            lapi.amsend(VICTIM, late, null, 0, null, 0, null, null, completion);
        }
        byte[] sevens = new byte[BYTES];
        Arrays.fill(sevens, (byte) 7);
        if (isKilled) { // it is in another process
            lapi.get(
                    VICTIM,
                    LONG_BYTES,
                    longMemory,
                    new byte[LONG_BYTES],
                    null,
                    gotLong); // of which the data does not come
            lapi.amsend(VICTIM, deaf, null, 0, null, 0, null, null, null);
            // What follows is not answered.
            lapi.get(VICTIM, BYTES, bases[VICTIM], sevens, null, got);
            lapi.putv(VICTIM, pieces(longMemory), LapiVector.of(sevens, BYTES), null, sent, put);
            lapi.rmw64(RmwOperation.SWAP, VICTIM, bases[VICTIM], new long[1], new long[1], fetched);
            for (int i = 0; i < ROUNDS; i++) { // meanwhile the header of the long reply comes
                world.send(new byte[0], 1, 1);
                world.receive(new byte[0], 1, 1);
            }
            System.out.println(READY);
        }
        Death.ends(() -> lapi.waitcntr(completion, 1));
        Death.ends(() -> lapi.put(VICTIM, BYTES, bases[VICTIM], sevens, null, null, null));
        lapi.purgeTotask(VICTIM);
        purged(() -> lapi.waitcntr(completion, 1));
        purged(() -> lapi.nopollWait(completion, 1));
        if (isKilled) {
            purged(() -> lapi.waitcntr(got, 1));
            purged(() -> lapi.nopollWait(fetched, 1));
            purged(() -> lapi.waitcntr(gotLong, 1));
            purged(() -> lapi.waitcntr(sent, 1));
            purged(() -> lapi.waitcntr(put, 1));
        }
        purged(() -> lapi.put(VICTIM, BYTES, bases[VICTIM], sevens, null, null, null));
        purged(() -> lapi.get(VICTIM, BYTES, bases[VICTIM], sevens, null, got));
        lapi.fence();
        Arrays.fill(sevens, (byte) 7);
        lapi.put(1, BYTES, bases[1], sevens, null, null, fetched);
        lapi.waitcntr(fetched, 1);
        lapi.fence();
        lapi.resumeTotask(VICTIM);
        Death.ends(() -> lapi.put(VICTIM, BYTES, bases[VICTIM], sevens, null, null, null));
        awaitOthersGivenUp(lapi, completion);
    }

    private static RemoteVector pieces(RemoteAddress base) {
        RemoteAddress[] addresses = new RemoteAddress[PIECES];
        long[] lengths = new long[PIECES];
        Arrays.setAll(addresses, base::plus);
        Arrays.fill(lengths, 1);
        return RemoteVector.generic(addresses, lengths);
    }

    /**
     * One or two of the four are left: the first wait ended with the first of them, or with the death before any of
     * them.
     */
    private static void awaitOthersGivenUp(Lapi lapi, LapiCounter completion) {
        purged(() -> lapi.waitcntr(completion, 1));
        try {
            purged(() -> lapi.waitcntr(completion, 1));
            Death.ends(() -> lapi.waitcntr(completion, 1)); // no more were sent: as before the purge
        } catch (LapiException e) {
            throw e;
        } catch (SennitException e) {
            if (e.errorClass() != ErrorClass.PROC_FAILED) {
                throw e;
            }
        }
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void purged(Runnable call) {
        fails(LapiStatus.TGT_PURGED, call);
    }

    private static void invalid(Runnable call) {
        fails(LapiStatus.HNDL_INVALID, call);
    }

    private static void fails(LapiStatus status, Runnable call) {
        try {
            call.run();
        } catch (LapiException e) {
            if (e.status() == status) {
                return;
            }
            throw e;
        }
        throw new AssertionError("no error");
    }
}
