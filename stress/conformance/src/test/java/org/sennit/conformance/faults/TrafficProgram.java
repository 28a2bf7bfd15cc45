package org.sennit.conformance.faults;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.sennit.Communicator;
import org.sennit.Group;
import org.sennit.Job;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;

/**
 * Random messages in rounds: in each, every rank sends to one other and receives from one. Those to and from the dead
 * fail, all others arrive whole, however many are dead.
 */
final class TrafficProgram {
    static final String AT = "round of rank ";
    static final String DONE = "done ";
    private static final int ROUNDS_A_LINE = 10;
    private static final int LAST_ROUNDS = 20; // after all faults
    private static final int[] LENGTHS = {0, 8, 300, 5000, 70_000, 1 << 20, 6 << 20};

    private TrafficProgram() {}

    public static void main(String[] args) {
        long seed = Long.parseLong(args[0]);
        int rounds = Integer.parseInt(args[1]);
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            SplittableRandom random = new SplittableRandom(seed);
            for (int round = 0; round < rounds; round++) {
                if (round % ROUNDS_A_LINE == 0) {
                    System.out.println(AT + world.rank() + ": " + round);
                }
                if (round == rounds - LAST_ROUNDS) {
                    FaultyJob.awaitFaults();
                }
                exchange(world, random, round);
            }
            System.out.println(DONE + world.rank() + " failed=" + world.failed().size());
        });
    }

    /** All ranks draw the same numbers. */
    private static void exchange(Communicator world, SplittableRandom random, int round) {
        int size = world.size();
        int shift = 1 + random.nextInt(size - 1);
        long lengths = random.nextLong();
        int to = (world.rank() + shift) % size;
        int from = (world.rank() + size - shift) % size;
        byte[] there = new byte[length(lengths, world.rank())];
        Arrays.fill(there, content(world.rank(), round));
        byte[] here = new byte[length(lengths, from)];
        boolean isFromAny =
                shift == 1 && size > 2 && round % 7 == 0 && world.failed().size() == 0;
        Request receive = started(world, from, () -> world.nonblocking().receive(here, isFromAny ? -1 : from, round));
        Request send = started(world, to, () -> world.nonblocking().send(there, to, round));
        Status status = await(world, isFromAny ? -1 : from, receive);
        if (status == null
                && isFromAny) { // ended by the death of any rank: a sender that lives still waits to be served
            status = await(
                    world, from, started(world, from, () -> world.nonblocking().receive(here, from, round)));
        }
        await(world, to, send);
        if (status != null) {
            boolean isWhole = status.source() == from && status.countBytes() == here.length;
            for (byte each : here) {
                isWhole &= each == content(from, round);
            }
            if (!isWhole) {
                throw new AssertionError("wrong message: from=" + status.source() + " expected=" + from + " length="
                        + status.countBytes() + " expected=" + here.length);
            }
        }
    }

    private static int length(long lengths, int rank) {
        int drawn = (int) (lengths >>> 3 * (rank % 21)) & 7;
        return LENGTHS[drawn == 7 ? 1 : drawn];
    }

    private static byte content(int rank, int round) {
        return (byte) (rank * 31 + round);
    }

    private interface Starting {
        Request start();
    }

    private static Request started(Communicator world, int peer, Starting call) {
        try {
            return call.start();
        } catch (SennitException e) {
            expected(world, peer, e);
            return null;
        }
    }

    /** The outcome, or null when the peer is dead. */
    private static Status await(Communicator world, int peer, Request request) {
        try {
            return request == null ? null : request.await();
        } catch (SennitException e) {
            expected(world, peer, e);
            return null;
        }
    }

    private static void expected(Communicator world, int peer, SennitException error) {
        boolean isDead = peer < 0
                ? world.failed().size() > 0
                : world.group().translateRanks(new int[] {peer}, world.failed())[0] != Group.UNDEFINED;
        if (error.errorClass() != ErrorClass.PROC_FAILED || !isDead) {
            throw new AssertionError("not to be expected: peer=" + peer + " dead=" + world.failed(), error);
        }
    }
}
