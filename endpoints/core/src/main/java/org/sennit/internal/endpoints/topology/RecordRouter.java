package org.sennit.internal.endpoints.topology;

import java.util.Arrays;
import java.util.Comparator;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.construct.PrivateMessages;
import org.sennit.message.Request;

/**
 * Sends records of a few numbers from any member to any other; receivers do not know their senders: in each of log₂(n)
 * rounds the members are cut in two halves, and each sends what is meant for the other half to a partner there. Memory
 * grows with the records, not with the members. Collective over the communicator; blocks. (The crystal router: Fox et
 * al., "Solving Problems on Concurrent Processors", 1988, chapter 22)
 *
 * @param width the numbers of a record; the first is the rank that it is meant for
 */
record RecordRouter(CommContext comm, int width) {
    private static final int TAG = 0; // one at a time, as all constructions

    /**
     * Routes.
     *
     * @param records those that the caller has, one after the other
     * @return those that are meant for the caller, in order of their numbers from the second on
     */
    int[][] route(int[] records) {
        int[] held = records;
        int begin = 0;
        int count = comm.group().size();
        while (count > 1) {
            int low = (count + 1) / 2;
            int middle = begin + low;
            boolean isLow = comm.rank() < middle;
            int[] staying = select(held, middle, isLow);
            int[] arrived = swap(begin + count, low, middle, isLow, select(held, middle, !isLow));
            held = join(staying, arrived);
            begin = isLow ? begin : middle;
            count = isLow ? low : count - low;
        }
        return sorted(held);
    }

    private int[] select(int[] records, int middle, boolean isForLow) {
        int[] selected = new int[records.length];
        int length = 0;
        for (int at = 0; at < records.length; at += width) {
            if (records[at] < middle == isForLow) {
                System.arraycopy(records, at, selected, length, width);
                length += width;
            }
        }
        return Arrays.copyOf(selected, length);
    }

    /**
     * Returns where the halves differ, the last of the lower one has no partner: the first of the upper one takes what
     * it has.
     */
    private int[] swap(int end, int low, int middle, boolean isLow, int[] going) {
        int rank = comm.rank();
        boolean isOdd = end - middle < low;
        if (isLow && rank + low == end) {
            send(middle, going);
            return new int[0];
        }
        int[] arrived = exchange(isLow ? rank + low : rank - low, going);
        return isOdd && rank == middle ? join(arrived, receive(middle - 1)) : arrived;
    }

    private int[] exchange(int partner, int[] going) {
        PrivateMessages messages = new PrivateMessages(comm, PrivateMessages.Kind.EDGES);
        Request length = messages.send(partner, TAG, new int[] {going.length});
        Request content = messages.send(partner, TAG, going);
        int[] arrived = receive(partner);
        messages.await(length);
        messages.await(content);
        return arrived;
    }

    private void send(int partner, int[] going) {
        PrivateMessages messages = new PrivateMessages(comm, PrivateMessages.Kind.EDGES);
        Request length = messages.send(partner, TAG, new int[] {going.length});
        messages.await(messages.send(partner, TAG, going));
        messages.await(length);
    }

    private int[] receive(int partner) {
        PrivateMessages messages = new PrivateMessages(comm, PrivateMessages.Kind.EDGES);
        int[] length = new int[1];
        messages.receive(partner, TAG, length);
        int[] arrived = new int[length[0]];
        messages.receive(partner, TAG, arrived);
        return arrived;
    }

    private static int[] join(int[] one, int[] other) {
        int[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }

    private int[][] sorted(int[] records) {
        int[][] each = new int[records.length / width][];
        for (int i = 0; i < each.length; i++) {
            each[i] = Arrays.copyOfRange(records, i * width + 1, (i + 1) * width);
        }
        Arrays.sort(each, (Comparator<int[]>) Arrays::compare);
        return each;
    }
}
