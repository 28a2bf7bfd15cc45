package org.sennit.internal.net.connection;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A bounded set in which an addition beyond the bound replaces a random member. So a client that adds many members in a
 * short time mostly replaces its own: a member survives n additions with probability (1 - 1/bound)^n, whereas the
 * oldest one would be replaced for certain after as many additions as the bound. Not thread-safe.
 *
 * @param <T> the members, compared by identity
 */
final class BoundedCrowd<T> {
    private final int bound;
    private final RandomGenerator random;
    private final List<T> members = new ArrayList<>();

    BoundedCrowd(int bound, RandomGenerator random) {
        this.bound = bound;
        this.random = random;
    }

    /** Adds a member. Returns the one that it replaces; null while there is room. */
    T add(T member) {
        if (members.size() < bound) {
            members.add(member);
            return null;
        }
        return members.set(random.nextInt(bound), member);
    }

    void remove(T member) {
        for (int i = 0; i < members.size(); i++) {
            if (members.get(i) == member) {
                T last = members.removeLast();
                if (i < members.size()) {
                    members.set(i, last);
                }
                return;
            }
        }
    }

    boolean isEmpty() {
        return members.isEmpty();
    }

    List<T> copy() {
        return List.copyOf(members);
    }

    void clear() {
        members.clear();
    }
}
