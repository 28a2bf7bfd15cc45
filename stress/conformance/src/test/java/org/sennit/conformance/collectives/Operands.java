package org.sennit.conformance.collectives;

import org.sennit.Blocks;
import org.sennit.Communicator;
import org.sennit.message.DataLayout;

/** What a member passes to a call, and the numbers that it puts there and expects. */
public final class Operands {
    private final CollectiveCase call;
    private final int rank;
    private final Buffer send; // null where the member gives nothing, or in place
    private final Buffer receive; // null where the member gets nothing, or in place

    /**
     * Makes the memory of a member.
     *
     * @param call what is called
     * @param rank the member
     */
    public Operands(CollectiveCase call, int rank) {
        this.call = call;
        this.rank = rank;
        Collective collective = call.collective();
        boolean isRoot = rank == call.root();
        boolean isInPlace = call.isInPlace() && collective.inPlace.isFor(isRoot);
        boolean isInSend = isInPlace && collective.inPlace == Collective.InPlace.ROOT_RECEIVES;
        this.send = isInPlace && !isInSend ? null : buffer(collective.send, sendKind(), isRoot);
        boolean isOperandInResult = isInPlace && collective.isScattered();
        this.receive = isInSend
                ? null
                : isOperandInResult
                        ? buffer(collective.send, Buffer.Kind.ARRAY, isRoot)
                        : buffer(collective.receive, call.receiveKind(), isRoot);
    }

    /** Most reductions have one layout for both memories. */
    private Buffer.Kind sendKind() {
        Collective collective = call.collective();
        boolean isOneLayout = collective.isReduction() && collective != Collective.REDUCE_SCATTER;
        return isOneLayout ? call.receiveKind() : call.sendKind();
    }

    private Buffer buffer(Collective.Side side, Buffer.Kind kind, boolean isRoot) {
        int[] counts = new int[call.size()];
        for (int other = 0; other < counts.length; other++) {
            counts[other] = call.count(other, side == Collective.Side.BLOCK_FOR_EACH_PAIR ? rank : other);
        }
        return switch (side) {
            case NOTHING -> null;
            case ONE -> new Buffer(call.type(), kind, 1, call.count());
            case ONE_AT_ROOT -> isRoot ? new Buffer(call.type(), kind, 1, call.count()) : null;
            case OWN_LENGTH -> new Buffer(call.type(), kind, 1, counts[rank]);
            case ALL -> new Buffer(call.type(), kind, call.size(), call.count());
            case ALL_AT_ROOT -> isRoot ? new Buffer(call.type(), kind, call.size(), call.count()) : null;
            case BLOCK_OF_EACH, BLOCK_FOR_EACH_PAIR -> new Buffer(call.type(), kind, counts);
            case BLOCK_OF_EACH_AT_ROOT -> isRoot ? new Buffer(call.type(), kind, counts) : null;
        };
    }

    Object send() {
        return send != null
                ? send.memory
                : receive != null
                                && call.isInPlace()
                                && call.collective().inPlace.isFor(rank == call.root())
                        ? Communicator.IN_PLACE
                        : null;
    }

    Object receive() {
        return receive != null
                ? receive.memory
                : send != null
                                && call.isInPlace()
                                && call.collective().inPlace == Collective.InPlace.ROOT_RECEIVES
                                && rank == call.root()
                        ? Communicator.IN_PLACE
                        : null;
    }

    DataLayout sendLayout() {
        return send != null && send.layout != null
                ? send.layout
                : call.type().layout.count(call.count());
    }

    DataLayout receiveLayout() {
        return receive != null && receive.layout != null
                ? receive.layout
                : call.type().layout.count(call.count());
    }

    /** Of a reduction. */
    DataLayout layout() {
        return send != null ? sendLayout() : receiveLayout();
    }

    Blocks sendBlocks() {
        return send != null && send.blocks != null ? send.blocks : receive == null ? null : receive.blocks;
    }

    Blocks receiveBlocks() {
        return receive == null ? null : receive.blocks;
    }

    /**
     * Puts the member's numbers where they belong.
     *
     * @param start of which start, from 0
     */
    public void fill(int start) {
        if (receive != null) {
            receive.clear();
        }
        if (send != null) {
            send.clear();
            send.fill((block, index) -> given(start, block, index));
        } else if (receive != null && send() == Communicator.IN_PLACE) {
            if (receive.blockCount() == 1 || call.collective().isGivenByBlocks()) {
                receive.fill((block, index) -> given(start, block, index));
            } else {
                receive.fillBlock(rank, (block, index) -> given(start, 0, index));
            }
        }
    }

    private long given(int start, int block, int index) {
        return call.value(start, rank, block, index);
    }

    /**
     * Throws when something is not as it should be.
     *
     * @param start after which start, from 0
     */
    public void check(int start) {
        String what = "start " + start + ", rank " + rank + ", " + call;
        Collective collective = call.collective();
        boolean isRoot = rank == call.root();
        if (send != null && !collective.isInOut()) {
            send.check((block, index) -> given(start, block, index), "the operand of " + what);
        }
        Buffer result = collective.isInOut() ? send : receive;
        if (result == null || collective == Collective.EXSCAN && rank == 0) {
            return;
        }
        boolean isOperandInResult = collective.isScattered() && send == null;
        if (isOperandInResult) {
            int own = collective == Collective.REDUCE_SCATTER ? call.count(rank, rank) : call.count();
            result.checkFirst(own, index -> collective.expected(call, start, rank, 0, index), what);
        } else {
            result.check((block, index) -> collective.expected(call, start, rank, block, index), what);
        }
        assert isRoot || !collective.isOnlyAtRoot() : "no result here";
    }
}
