package org.sennit.internal.endpoints.coll.schedule;

/** One way to do a collective: writes the schedule of each member. Stateless; the same on all members. */
public interface CollectiveAlgorithm {
    /**
     * Returns its name, for tables and for {@code sennit info}.
     *
     * @return short
     */
    String name();

    /**
     * Returns how it works, or when it pays.
     *
     * @return half a line
     */
    String explain();

    /**
     * Returns whether it can do a call; asked with what all members know alike, so that they choose the same.
     *
     * @param call the call
     * @param spread where the members live
     * @return false when one of its restrictions forbids it
     */
    boolean suits(CollectiveCall call, ProcessMap spread);

    /**
     * Appends the steps of one member.
     *
     * @param builder knows where the member stands
     * @param call what the member calls
     */
    void append(ScheduleBuilder builder, CollectiveCall call);
}
