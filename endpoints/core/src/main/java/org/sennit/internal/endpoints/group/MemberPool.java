package org.sennit.internal.endpoints.group;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Interns the member lists of equal groups of one process, weakly: ten thousand endpoints that each make a group of
 * half of all would otherwise hold fifty million entries. Any thread may call.
 */
final class MemberPool {
    private final Map<Members, WeakReference<Members>> known = new WeakHashMap<>(); // under this object's lock

    /** Returns the first equal one that is still in use. */
    synchronized Members same(Members members) {
        WeakReference<Members> found = known.get(members);
        Members first = found == null ? null : found.get();
        if (first != null) {
            return first;
        }
        known.put(members, new WeakReference<>(members));
        return members;
    }
}
