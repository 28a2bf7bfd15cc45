package org.sennit.conformance.faults;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.lapi.Lapi;
import org.sennit.lapi.LapiCounter;
import org.sennit.lapi.LapiException;
import org.sennit.lapi.LapiStatus;
import org.sennit.lapi.RemoteAddress;
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
                purge(lapi, late, deaf, bases);
            } finally {
                over.countDown();
            }
            world.send(new byte[0], 1, 1);
        } else {
            world.receive(new byte[0], 0, 1);
            if (memory[0] != 7) {
                throw new AssertionError("memory=" + memory[0]);
            }
        }
        System.out.println(DONE + world.rank());
    }

    private void purge(Lapi lapi, int late, int deaf, RemoteAddress[] bases) {
        LapiCounter completion = lapi.newCounter();
        LapiCounter got = lapi.newCounter();
        LapiCounter fetched = lapi.newCounter();
        for (int i = 0; i < 4; i++) {
            lapi.amsend(VICTIM, late, null, 0, null, 0, null, null, completion);
        }
        byte[] sevens = new byte[BYTES];
        Arrays.fill(sevens, (byte) 7);
        if (isKilled) { // else it is in another process: what comes now is not answered
            lapi.amsend(VICTIM, deaf, null, 0, null, 0, null, null, null);
            lapi.get(VICTIM, BYTES, bases[VICTIM], sevens, null, got);
            lapi.rmw64(RmwOperation.SWAP, VICTIM, bases[VICTIM], new long[1], new long[1], fetched);
            System.out.println(READY);
        }
        died(() -> lapi.waitcntr(completion, 1));
        died(() -> lapi.put(VICTIM, BYTES, bases[VICTIM], sevens, null, null, null));
        lapi.purgeTotask(VICTIM);
        purged(() -> lapi.waitcntr(completion, 1));
        purged(() -> lapi.nopollWait(completion, 1));
        if (isKilled) {
            purged(() -> lapi.waitcntr(got, 1));
            purged(() -> lapi.nopollWait(fetched, 1));
        }
        purged(() -> lapi.put(VICTIM, BYTES, bases[VICTIM], sevens, null, null, null));
        purged(() -> lapi.get(VICTIM, BYTES, bases[VICTIM], sevens, null, got));
        lapi.fence();
        Arrays.fill(sevens, (byte) 7);
        lapi.put(1, BYTES, bases[1], sevens, null, null, fetched);
        lapi.waitcntr(fetched, 1);
        lapi.fence();
        lapi.resumeTotask(VICTIM);
        died(() -> lapi.put(VICTIM, BYTES, bases[VICTIM], sevens, null, null, null));
        awaitOthersGivenUp(lapi, completion);
    }

    /** One or two of the four are left: the first wait was told of the first of them, or of the death before of any. */
    private static void awaitOthersGivenUp(Lapi lapi, LapiCounter completion) {
        purged(() -> lapi.waitcntr(completion, 1));
        try {
            purged(() -> lapi.waitcntr(completion, 1));
            died(() -> lapi.waitcntr(completion, 1)); // no more were sent: as before the purge
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

    private static void died(Runnable call) {
        try {
            call.run();
        } catch (LapiException e) {
            throw e;
        } catch (SennitException e) {
            if (e.errorClass() == ErrorClass.PROC_FAILED) {
                return;
            }
            throw e;
        }
        throw new AssertionError("no error");
    }

    private static void purged(Runnable call) {
        try {
            call.run();
        } catch (LapiException e) {
            if (e.status() == LapiStatus.TGT_PURGED) {
                return;
            }
            throw e;
        }
        throw new AssertionError("no error");
    }
}
