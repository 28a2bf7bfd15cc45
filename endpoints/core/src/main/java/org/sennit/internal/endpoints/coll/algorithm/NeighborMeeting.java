package org.sennit.internal.endpoints.coll.algorithm;

import java.util.BitSet;
import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;
import org.sennit.internal.endpoints.coll.schedule.Step;
import org.sennit.internal.endpoints.group.Neighborhood;

/**
 * Appends the steps by which a member meets its neighbors: those in the process by signals, the others by messages.
 * Several messages between the same two members are distinguished by their order: sent by slots, received by the slots
 * that they come from.
 */
final class NeighborMeeting {
    private final ScheduleBuilder builder;
    private final Neighborhood near;
    private final NeighborBlocks blocks;
    private final BitSet sources; // members of the process, without the caller
    private final BitSet destinations;

    NeighborMeeting(ScheduleBuilder builder, Neighborhood near, NeighborBlocks blocks) {
        this.builder = builder;
        this.near = near;
        this.blocks = blocks;
        this.sources = here(near.sources());
        this.destinations = here(near.destinations());
    }

    private BitSet here(int[] ranks) {
        BitSet members = new BitSet();
        for (int rank : ranks) {
            if (rank >= 0 && rank != builder.rank() && builder.isHere(rank)) {
                members.set(builder.map().memberOf(rank));
            }
        }
        return members;
    }

    boolean isReadHere() {
        return !destinations.isEmpty();
    }

    void startMessages() {
        for (int i : near.receiveOrder()) {
            int source = near.sources()[i];
            if (source >= 0 && !builder.isHere(source)) {
                builder.receive(source, builder.own(BufferRef.OUT), blocks.receiveOffset(i), blocks.receiveBytes(i));
            }
        }
        for (int slot = 0; slot < near.destinations().length; slot++) {
            int destination = near.destinations()[slot];
            if (destination >= 0 && !builder.isHere(destination)) {
                builder.send(destination, builder.own(BufferRef.IN), blocks.sendOffset(slot), blocks.sendBytes(slot));
            }
        }
    }

    /** Afterwards the blocks of the sources in the process are within reach. */
    void show() {
        int phase = builder.nextPhase();
        signal(phase, destinations);
        await(phase, sources);
    }

    /**
     * Ends the meeting. On return the messages have arrived, and no member of the process reads the caller's blocks any
     * more.
     */
    void end() {
        int phase = builder.nextPhase();
        signal(phase, sources);
        drain();
        await(phase, destinations);
    }

    /** Afterwards the messages have come. */
    void drain() {
        if (builder.processes() > 1) {
            builder.drain();
        }
    }

    /** Wakes no more members than have to know. */
    private void signal(int phase, BitSet members) {
        if (members.cardinality() == builder.members() - 1 && builder.members() > 2) {
            builder.signal(phase, Step.ALL);
            return;
        }
        for (int member = members.nextSetBit(0); member >= 0; member = members.nextSetBit(member + 1)) {
            builder.signal(phase, member);
        }
    }

    private void await(int phase, BitSet members) {
        for (int member = members.nextSetBit(0); member >= 0; member = members.nextSetBit(member + 1)) {
            builder.await(phase, member);
        }
    }
}
