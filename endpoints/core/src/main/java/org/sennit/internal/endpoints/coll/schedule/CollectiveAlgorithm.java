package org.sennit.internal.endpoints.coll.schedule;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** An algorithm of a collective: writes the schedule of each member. Stateless; the same on all members. */
public abstract class CollectiveAlgorithm {
    private final String name;
    private final String explanation;
    private final Set<CollectiveKind> kinds;

    /**
     * Makes an algorithm.
     *
     * @param name its name, for tables and for {@code sennit info}
     * @param explanation half a line: how it works, or when it pays
     * @param kinds the collectives that it does
     */
    protected CollectiveAlgorithm(String name, String explanation, CollectiveKind... kinds) {
        this.name = name;
        this.explanation = explanation;
        this.kinds = EnumSet.copyOf(List.of(kinds));
    }

    /** Returns its name, for tables and for {@code sennit info}. */
    public final String name() {
        return name;
    }

    /** Returns half a line: how it works, or when it pays. */
    public final String explain() {
        return explanation;
    }

    /**
     * Returns whether it can do a call; asked with what all members know alike, so that they choose the same.
     *
     * @param map where the members live
     * @return false for another collective, or when one of its restrictions forbids it
     */
    public final boolean suits(CollectiveCall call, ProcessMap map) {
        return kinds.contains(call.kind) && allows(call, map);
    }

    /** Returns whether its restrictions allow a call of one of its collectives. Here: there are none. */
    protected boolean allows(CollectiveCall call, ProcessMap map) {
        return true;
    }

    /**
     * Returns how many times as much the bytes of a call count, where a limit says up to how many it pays. Here: once.
     *
     * @param processes the number of JVMs
     * @return at least 1
     */
    public long weight(int processes) {
        return 1;
    }

    /**
     * Appends the steps of one member.
     *
     * @param builder knows where the member stands
     * @param call what the member calls
     */
    public abstract void append(ScheduleBuilder builder, CollectiveCall call);
}
