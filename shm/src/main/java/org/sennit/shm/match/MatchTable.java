package org.sennit.shm.match;

/**
 * A hash table of queues: for each key (context, source, tag) the entries in the order in which they were added. All
 * operations take constant time, whatever the number of entries; entries and queues come from free lists, so steady
 * use allocates nothing. Belongs to one thread.
 *
 * @param <T> what the entries stand for
 */
final class MatchTable<T> {
    private static final int INITIAL_BUCKETS = 16;
    private static final int MOST_FREE = 1024;

    /** One place in a queue. */
    static final class Entry<T> {
        T owner;
        private Queue<T> queue;
        private Entry<T> next; // in the queue, or in the free list
        private Entry<T> previous;
    }

    /** The entries of one key, oldest first. */
    private static final class Queue<T> {
        int context;
        int source;
        int tag;
        Entry<T> oldest;
        Entry<T> newest;
        Queue<T> next; // in the bucket, or in the free list
    }

    private Queue<T>[] buckets = newBuckets(INITIAL_BUCKETS);
    private int queues;
    private int size;
    private Queue<T> freeQueues;
    private int freeQueueCount;
    private Entry<T> freeEntries;
    private int freeEntryCount;

    @SuppressWarnings("unchecked")
    private static <T> Queue<T>[] newBuckets(int n) {
        return (Queue<T>[]) new Queue<?>[n];
    }

    int size() {
        return size;
    }

    private static int hash(int context, int source, int tag) {
        int h = context * 0x9E3779B1 + source * 0x85EBCA77 + tag * 0xC2B2AE3D;
        return h ^ h >>> 15;
    }

    /** The owner of the oldest entry of a key, or null. */
    T oldest(int context, int source, int tag) {
        if (size == 0) {
            return null;
        }
        Queue<T> queue = find(context, source, tag);
        return queue == null ? null : queue.oldest.owner;
    }

    private Queue<T> find(int context, int source, int tag) {
        Queue<T> queue = buckets[hash(context, source, tag) & buckets.length - 1];
        while (queue != null && (queue.tag != tag || queue.source != source || queue.context != context)) {
            queue = queue.next;
        }
        return queue;
    }

    /** Adds an entry as the newest of its key. */
    Entry<T> add(int context, int source, int tag, T owner) {
        Queue<T> queue = find(context, source, tag);
        if (queue == null) {
            queue = addQueue(context, source, tag);
        }
        Entry<T> entry = takeEntry();
        entry.owner = owner;
        entry.queue = queue;
        entry.previous = queue.newest;
        entry.next = null;
        if (queue.newest == null) {
            queue.oldest = entry;
        } else {
            queue.newest.next = entry;
        }
        queue.newest = entry;
        size++;
        return entry;
    }

    /** Removes an entry that {@link #add} gave. */
    void remove(Entry<T> entry) {
        Queue<T> queue = entry.queue;
        if (entry.previous == null) {
            queue.oldest = entry.next;
        } else {
            entry.previous.next = entry.next;
        }
        if (entry.next == null) {
            queue.newest = entry.previous;
        } else {
            entry.next.previous = entry.previous;
        }
        size--;
        if (queue.oldest == null) {
            removeQueue(queue);
        }
        giveEntry(entry);
    }

    private Queue<T> addQueue(int context, int source, int tag) {
        if (queues >= buckets.length) {
            grow();
        }
        Queue<T> queue = freeQueues;
        if (queue == null) {
            queue = new Queue<>();
        } else {
            freeQueues = queue.next;
            freeQueueCount--;
        }
        queue.context = context;
        queue.source = source;
        queue.tag = tag;
        link(queue);
        queues++;
        return queue;
    }

    private void link(Queue<T> queue) {
        int bucket = hash(queue.context, queue.source, queue.tag) & buckets.length - 1;
        queue.next = buckets[bucket];
        buckets[bucket] = queue;
    }

    private void removeQueue(Queue<T> queue) {
        int bucket = hash(queue.context, queue.source, queue.tag) & buckets.length - 1;
        if (buckets[bucket] == queue) {
            buckets[bucket] = queue.next;
        } else {
            Queue<T> before = buckets[bucket];
            while (before.next != queue) {
                before = before.next;
            }
            before.next = queue.next;
        }
        queues--;
        queue.next = null;
        if (freeQueueCount < MOST_FREE) {
            queue.next = freeQueues;
            freeQueues = queue;
            freeQueueCount++;
        }
    }

    private void grow() {
        Queue<T>[] old = buckets;
        buckets = newBuckets(old.length * 2);
        for (Queue<T> head : old) {
            for (Queue<T> queue = head; queue != null; ) {
                Queue<T> following = queue.next;
                link(queue);
                queue = following;
            }
        }
    }

    private Entry<T> takeEntry() {
        Entry<T> entry = freeEntries;
        if (entry == null) {
            return new Entry<>();
        }
        freeEntries = entry.next;
        freeEntryCount--;
        return entry;
    }

    private void giveEntry(Entry<T> entry) {
        entry.owner = null;
        entry.queue = null;
        entry.previous = null;
        entry.next = null;
        if (freeEntryCount < MOST_FREE) {
            entry.next = freeEntries;
            freeEntries = entry;
            freeEntryCount++;
        }
    }
}
