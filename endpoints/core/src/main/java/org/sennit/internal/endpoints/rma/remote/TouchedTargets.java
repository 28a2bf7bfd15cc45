package org.sennit.internal.endpoints.rma.remote;

import java.util.ArrayList;

/**
 * The targets with accesses since the last end of all of them, in any order: the end of all accesses costs what they
 * are, whatever the number of members. Any thread; its monitor is taken inside that of a target.
 */
final class TouchedTargets<T extends TouchedTargets.Member> {
    /** An entry of the list. */
    static class Member {
        private int place; // in the list, where it is there. Guarded by the list
    }

    private final ArrayList<T> members = new ArrayList<>(); // guarded by this

    /** Adds one that is not there. */
    synchronized void add(T member) {
        place(member, members.size());
        members.add(member);
    }

    /** Removes one that is there. */
    synchronized void remove(T member) {
        T last = members.removeLast();
        if (last != member) {
            int place = ((Member) member).place;
            members.set(place, last);
            place(last, place);
        }
    }

    private static void place(Member member, int place) {
        member.place = place;
    }

    synchronized int size() {
        return members.size();
    }

    /**
     * Returns the one at a place, null behind the end. A caller goes through the list from its end: one that is removed
     * meanwhile has its place taken by the last one, which has been met.
     */
    synchronized T get(int place) {
        return place < members.size() ? members.get(place) : null;
    }
}
