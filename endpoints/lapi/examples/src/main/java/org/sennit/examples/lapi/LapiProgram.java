package org.sennit.examples.lapi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.sennit.Job;
import org.sennit.lapi.Lapi;
import org.sennit.lapi.LapiCounter;
import org.sennit.lapi.LapiQuery;
import org.sennit.lapi.LapiVector;
import org.sennit.lapi.RemoteAddress;
import org.sennit.lapi.RemoteVector;

/**
 * The program {@code lapi}: the vectors and handlers of LAPI_Amsendv's manual page, on all tasks of a job, each
 * verified.
 *
 * <p>For users of LAPI: a column of a matrix is put beside the neighbor's by strided vectors; task 0 scatters numbers
 * by an iovector, whose header handler says where each goes; and all tasks fill a queue of task 0 by active messages
 * whose completion handlers answer.
 */
public final class LapiProgram {
    private static final int ROWS = 1000;
    private static final int COLUMNS = 10;
    private static final int NUMBERS = 100;
    private static final int ITEMS = 200;

    private final Lapi lapi;
    private final int task;
    private final int tasks;

    private LapiProgram(Lapi lapi) {
        this.lapi = lapi;
        this.task = (int) lapi.qenv(LapiQuery.TASK_ID);
        this.tasks = (int) lapi.qenv(LapiQuery.NUM_TASKS);
    }

    /**
     * Runs four tasks in this JVM, or what the launcher says.
     *
     * @param args none
     */
    public static void main(String[] args) {
        Job.run(4, endpoint -> {
            Lapi lapi = Lapi.init(endpoint);
            LapiProgram program = new LapiProgram(lapi);
            program.stridedPut();
            program.scatter();
            program.queue();
            lapi.term();
        });
    }

    /** Puts the last column of each task into the first one of the next task. */
    private void stridedPut() {
        double[] matrix = new double[ROWS * COLUMNS];
        for (int row = 0; row < ROWS; row++) {
            matrix[row * COLUMNS + COLUMNS - 1] = task * ROWS + row;
        }
        RemoteAddress[] matrices = lapi.addressInit(lapi.register(matrix));
        LapiCounter arrived = lapi.newCounter();
        var arrivals = lapi.addressInit(arrived);

        int next = (task + 1) % tasks;
        long rowBytes = (long) COLUMNS * Double.BYTES;
        MemorySegment last = MemorySegment.ofArray(matrix).asSlice(rowBytes - Double.BYTES);
        lapi.putv(
                next,
                RemoteVector.strided(matrices[next], ROWS, Double.BYTES, rowBytes),
                LapiVector.strided(last, ROWS, Double.BYTES, rowBytes),
                arrivals[next],
                null,
                null);
        lapi.waitcntr(arrived, 1);

        int before = (task + tasks - 1) % tasks;
        for (int row = 0; row < ROWS; row++) {
            check(matrix[row * COLUMNS] == before * ROWS + row, "row " + row);
        }
        say("strided put: " + ROWS + " blocks of 8 bytes from each task to the next one");
    }

    /** Numbers that lie together at task 0 go to places of their own at each task. */
    private void scatter() {
        int[][] places = new int[NUMBERS][1];
        int handler = lapi.registerHandler(message -> {
            long[] lengths = new long[message.count()];
            for (int i = 0; i < lengths.length; i++) {
                lengths[i] = message.lengthBytes(i);
            }
            return LapiVector.iovector(places, lengths);
        });
        LapiCounter arrived = lapi.newCounter();
        var arrivals = lapi.addressInit(arrived);
        if (task == 0) {
            LapiCounter sent = lapi.newCounter();
            int[] numbers = new int[NUMBERS];
            for (int to = 0; to < tasks; to++) {
                Arrays.setAll(numbers, i -> i * i);
                numbers[0] = to;
                MemorySegment[] pieces = new MemorySegment[NUMBERS];
                for (int i = 0; i < NUMBERS; i++) {
                    pieces[i] = MemorySegment.ofArray(numbers).asSlice((long) i * Integer.BYTES, Integer.BYTES);
                }
                lapi.amsendv(to, handler, null, 0, LapiVector.iovector(pieces), arrivals[to], sent, null);
                lapi.waitcntr(sent, 1); // the numbers may be changed
            }
        }
        lapi.waitcntr(arrived, 1);
        for (int i = 1; i < NUMBERS; i++) {
            check(places[i][0] == i * i, "number " + i);
        }
        check(places[0][0] == task, "number 0");
        say("iovector scatter: " + NUMBERS + " pieces to each task");
    }

    /** Items of all tasks go to slots of a queue at task 0; the answer to each comes from its completion handler. */
    private void queue() {
        long[] slots = new long[ITEMS * tasks];
        AtomicInteger used = new AtomicInteger();
        AtomicLong answers = new AtomicLong();
        LapiCounter answered = lapi.newCounter();
        var answeredAt = lapi.addressInit(answered);
        int answer = lapi.registerHandler(message -> {
            answers.addAndGet(message.userHeader().get(ValueLayout.JAVA_LONG_UNALIGNED, 0));
            return null;
        });
        int enqueue = lapi.registerHandler(message -> {
            int origin = message.origin();
            int slot = used.getAndIncrement();
            message.setCompletionHandler(
                    (handle, info) -> handle.amsend(
                            origin, answer, new long[] {2 * slots[slot]}, 8, null, 0, answeredAt[origin], null, null),
                    null);
            return LapiVector.of(MemorySegment.ofArray(slots).asSlice(8L * slot, 8), 8);
        });
        LapiCounter sent = lapi.newCounter();
        long[] item = new long[1];
        for (int i = 0; i < ITEMS; i++) {
            item[0] = 1 + task + (long) tasks * i;
            lapi.amsend(0, enqueue, null, 0, item, 8, null, sent, null);
            lapi.waitcntr(sent, 1);
        }
        lapi.waitcntr(answered, ITEMS);
        long wanted = 0;
        for (int i = 0; i < ITEMS; i++) {
            wanted += 2 * (1 + task + (long) tasks * i);
        }
        check(answers.get() == wanted, "answers");
        lapi.gfence();
        if (task == 0) {
            long all = (long) ITEMS * tasks;
            check(Arrays.stream(slots).sum() == all * (all + 1) / 2, "queue");
        }
        say("active message queue: " + ITEMS + " items of each of " + tasks + " tasks, all answered");
    }

    private void check(boolean isRight, String what) {
        if (!isRight) {
            throw new IllegalStateException("task " + task + ": wrong " + what);
        }
    }

    /** Prints a line in task 0 when all tasks have reached this call. */
    private void say(String line) {
        lapi.gfence();
        if (task == 0) {
            System.out.println(line);
        }
    }
}
