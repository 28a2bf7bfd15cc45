package org.sennit.lapi;

import org.sennit.Communicator;

/** Collective exchange of what tasks name at each other. Belongs to the thread that drives the endpoint. */
final class AddressExchange {
    private final Communicator communicator;
    private final Checks checks;
    private final int task;
    private final int tasks;

    AddressExchange(Communicator communicator, Checks checks) {
        this.communicator = communicator;
        this.checks = checks;
        this.task = communicator.rank();
        this.tasks = communicator.size();
    }

    /**
     * Returns the memory that each task has given, by task; null for none.
     *
     * @throws LapiException TGT_ADDR_NULL, on all tasks, when one has given another one's
     */
    RemoteAddress[] all(Call call, RemoteAddress mine) {
        RemoteAddress sent = mine == null ? new RemoteAddress(task, 0, 0) : mine;
        long[] all = exchange(mine == null ? 0 : 1, sent.region(), sent.offsetBytes(), sent.task());
        RemoteAddress[] addresses = new RemoteAddress[tasks];
        for (int i = 0; i < tasks; i++) {
            if (all[4 * i + 3] != i) {
                throw call.wrong(LapiStatus.TGT_ADDR_NULL, "task=" + i + " gives memory of task " + all[4 * i + 3]);
            }
            addresses[i] = all[4 * i] == 0 ? null : new RemoteAddress(i, (int) all[4 * i + 1], all[4 * i + 2]);
        }
        return addresses;
    }

    /**
     * Returns the counter that each task has given, by task; null for none.
     *
     * @throws LapiException CNTR_VAL, on all tasks, when one has given another one's
     */
    CounterAddress[] all(Call call, LapiCounter mine) {
        CounterAddress sent = mine == null ? new CounterAddress(task, -1) : mine.address();
        long[] all = exchange(sent.number(), sent.task());
        CounterAddress[] addresses = new CounterAddress[tasks];
        for (int i = 0; i < tasks; i++) {
            if (all[2 * i + 1] != i) {
                throw call.wrong(LapiStatus.CNTR_VAL, "task=" + i + " gives a counter of task " + all[2 * i + 1]);
            }
            addresses[i] = all[2 * i] < 0 ? null : new CounterAddress(i, (int) all[2 * i]);
        }
        return addresses;
    }

    private long[] exchange(long... mine) {
        long[] all = new long[mine.length * tasks];
        communicator.allgather(mine, all);
        return all;
    }

    /**
     * Returns the index at which all tasks are to register a handler.
     *
     * @param isGiven whether this task has a handler
     * @param next the index above all that this task has in use
     * @throws LapiException HDR_HNDLR_NULL, on all tasks, when one has none
     */
    int index(Call call, boolean isGiven, int next) {
        long[] all = exchange(isGiven ? 1 : 0, next);
        int index = 1;
        for (int i = 0; i < tasks; i++) {
            if (all[2 * i] == 0) {
                throw call.wrong(LapiStatus.HDR_HNDLR_NULL, "task=" + i + " gives no handler");
            }
            index = Math.max(index, (int) all[2 * i + 1]);
        }
        checks.index(call, index);
        return index;
    }
}
