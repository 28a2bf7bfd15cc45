package org.sennit.internal.runtime.bootstrap.server;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import org.sennit.spi.bootstrap.KeyValueSpace;

/**
 * The values and fences of one {@code Job.run}: what the processes have put, and how many fences each has reached. The
 * i-th fence of every process is the same fence.
 *
 * <p>Threads: guarded by the server's lock.
 */
final class JobSession {
    /** Receives the answer to a fence: null when all processes have reached it, else why one of them will not. */
    interface FenceAnswer {
        void answer(String failure);
    }

    private static final class Fence {
        final String step;
        final boolean isOfSurvivors;
        final BitSet arrived = new BitSet();
        final List<FenceAnswer> waiting = new ArrayList<>();
        boolean isComplete;

        Fence(String step, boolean isOfSurvivors) {
            this.step = step;
            this.isOfSurvivors = isOfSurvivors;
        }
    }

    private final int processes;
    private final IntFunction<String> nameOfProcess;
    private final ArrayList<Fence> fences = new ArrayList<>();
    private Map<String, String> values = new HashMap<>();

    /** The number of fences that each process has reached. */
    private final int[] fencesOf;

    private int inside; // processes that have entered and not left

    /** Reason for which a process will reach no further fence, or null. */
    private final String[] goneBecause;

    JobSession(int processes, IntFunction<String> nameOfProcess) {
        this.processes = processes;
        this.nameOfProcess = nameOfProcess;
        this.fencesOf = new int[processes];
        this.goneBecause = new String[processes];
    }

    void enter() {
        inside++;
    }

    /** Notes that a process that has entered will use the session no more. */
    void leave(int process, String because) {
        inside--;
        gone(process, because);
    }

    void put(String key, String value) {
        values.put(key, value);
    }

    /** Returns the values of the first keys, up to one that no process has put. */
    List<String> get(List<String> keys) {
        List<String> found = new ArrayList<>(keys.size());
        for (String key : keys) {
            String value = values.get(key);
            if (value == null) {
                break;
            }
            found.add(value);
        }
        return found;
    }

    /**
     * Notes that a process has reached its next fence; a fence of survivors does not wait for processes that are gone.
     */
    void fence(int process, String step, boolean isOfSurvivors, FenceAnswer answer) {
        int index = fencesOf[process]++;
        if (index == fences.size()) {
            fences.add(new Fence(step, isOfSurvivors));
        }
        Fence fence = fences.get(index);
        if (!fence.step.equals(step)) {
            answer.answer(
                    nameOfProcess.apply(process) + " is at step " + step + " where others are at step " + fence.step);
            return;
        }
        fence.arrived.set(process);
        fence.waiting.add(answer);
        settle(fence);
    }

    /** Notes that a process will reach no further fence. */
    void gone(int process, String because) {
        if (goneBecause[process] == null) {
            goneBecause[process] = because;
            fences.forEach(this::settle);
        }
        if (inside == 0 && isLeft()) {
            empty();
        }
    }

    /**
     * Drops what the processes have put: a launcher serves any number of jobs, one after the other. A process that was
     * given up and enters all the same finds no values, and its first fence fails.
     */
    private void empty() {
        values = new HashMap<>(); // clear() would keep the table
        fences.clear();
        fences.trimToSize();
        Arrays.fill(fencesOf, 0);
    }

    /** Returns the number of values and fences that it keeps. */
    int size() {
        return values.size() + fences.size();
    }

    /** Returns whether a process has passed the fences of the start, and not the last one: others may wait for it. */
    boolean isUnderWay(int process) {
        if (fencesOf[process] == 0) {
            return false;
        }
        Fence latest = fences.get(fencesOf[process] - 1);
        return latest.step.equals(KeyValueSpace.LAST_STEP) != latest.isComplete;
    }

    /** Returns whether no process will reach a further fence. */
    boolean isLeft() {
        return Arrays.stream(goneBecause).allMatch(Objects::nonNull);
    }

    /** Returns the processes that have not reached the fence at which a process waits. */
    BitSet missing(int process) {
        BitSet missing = new BitSet();
        missing.set(0, processes);
        missing.andNot(fences.get(fencesOf[process] - 1).arrived);
        return missing;
    }

    private void settle(Fence fence) {
        if (fence.waiting.isEmpty()) {
            return;
        }
        String failure = null;
        boolean isComplete = true;
        for (int p = fence.arrived.nextClearBit(0); p < processes; p = fence.arrived.nextClearBit(p + 1)) {
            if (goneBecause[p] == null) {
                isComplete = false;
            } else if (!fence.isOfSurvivors) {
                failure = nameOfProcess.apply(p) + " " + goneBecause[p];
                break;
            }
        }
        if (failure == null && !isComplete) {
            return;
        }
        fence.isComplete = failure == null;
        List<FenceAnswer> answers = List.copyOf(fence.waiting);
        fence.waiting.clear();
        for (FenceAnswer answer : answers) {
            answer.answer(failure);
        }
    }
}
