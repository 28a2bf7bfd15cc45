package org.sennit.conformance.random;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A random program: who sends what to whom, and which receives each rank posts, in which order. Every rank makes the
 * same plan from the same seed, so each knows what the others send without a message.
 *
 * @param seed what it was made from
 * @param order how the ranks' parts are ordered
 * @param rounds how often all of it happens; persistent requests are made once and started so often
 * @param messages in the order in which their senders send them
 * @param receives of each rank, in the order of posting
 * @param transfers the partitioned messages
 * @param births how communicators are made for collectives besides those of the program
 * @param calls the collectives, in the order in which all call them
 * @param side what is done besides
 */
record RandomPlan(
        long seed,
        Order order,
        int rounds,
        List<Message> messages,
        List<List<Receive>> receives,
        List<Transfer> transfers,
        List<Birth> births,
        List<GroupCall> calls,
        SideWork side) {
    static final int COMMUNICATORS = 2;

    int ranks() {
        return receives.size();
    }

    /** What determines the bytes of a message in a round. */
    long number(Message message, int round) {
        return seed * 31 + message.id() * 64L + round;
    }

    /** What determines the bytes of a partitioned message in a round. */
    long number(Transfer transfer, int round) {
        return ~(seed * 31 + transfer.id() * 64L + round);
    }

    /** The same program without the partitioned messages. */
    RandomPlan withoutTransfers() {
        return new RandomPlan(seed, order, rounds, messages, receives, List.of(), births, calls, side);
    }

    /** The same program with some of the collectives; those that are made for them stay. */
    RandomPlan keepingCalls(Predicate<GroupCall> isKept) {
        List<GroupCall> kept = calls.stream().filter(isKept).toList();
        return new RandomPlan(
                seed, order, rounds, messages, receives, transfers, kept.isEmpty() ? List.of() : births, kept, side);
    }

    /** Whether there is a call that sends and receives, which all ranks make. */
    boolean hasExchange() {
        return messages.stream().anyMatch(m -> m.way() == Way.EXCHANGE);
    }

    /** The same program with some of the messages, and of the receives those that were made for them. */
    RandomPlan keeping(Predicate<Message> isKept) {
        List<Message> kept = messages.stream().filter(isKept).toList();
        List<Integer> ids = kept.stream().map(Message::id).toList();
        List<List<Receive>> keptReceives = receives.stream()
                .map(list -> list.stream().filter(r -> ids.contains(r.id())).toList())
                .toList();
        return new RandomPlan(seed, order, rounds, kept, keptReceives, transfers, births, calls, side);
    }

    /** The same program, done once. */
    RandomPlan once() {
        return new RandomPlan(seed, order, 1, messages, receives, transfers, births, calls, side);
    }

    /** The same program with other calls, or in other memory. */
    RandomPlan with(UnaryOperator<Message> ofMessages, UnaryOperator<Receive> ofReceives) {
        return new RandomPlan(
                seed,
                order,
                rounds,
                messages.stream().map(ofMessages).toList(),
                receives.stream()
                        .map(list -> list.stream().map(ofReceives).toList())
                        .toList(),
                transfers,
                births,
                calls,
                side);
    }

    /** The same program with other things done besides. */
    RandomPlan with(SideWork other) {
        return new RandomPlan(seed, order, rounds, messages, receives, transfers, births, calls, other);
    }

    /** Whether the call that sends and receives does so in one memory. */
    boolean isReplacing() {
        return (seed & 2) != 0;
    }

    /** Whether the call that sends and receives blocks. */
    boolean isExchangeBlocking() {
        return (seed & 1) == 0;
    }

    /** The program as text, a line for each call, rank by rank. */
    String text() {
        StringBuilder text = new StringBuilder("random program seed=" + seed + ": " + ranks() + " ranks, " + rounds
                + (rounds == 1 ? " round, " : " rounds, ") + order + "\n");
        for (int rank = 0; rank < ranks(); rank++) {
            text.append("rank ").append(rank).append('\n');
            for (Object step : steps(rank)) {
                text.append("    ").append(step).append('\n');
            }
        }
        transfers.forEach(transfer -> text.append(transfer).append('\n'));
        for (int i = 0; i < births.size(); i++) {
            text.append("group ")
                    .append(COMMUNICATORS + i)
                    .append(": ")
                    .append(births.get(i))
                    .append('\n');
        }
        calls.forEach(call -> text.append(call).append('\n'));
        return text.append(side.text()).toString();
    }

    /** A rank's sends and receives in the order in which it does them. */
    List<Object> steps(int rank) {
        List<Object> sends = new ArrayList<>(
                messages.stream().filter(m -> m.source() == rank).toList());
        List<Object> steps = new ArrayList<>(receives.get(rank));
        switch (order) {
            case RECEIVES_FIRST -> steps.addAll(sends);
            case SENDS_FIRST -> steps.addAll(0, sends);
            case IN_TURN -> {
                steps.addAll(0, sends); // a message to itself is sent and then received
                steps.sort(java.util.Comparator.comparingInt(RandomPlan::idOf));
            }
        }
        return steps;
    }

    private static int idOf(Object step) {
        return step instanceof Message m ? m.id() : ((Receive) step).id();
    }
}
