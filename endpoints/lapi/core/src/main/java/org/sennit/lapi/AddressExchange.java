package org.sennit.lapi;

import org.sennit.Communicator;

/** Collective exchange of what tasks name at each other. Belongs to the thread that drives the endpoint. */
final class AddressExchange {
    private final Communicator communicator;
    private final AddressTable table;
    private final Checks checks;
    private final int task;
    private final int tasks;

    AddressExchange(Communicator communicator, AddressTable table, Checks checks) {
        this.communicator = communicator;
        this.table = table;
        this.checks = checks;
        this.task = communicator.rank();
        this.tasks = communicator.size();
    }

    /** Returns the memory that each task has given, by task; null for none. */
    RemoteAddress[] all(RemoteAddress mine) {
        RemoteAddress sent = mine == null ? new RemoteAddress(task, 0, 0) : mine;
        long[] all = exchange(mine == null ? 0 : 1, sent.region(), sent.offsetBytes());
        RemoteAddress[] addresses = new RemoteAddress[tasks];
        for (int i = 0; i < tasks; i++) {
            addresses[i] = all[3 * i] == 0 ? null : new RemoteAddress(i, (int) all[3 * i + 1], all[3 * i + 2]);
        }
        return addresses;
    }

    /** Returns the counter that each task has given, by task; null for none. */
    CounterAddress[] all(LapiCounter mine) {
        long[] all = exchange(mine == null ? -1 : mine.address().number());
        CounterAddress[] addresses = new CounterAddress[tasks];
        for (int i = 0; i < tasks; i++) {
            addresses[i] = all[i] < 0 ? null : new CounterAddress(i, (int) all[i]);
        }
        return addresses;
    }

    private long[] exchange(long... mine) {
        long[] all = new long[mine.length * tasks];
        communicator.allgather(mine, all);
        return all;
    }

    /** Registers a handler of each task at one index; returns that. */
    int register(HeaderHandler handler) {
        long[] all = exchange(handler == null ? 0 : 1, table.next());
        int index = 1;
        for (int i = 0; i < tasks; i++) {
            if (all[2 * i] == 0) {
                throw new LapiException(LapiStatus.HDR_HNDLR_NULL, "registerHandler", "task=" + i);
            }
            index = Math.max(index, (int) all[2 * i + 1]);
        }
        checks.index("registerHandler", index);
        table.set(index, handler);
        communicator.barrier();
        return index;
    }
}
