package org.sennit.conformance.collectives;

import static org.sennit.conformance.collectives.Collective.Side.ALL;
import static org.sennit.conformance.collectives.Collective.Side.ALL_AT_ROOT;
import static org.sennit.conformance.collectives.Collective.Side.BLOCK_FOR_EACH_PAIR;
import static org.sennit.conformance.collectives.Collective.Side.BLOCK_OF_EACH;
import static org.sennit.conformance.collectives.Collective.Side.BLOCK_OF_EACH_AT_ROOT;
import static org.sennit.conformance.collectives.Collective.Side.NOTHING;
import static org.sennit.conformance.collectives.Collective.Side.ONE;
import static org.sennit.conformance.collectives.Collective.Side.ONE_AT_ROOT;
import static org.sennit.conformance.collectives.Collective.Side.OWN_LENGTH;

import org.sennit.Communicator;
import org.sennit.message.Request;

/**
 * The collectives: a row says what each member gives and gets, and what the model expects. {@link CollectiveCalls}
 * calls.
 */
public enum Collective {
    BARRIER(NOTHING, NOTHING, InPlace.NEVER),
    BROADCAST(ONE, NOTHING, InPlace.NEVER),
    GATHER(ONE, ALL_AT_ROOT, InPlace.ROOT_SENDS),
    GATHERV(OWN_LENGTH, BLOCK_OF_EACH_AT_ROOT, InPlace.ROOT_SENDS),
    SCATTER(ALL_AT_ROOT, ONE, InPlace.ROOT_RECEIVES),
    SCATTERV(BLOCK_OF_EACH_AT_ROOT, OWN_LENGTH, InPlace.ROOT_RECEIVES),
    ALLGATHER(ONE, ALL, InPlace.ALL_SEND),
    ALLGATHERV(OWN_LENGTH, BLOCK_OF_EACH, InPlace.ALL_SEND),
    ALLTOALL(ALL, ALL, InPlace.ALL_SEND),
    ALLTOALLV(BLOCK_FOR_EACH_PAIR, BLOCK_FOR_EACH_PAIR, InPlace.ALL_SEND),
    REDUCE(ONE, ONE_AT_ROOT, InPlace.ROOT_SENDS),
    ALLREDUCE(ONE, ONE, InPlace.ALL_SEND),
    REDUCE_SCATTER_BLOCK(ALL, ONE, InPlace.ALL_SEND),
    REDUCE_SCATTER(BLOCK_OF_EACH, OWN_LENGTH, InPlace.ALL_SEND),
    SCAN(ONE, ONE, InPlace.ALL_SEND),
    EXSCAN(ONE, ONE, InPlace.ALL_SEND);

    /** What a member has in one of its memories. */
    enum Side {
        NOTHING,
        ONE,
        ONE_AT_ROOT,
        /** A block as long as the member's own. */
        OWN_LENGTH,
        ALL,
        ALL_AT_ROOT,
        /** As long as those that they belong to. */
        BLOCK_OF_EACH,
        BLOCK_OF_EACH_AT_ROOT,
        /** As long as the two agree upon. */
        BLOCK_FOR_EACH_PAIR
    }

    /** Who may say that its operand lies in the result's memory. */
    enum InPlace {
        NEVER,
        ROOT_SENDS,
        ROOT_RECEIVES,
        ALL_SEND;

        boolean isFor(boolean isRoot) {
            return this == ALL_SEND || this != NEVER && isRoot;
        }
    }

    final Side send;
    final Side receive;
    final InPlace inPlace;

    Collective(Side send, Side receive, InPlace inPlace) {
        this.send = send;
        this.receive = receive;
        this.inPlace = inPlace;
    }

    boolean isReduction() {
        return ordinal() >= REDUCE.ordinal();
    }

    boolean isScattered() {
        return this == REDUCE_SCATTER_BLOCK || this == REDUCE_SCATTER;
    }

    /** Whether a member's operand is a block for each. */
    boolean isGivenByBlocks() {
        return this == ALLTOALL || this == ALLTOALLV || isScattered();
    }

    /** Whether the memory that is sent is the one that receives. */
    boolean isInOut() {
        return this == BROADCAST;
    }

    boolean isOnlyAtRoot() {
        return receive == ALL_AT_ROOT || receive == BLOCK_OF_EACH_AT_ROOT || receive == ONE_AT_ROOT;
    }

    /** How many blocks all members have together. */
    long blocksOfAll(int size) {
        boolean isPairs = this == ALLTOALL || this == ALLTOALLV || this == ALLGATHER || this == ALLGATHERV;
        return isPairs || isScattered() ? 2L * size * size : 2L * size;
    }

    /** The number that a member must have at a place of its result. */
    long expected(CollectiveCase call, int start, int rank, int block, int index) {
        return switch (this) {
            case BARRIER -> 0;
            case BROADCAST -> call.value(start, call.root(), 0, index);
            case GATHER, GATHERV, ALLGATHER, ALLGATHERV -> call.value(start, block, 0, index);
            case SCATTER, SCATTERV -> call.value(start, call.root(), rank, index);
            case ALLTOALL, ALLTOALLV -> call.value(start, block, rank, index);
            case REDUCE, ALLREDUCE -> call.reduced(start, 0, call.size(), 0, index);
            case REDUCE_SCATTER_BLOCK, REDUCE_SCATTER -> call.reduced(start, 0, call.size(), rank, index);
            case SCAN -> call.reduced(start, 0, rank + 1, 0, index);
            case EXSCAN -> call.reduced(start, 0, rank, 0, index);
        };
    }

    /** Does it, and looks at what has come of it. */
    static void run(CollectiveCase call, Communicator communicator) {
        Operands operands = new Operands(call, communicator.rank());
        switch (call.driver()) {
            case BLOCKING -> {
                operands.fill(0);
                CollectiveCalls.blocking(call, communicator, operands);
                operands.check(0);
            }
            case NONBLOCKING -> {
                operands.fill(0);
                CollectiveCalls.nonblocking(call, communicator, operands).await();
                operands.check(0);
            }
            case PERSISTENT -> {
                Request request = CollectiveCalls.persistent(call, communicator, operands);
                for (int start = 0; start < 2; start++) {
                    operands.fill(start);
                    request.start();
                    request.await();
                    operands.check(start);
                }
                request.free();
            }
        }
    }
}
