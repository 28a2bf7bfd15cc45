package org.sennit.internal.endpoints.group;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.sennit.internal.endpoints.device.peer.EndpointAddress;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.spi.progress.RankScope;

/**
 * The placement of a communicator's ranks: its members in order, resolved to peers for this process, and their
 * distribution over processes. One object for each communicator and process, shared by its endpoints; immutable except
 * for caches. The user's counterpart is a {@link MemberGroup}.
 */
public final class RankMap {
    private static final int[] NONE = {};

    private final Peer[] peers;
    private final int[] processIndex; // of each rank, into the lists below
    private final int[] processes; // job numbers, in the order of their first rank
    private final int[][] ranks; // of each process, ascending
    private final long[] endpoints; // of each rank, as RankScope numbers them
    private final Map<Members, Subset> subsets = new WeakHashMap<>(); // under its own lock

    // Written and read by any thread without order: an immutable object; a thread that misses it makes an equal one.
    private Members members;

    private final int own; // index of this process, −1 when it has no member

    /**
     * Makes a placement.
     *
     * @param peers the members by rank
     * @param ownProcess the number of the process that holds this object
     */
    public RankMap(List<Peer> peers, int ownProcess) {
        this.peers = peers.toArray(Peer[]::new);
        this.processIndex = new int[this.peers.length];
        this.endpoints = new long[this.peers.length];
        LinkedHashMap<Integer, Integer> indexOf = new LinkedHashMap<>();
        for (int rank = 0; rank < this.peers.length; rank++) {
            int process = this.peers[rank].address().process();
            endpoints[rank] =
                    RankScope.endpoint(process, this.peers[rank].address().endpoint());
            Integer known = indexOf.putIfAbsent(process, indexOf.size());
            processIndex[rank] = known == null ? indexOf.size() - 1 : known;
        }
        this.processes = indexOf.keySet().stream().mapToInt(Integer::intValue).toArray();
        this.ranks = new int[processes.length][];
        int[] counts = new int[processes.length];
        for (int p : processIndex) {
            counts[p]++;
        }
        for (int p = 0; p < processes.length; p++) {
            ranks[p] = new int[counts[p]];
        }
        Arrays.fill(counts, 0);
        for (int rank = 0; rank < processIndex.length; rank++) {
            int p = processIndex[rank];
            ranks[p][counts[p]++] = rank;
        }
        this.own = indexOf.getOrDefault(ownProcess, -1);
    }

    /** Returns the number of members, at least 1. */
    public int size() {
        return peers.length;
    }

    /** Returns all members, by rank; not to be changed. */
    public Peer[] peers() {
        return peers;
    }

    /**
     * Returns a member.
     *
     * @param rank 0 to size − 1
     */
    public Peer peer(int rank) {
        return peers[rank];
    }

    /** Returns all members by rank, as {@link RankScope} numbers endpoints; not to be changed. */
    public long[] endpoints() {
        return endpoints;
    }

    /**
     * Returns a member's address.
     *
     * @param rank 0 to size − 1
     * @return where it lives
     */
    public EndpointAddress address(int rank) {
        return peers[rank].address();
    }

    /** Returns the number of processes over which the members are spread, at least 1. */
    public int processCount() {
        return processes.length;
    }

    /**
     * Returns the index of the process in which a member lives.
     *
     * @param rank 0 to size − 1
     * @return 0 to processCount − 1
     */
    public int processIndexOf(int rank) {
        return processIndex[rank];
    }

    /**
     * Returns the index of the process that holds this object.
     *
     * @return 0 to processCount − 1, or −1 when no member lives there: the remote side of an intercommunicator
     */
    public int ownProcessIndex() {
        return own;
    }

    /**
     * Returns the ranks that live in a process.
     *
     * @param index 0 to processCount − 1
     * @return ascending ranks; not to be changed
     */
    public int[] ranksOf(int index) {
        return ranks[index];
    }

    /**
     * Returns the position of a rank of this process among those of the process.
     *
     * @param rank a rank of this process
     * @return 0 for the leader
     */
    public int memberIndexOf(int rank) {
        return Arrays.binarySearch(ranks[own], rank);
    }

    /** Returns the ranks of this process, ascending; not to be changed. */
    public int[] ownRanks() {
        return own < 0 ? NONE : ranks[own];
    }

    /** Returns the index of each rank's process; not to be changed. */
    public int[] processIndexes() {
        return processIndex;
    }

    /** Returns the ranks of each process, ascending, by its index; not to be changed. */
    public int[][] ranksByProcess() {
        return ranks;
    }

    /**
     * Returns the members as a set to calculate with.
     *
     * @param ownRank whose view it is, or −1 when it is not a member
     */
    public MemberGroup group(int ownRank) {
        return new MemberGroup(members(), ownRank < 0 ? null : peers[ownRank].identity());
    }

    /** Returns the members, held once for all groups that come from here. */
    Members members() {
        Members known = members;
        if (known == null) {
            EndpointAddress[] identities = new EndpointAddress[peers.length];
            for (int rank = 0; rank < identities.length; rank++) {
                identities[rank] = peers[rank].identity();
            }
            known = new Members(identities, new MemberPool());
            members = known;
        }
        return known;
    }

    /**
     * Returns a group as part of this map. Found once for all endpoints of the process that ask while the group is in
     * use.
     *
     * @param group any group
     * @return its members' ranks here
     */
    public Subset subset(MemberGroup group) {
        synchronized (subsets) {
            return subsets.computeIfAbsent(group.members(), some -> Subset.of(some, this));
        }
    }
}
