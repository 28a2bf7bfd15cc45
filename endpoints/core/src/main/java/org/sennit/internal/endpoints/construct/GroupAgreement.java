package org.sennit.internal.endpoints.construct;

import org.sennit.message.Request;

/**
 * An agreement of some members of a communicator on the largest of their numbers, without the others: up and down a
 * binomial tree. Blocks.
 *
 * @param messages the private messages of the communicator
 * @param ranks the ranks in it of those that agree, in the same order everywhere
 * @param own the caller's index in ranks
 * @param tag distinguishes concurrent agreements of different threads of a rank
 */
record GroupAgreement(PrivateMessages messages, int[] ranks, int own, int tag) {
    /** Replaces each value by the largest of all members. */
    void max(int[] values) {
        int mask = 1;
        for (; mask < ranks.length && (own & mask) == 0; mask *= 2) {
            if (own + mask < ranks.length) {
                int[] others = new int[values.length];
                messages.receive(ranks[own + mask], tag, others);
                for (int i = 0; i < values.length; i++) {
                    values[i] = Math.max(values[i], others[i]);
                }
            }
        }
        if (own != 0) {
            Request send = messages.send(ranks[own - mask], tag, values);
            messages.receive(ranks[own - mask], tag, values);
            messages.await(send);
        }
        for (mask /= 2; mask > 0; mask /= 2) {
            if (own + mask < ranks.length) {
                messages.await(messages.send(ranks[own + mask], tag, values));
            }
        }
    }
}
