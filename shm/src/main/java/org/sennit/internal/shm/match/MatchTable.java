package org.sennit.internal.shm.match;

import java.util.function.Consumer;

/**
 * A hash table of queues: for each key (context, source, tag) its members in the order in which they were added. All
 * operations take constant time, whatever the number of members and keys. The links lie in the members themselves, and
 * the oldest member of a key stands for the key in its bucket: nothing is allocated but the buckets.
 *
 * <p>The key that was used last is remembered, so that a run of members with one key is added and removed without
 * hashing. Belongs to one thread.
 *
 * @param <T> the members
 */
final class MatchTable<T extends MatchNode<T>> {
    /** One cache line of buckets. */
    private static final int FEWEST_BUCKETS = 16;

    private static final int TAGS_A_LINE_SHIFT = Integer.numberOfTrailingZeros(FEWEST_BUCKETS);

    /**
     * A table is halved when it was this many times larger than its number of keys for a whole period. A period ends
     * when the table is empty, or after as many removals as it has buckets. So the table does not oscillate in steady
     * use, nor stay large after a flood.
     */
    private static final int SPARSE = 4;

    private T[] buckets = newBuckets(FEWEST_BUCKETS); // heads: the oldest member of each key
    private int hashShift = Integer.numberOfLeadingZeros(FEWEST_BUCKETS) + 1;
    private int keys;
    private int size;
    private int mostKeys; // in this period
    private int removals; // of heads, in this period
    private T recent; // the head used last, or null
    private int recentBucket;

    int size() {
        return size;
    }

    /** Passes all members to the viewer, in no order. */
    void forEach(Consumer<T> viewer) {
        for (T head : buckets) {
            for (T each = head; each != null; each = each.chained) {
                for (T member = each; member != null; member = member.newerOfKey) {
                    viewer.accept(member);
                }
            }
        }
    }

    /** Returns the number of buckets; for tests. */
    int bucketCount() {
        return buckets.length;
    }

    /** Returns the most keys in one bucket; for tests of the hash. */
    int longestChain() {
        int longest = 0;
        for (T head : buckets) {
            int n = 0;
            for (T each = head; each != null; each = each.chained) {
                n++;
            }
            longest = Math.max(longest, n);
        }
        return longest;
    }

    /**
     * Sixteen consecutive tags share a line of buckets, so that tags in order, forwards or backwards, touch each
     * line once. The lines are those of a Fibonacci hash, which puts consecutive groups of tags, and groups in
     * steps, far apart; its lower bits permute the buckets of the line, so that tags of which only the higher
     * bits differ are spread as well.
     */
    private int bucketOf(int context, int source, int tag) {
        int h = ((tag >>> TAGS_A_LINE_SHIFT) + source * 0x85EBCA77 + context * 0xC2B2AE3D) * 0x9E3779B1;
        return h >>> hashShift ^ tag & FEWEST_BUCKETS - 1;
    }

    /** Returns the oldest member of a key, or null. */
    T oldest(int context, int source, int tag) {
        T head = recent;
        if (head != null && head.isOf(context, source, tag)) {
            return head;
        }
        return size == 0 ? null : find(context, source, tag);
    }

    private T find(int context, int source, int tag) {
        int bucket = bucketOf(context, source, tag);
        T head = buckets[bucket];
        while (head != null && !head.isOf(context, source, tag)) {
            head = head.chained;
        }
        if (head != null) {
            recent = head;
            recentBucket = bucket;
        }
        return head;
    }

    /** Adds a member as the newest of its key. */
    void add(T member) {
        T head = oldest(member.contextId, member.keySource, member.keyTag);
        size++;
        if (head == null) {
            addKey(member);
            return;
        }
        T last = head.newestOfKey;
        last.newerOfKey = member;
        member.olderOfKey = last;
        head.newestOfKey = member;
    }

    private void addKey(T head) {
        if (keys == buckets.length) {
            resize(buckets.length * 2);
        }
        mostKeys = Math.max(mostKeys, ++keys);
        head.newestOfKey = head;
        recent = head;
        recentBucket = link(head);
    }

    @SuppressWarnings("unchecked") // the array never leaves the table
    private T[] newBuckets(int n) {
        return (T[]) new MatchNode<?>[n];
    }

    private int link(T head) {
        int bucket = bucketOf(head.contextId, head.keySource, head.keyTag);
        head.chained = buckets[bucket];
        buckets[bucket] = head;
        return bucket;
    }

    /** Removes a member; its links are null afterwards. */
    void remove(T member) {
        size--;
        T before = member.olderOfKey;
        T after = member.newerOfKey;
        if (before == null) {
            removeHead(member, after);
        } else {
            before.newerOfKey = after;
            member.olderOfKey = null;
            if (after == null) {
                oldest(member.contextId, member.keySource, member.keyTag).newestOfKey = before;
            } else {
                after.olderOfKey = before;
                member.newerOfKey = null;
            }
        }
    }

    private void removeHead(T head, T after) {
        int bucket = head == recent ? recentBucket : bucketOf(head.contextId, head.keySource, head.keyTag);
        T rest = head.chained;
        if (after == null) {
            replace(bucket, head, rest);
            recent = head == recent ? null : recent;
            keys--;
        } else {
            after.olderOfKey = null;
            after.newestOfKey = head.newestOfKey;
            after.chained = rest;
            replace(bucket, head, after);
            recent = after;
            recentBucket = bucket;
            head.newerOfKey = null;
        }
        head.newestOfKey = null;
        if (rest != null) {
            head.chained = null;
        }
        if (keys == 0 || ++removals >= buckets.length) {
            endPeriod();
        }
    }

    private void endPeriod() {
        if (mostKeys * SPARSE < buckets.length && buckets.length > FEWEST_BUCKETS) {
            resize(buckets.length / 2);
        }
        removals = 0;
        mostKeys = keys;
    }

    private void replace(int bucket, T head, T with) {
        T each = buckets[bucket];
        if (each == head) {
            buckets[bucket] = with;
            return;
        }
        while (each.chained != head) {
            each = each.chained;
        }
        each.chained = with;
    }

    private void resize(int n) {
        T[] old = buckets;
        buckets = newBuckets(n);
        hashShift = Integer.numberOfLeadingZeros(n) + 1;
        recent = null;
        for (T head : old) {
            for (T each = head; each != null; ) {
                T rest = each.chained;
                link(each);
                each = rest;
            }
        }
    }
}
