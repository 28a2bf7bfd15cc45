package org.sennit.conformance.faults;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.lapi.Lapi;
import org.sennit.lapi.LapiCounter;
import org.sennit.lapi.LapiError;
import org.sennit.lapi.LapiException;
import org.sennit.lapi.LapiStatus;
import org.sennit.lapi.RemoteAddress;

/**
 * Three tasks of LAPI, one in each process. Task 0 gets long data from task 2, which answers, but does not hear that
 * the data may come: a header handler there does not return. In the middle of the reply the data is lost, or the
 * operation given up. Task 1 answers task 0 meanwhile, which has the header of the reply then.
 */
final class LostReplyProgram {
    /** What becomes of the reply. */
    enum Loss {
        /** The target closes the arena of the memory. */
        ARENA_CLOSED,
        /** The target purges the origin, and resumes it. */
        TARGET_PURGES,
        /** The origin purges the target, and resumes it. */
        ORIGIN_PURGES
    }

    static final String READY = "the reply is under way";
    static final String DONE = "done ";

    private static final int TARGET = 2;
    private static final int BYTES = 4 << 20;
    private static final int ROUNDS = 500;

    private final Loss loss;
    private final BlockingQueue<LapiError> errors = new LinkedBlockingQueue<>();
    private final CountDownLatch release = new CountDownLatch(1); // of the header handler, at the target

    private LostReplyProgram(Loss loss) {
        this.loss = loss;
    }

    public static void main(String[] args) {
        LostReplyProgram program = new LostReplyProgram(Loss.valueOf(args[0]));
        Job.run(1, endpoint -> program.run(endpoint.world()));
    }

    private void run(Communicator world) throws InterruptedException {
        Lapi lapi = Lapi.init(world);
        lapi.setErrorHandler((handle, error) -> errors.add(error));
        Arena arena = Arena.ofShared();
        MemorySegment memory = arena.allocate(BYTES).fill((byte) 7);
        RemoteAddress[] bases = lapi.addressInit(lapi.register(memory));
        int deaf = lapi.registerHandler(message -> {
            System.out.println(READY);
            awaitUninterrupted(release);
            return null;
        });
        Thread losing = new Thread(() -> lose(lapi, arena)); // the task's thread may be in the header handler
        if (world.rank() == TARGET) {
            losing.start();
        }
        lapi.gfence();
        if (world.rank() == 0) {
            get(lapi, world, deaf, bases[TARGET]);
        } else if (world.rank() == 1) {
            for (int i = 0; i < ROUNDS; i++) {
                world.receive(new byte[0], 0, 1);
                world.send(new byte[0], 0, 1);
            }
        } else {
            losing.join();
        }
        world.barrier();
        System.out.println(DONE + world.rank());
    }

    private void lose(Lapi lapi, Arena arena) {
        awaitFaults();
        switch (loss) {
            case ARENA_CLOSED -> arena.close();
            case TARGET_PURGES -> lapi.purgeTotask(0);
            case ORIGIN_PURGES -> {}
        }
        release.countDown();
        if (loss == Loss.TARGET_PURGES) {
            lapi.resumeTotask(0);
        }
    }

    private void get(Lapi lapi, Communicator world, int deaf, RemoteAddress from) throws InterruptedException {
        LapiCounter got = lapi.newCounter();
        byte[] room = new byte[BYTES];
        lapi.get(TARGET, BYTES, from, room, null, got);
        lapi.amsend(TARGET, deaf, null, 0, null, 0, null, null, null);
        for (int i = 0; i < ROUNDS; i++) {
            world.send(new byte[0], 1, 1);
            world.receive(new byte[0], 1, 1);
        }
        if (loss == Loss.ORIGIN_PURGES) {
            lapi.purgeTotask(TARGET);
            purged(() -> lapi.waitcntr(got, 1));
            lapi.fence();
            lapi.resumeTotask(TARGET);
            System.out.println(READY);
            lapi.get(TARGET, BYTES, from, room, null, got);
            lapi.waitcntr(got, 1);
            lapi.fence();
            check(room);
            return;
        }
        System.out.println(READY);
        lapi.waitcntr(got, 1);
        lapi.fence();
        LapiError error = errors.poll();
        if (error == null) { // the target has answered after all
            check(room);
        } else if (error.status() != LapiStatus.ORIGIN_FAILED) {
            throw new AssertionError(error.toString());
        }
    }

    private static void check(byte[] room) {
        byte[] sevens = new byte[BYTES];
        Arrays.fill(sevens, (byte) 7);
        int wrong = Arrays.mismatch(sevens, room);
        if (wrong >= 0) {
            throw new AssertionError("byte " + wrong + ": " + room[wrong]);
        }
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

    private static void awaitFaults() {
        try {
            FaultyJob.awaitFaults();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
