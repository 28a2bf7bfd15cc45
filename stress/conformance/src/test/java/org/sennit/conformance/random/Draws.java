package org.sennit.conformance.random;

import java.util.Set;
import java.util.TreeSet;

/** The kinds of draws that random programs are made of: which a program has, and which there are. */
final class Draws {
    private static final String TRANSFER = "partitioned message";
    private static final String SEVERAL = "several memories";
    private static final String COLLECTIVE = "collective";
    private static final String GENERALIZED = "generalized request";
    private static final String SECOND_THREAD = "second thread";

    private Draws() {}

    /** The kinds that a program has. */
    static Set<String> of(RandomPlan plan) {
        Set<String> draws = new TreeSet<>();
        draws.add(name(plan.order()));
        for (Message m : plan.messages()) {
            draws.add("send " + name(m.mode()));
            draws.add("send " + name(m.way()));
            draws.add("send " + name(m.elements()));
            draws.add("send " + name(m.place().memory()));
            note(draws, m.place().memories() > 1, "send " + SEVERAL);
        }
        plan.receives()
                .forEach(ofRank -> ofRank.forEach(r -> {
                    draws.add("receive " + name(r.way()));
                    draws.add("receive " + name(r.place().memory()));
                    note(draws, r.place().memories() > 1, "receive " + SEVERAL);
                }));
        if (plan.hasExchange()) {
            draws.add(exchange(plan.isReplacing(), plan.isExchangeBlocking()));
        }
        plan.births().forEach(birth -> draws.add(name(birth)));
        plan.side().phases().forEach(phase -> draws.add(name(phase.kind())));
        plan.side().parcels().forEach(parcel -> draws.add("object " + name(parcel.way())));
        note(draws, !plan.transfers().isEmpty(), TRANSFER);
        note(draws, !plan.calls().isEmpty(), COLLECTIVE);
        note(draws, plan.side().generalized() > 0, GENERALIZED);
        note(draws, plan.side().secondThread() != null, SECOND_THREAD);
        return draws;
    }

    /** All kinds. */
    static Set<String> all() {
        Set<String> draws = new TreeSet<>(Set.of(TRANSFER, COLLECTIVE, GENERALIZED, SECOND_THREAD));
        draws.add("send " + SEVERAL);
        draws.add("receive " + SEVERAL);
        addAll(draws, "", Order.values());
        addAll(draws, "send ", SendMode.values());
        addAll(draws, "send ", Way.BLOCKING, Way.NONBLOCKING, Way.PERSISTENT, Way.FUTURE, Way.EXCHANGE);
        addAll(draws, "send ", Elements.values());
        addAll(draws, "send ", MemoryKind.values());
        addAll(draws, "receive ", Way.values());
        addAll(draws, "receive ", MemoryKind.values());
        addAll(draws, "", Birth.values());
        addAll(draws, "", Phase.Kind.values());
        addAll(draws, "object ", Parcel.Way.values());
        for (boolean isReplacing : new boolean[] {false, true}) {
            draws.add(exchange(isReplacing, false));
            draws.add(exchange(isReplacing, true));
        }
        return draws;
    }

    private static String exchange(boolean isReplacing, boolean isBlocking) {
        return (isBlocking ? "" : "nonblocking().") + "sendReceive" + (isReplacing ? "Replace" : "");
    }

    private static void note(Set<String> draws, boolean has, String what) {
        if (has) {
            draws.add(what);
        }
    }

    private static void addAll(Set<String> draws, String before, Enum<?>... kinds) {
        for (Enum<?> kind : kinds) {
            draws.add(before + name(kind));
        }
    }

    private static String name(Enum<?> kind) {
        return kind.getDeclaringClass().getName().replaceAll(".*[.$]", "") + " " + kind.name();
    }
}
