package org.sennit.examples.is;

import java.util.Arrays;
import org.sennit.Communicator;
import org.sennit.Operation;

/**
 * Ranks the keys of all ranks: sorts them into buckets, gives each rank a run of buckets with about its share of the
 * keys, brings the keys there, and counts how often each occurs.
 *
 * <p>Collective: every rank calls {@link #rank}, one thread each. Surprise: a rank may own no bucket at all, and then
 * no key. Source: RNR-94-007, section "Kernel IS"; the owner of a bucket is chosen in our own way, by where its middle
 * key lies.
 */
final class BucketSort {
    private final Communicator world;
    private final ProblemClass problem;
    private final KeyExchange exchange;

    /** Keys of this rank in each bucket, and after that the tested keys; over all ranks in the second. */
    private final int[] own;

    private final int[] all;

    /** The place of the next key of each bucket. */
    private final int[] next;

    private final int[] leaving;
    private final int[] byBucket;

    // What the last ranking found: keys from firstKey up are this rank's, below[k - firstKey] of them are less than k.
    private int firstKey;
    private int[] below = new int[1];
    private int lesserKeys;

    BucketSort(Communicator world, ProblemClass problem, int ownKeys) {
        this.world = world;
        this.problem = problem;
        this.exchange = new KeyExchange(world);
        this.own = new int[problem.buckets() + ProblemClass.TESTED_KEYS];
        this.all = new int[own.length];
        this.next = new int[problem.buckets()];
        this.leaving = new int[world.size()];
        this.byBucket = new int[ownKeys];
    }

    /** Ranks the keys of all ranks. */
    void rank(KeyShare share) {
        count(share);
        world.allreduce(own, all, Operation.SUM);
        assignBuckets();
        sortIntoBuckets(share.keys());
        exchange.exchange(byBucket, leaving);
        countOwnedKeys();
    }

    private void count(KeyShare share) {
        Arrays.fill(own, 0);
        for (int key : share.keys()) {
            own[problem.bucketOf(key)]++;
        }
        for (int test = 0; test < ProblemClass.TESTED_KEYS; test++) {
            own[problem.buckets() + test] = share.getOrZero(problem.testedIndex(test));
        }
    }

    /** Assigns each bucket to a rank: how many keys go there, and where this rank's begin. */
    private void assignBuckets() {
        Arrays.fill(leaving, 0);
        int firstBucket = -1;
        int endBucket = -1;
        int before = 0;
        int ownBefore = 0;
        lesserKeys = 0;
        for (int bucket = 0; bucket < problem.buckets(); bucket++) {
            int owner = ownerOf(before + all[bucket] / 2);
            leaving[owner] += own[bucket];
            next[bucket] = ownBefore;
            if (owner == world.rank()) {
                if (firstBucket < 0) {
                    firstBucket = bucket;
                    lesserKeys = before;
                }
                endBucket = bucket + 1;
            }
            before += all[bucket];
            ownBefore += own[bucket];
        }
        firstKey = firstBucket < 0 ? 0 : problem.firstKeyOf(firstBucket);
        int keys = firstBucket < 0 ? 0 : problem.firstKeyOf(endBucket) - firstKey;
        if (below.length != keys + 1) {
            below = new int[keys + 1];
        } else {
            Arrays.fill(below, 0);
        }
    }

    private int ownerOf(int place) {
        return Math.min(world.size() - 1, (int) ((long) place * world.size() / problem.totalKeys()));
    }

    private void sortIntoBuckets(int[] keys) {
        for (int key : keys) {
            byBucket[next[problem.bucketOf(key)]++] = key;
        }
    }

    private void countOwnedKeys() {
        int[] keys = exchange.received();
        for (int i = 0; i < exchange.receivedCount(); i++) {
            below[keys[i] - firstKey + 1]++;
        }
        for (int i = 1; i < below.length; i++) {
            below[i] += below[i - 1];
        }
    }

    /** Returns how many of the five tested keys are this rank's and have the rank that the benchmark publishes. */
    int rightRanks(int iteration) {
        int right = 0;
        for (int test = 0; test < ProblemClass.TESTED_KEYS; test++) {
            int at = all[problem.buckets() + test] - firstKey;
            if (at >= 0 && at < below.length - 1) {
                right += lesserKeys + below[at] == problem.expectedRank(test, iteration) ? 1 : 0;
            }
        }
        return right;
    }

    /** Returns this rank's keys in order, each put where its rank says; uses up the ranks. */
    int[] sorted() {
        int[] sorted = new int[exchange.receivedCount()];
        int[] keys = exchange.received();
        for (int i = 0; i < sorted.length; i++) {
            sorted[below[keys[i] - firstKey]++] = keys[i];
        }
        return sorted;
    }
}
