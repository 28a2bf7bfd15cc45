package org.sennit.internal.endpoints.construct;

import java.lang.foreign.MemorySegment;
import java.util.function.Function;
import java.util.function.Supplier;
import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.coll.schedule.BlockTable;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.endpoints.group.RankMap;
import org.sennit.message.ElementType;

/**
 * A table of numbers that all members of a communicator exchange while they make a new one, on the context of
 * constructors. It is held, and evaluated, once in each process instead of by each member, so that memory and time of a
 * process grow linearly with the number of members.
 *
 * <p>Made by the first member of a process; each writes its own numbers before the exchange,
 * whose signals publish them.
 */
public final class SharedTable {
    private final int[] numbers; // process by process, and in a process by rank
    private Object read; // what has been found in it; under this object's lock

    private SharedTable(int length) {
        this.numbers = new int[length];
    }

    /**
     * Sends the caller's numbers to all members. Collective over the communicator; blocks.
     *
     * @param <T> what the numbers mean
     * @param comm the communicator, or of an intercommunicator that of the local group
     * @param reading finds out what the numbers of all members, rank by rank, mean; the same on all members of a
     *     process, where one calls it for all, and where it throws each
     * @param own the caller's numbers, as many as the other members pass
     * @return what the numbers mean, the same object for all members of a process
     */
    static <T> T allgather(CommContext comm, Collectives collectives, Function<int[], T> reading, int... own) {
        RankMap group = comm.group();
        int fields = own.length;
        SharedTable table = comm.share(SharedTable.class, () -> new SharedTable(fields * group.size()));
        long[] begins = new long[group.processCount()];
        long[] lengths = new long[begins.length];
        long end = 0;
        for (int p = 0; p < begins.length; p++) {
            begins[p] = end;
            lengths[p] = (long) group.ranksOf(p).length * fields * Integer.BYTES;
            end += lengths[p];
        }
        int first = (int) (begins[group.ownProcessIndex()] / Integer.BYTES);
        System.arraycopy(own, 0, table.numbers, first + group.memberIndexOf(comm.rank()) * fields, fields);
        collectives.exchangeTable(MemorySegment.ofArray(table.numbers), new BlockTable(begins, lengths));
        return table.read(() -> reading.apply(table.byRank(group, fields)));
    }

    @SuppressWarnings("unchecked") // all members give readings of one type
    private synchronized <T> T read(Supplier<T> reading) {
        if (read == null) {
            read = reading.get();
        }
        return (T) read;
    }

    private int[] byRank(RankMap group, int fields) {
        int[] all = new int[numbers.length];
        int at = 0;
        for (int p = 0; p < group.processCount(); p++) {
            for (int rank : group.ranksOf(p)) {
                System.arraycopy(numbers, at, all, rank * fields, fields);
                at += fields;
            }
        }
        return all;
    }

    /**
     * Brings a member's numbers to all. Collective over the communicator; blocks.
     *
     * @param <T> what the numbers mean
     * @param comm the communicator, or of an intercommunicator that of the local group
     * @param values the numbers at the root; not looked at elsewhere
     * @param length their number
     * @param root the member's rank
     * @param reading finds out what the numbers mean; the same on all members of a process, where one calls it for all
     * @return what the numbers mean, the same object for all members of a process
     */
    public static <T> T broadcast(
            CommContext comm, Collectives collectives, int[] values, int length, int root, Function<int[], T> reading) {
        RankMap group = comm.group();
        SharedTable table = comm.share(SharedTable.class, () -> new SharedTable(length));
        if (comm.rank() == root) {
            System.arraycopy(values, 0, table.numbers, 0, length);
        }
        long[] lengths = new long[group.processCount()];
        lengths[group.processIndexOf(root)] = (long) length * Integer.BYTES;
        collectives.exchangeTable(
                MemorySegment.ofArray(table.numbers), new BlockTable(new long[lengths.length], lengths));
        return table.read(() -> reading.apply(table.numbers));
    }

    /**
     * Returns the largest of the members' numbers. Collective over the communicator; blocks.
     *
     * @param own the caller's number
     */
    static int max(Collectives collectives, int own) {
        int[] largest = new int[1];
        collectives.allreduce(
                MemorySegment.ofArray(new int[] {own}),
                MemorySegment.ofArray(largest),
                ElementType.INT,
                1,
                Reduction.MAX);
        return largest[0];
    }
}
