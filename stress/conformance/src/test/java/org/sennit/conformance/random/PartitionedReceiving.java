package org.sennit.conformance.random;

import org.sennit.Communicator;
import org.sennit.PartitionedReceive;
import org.sennit.message.Request;
import org.sennit.message.Status;

/** The receiver's side of a partitioned message, started anew in each round. */
final class PartitionedReceiving implements Operation {
    private final RandomPlan plan;
    private final Transfer transfer;
    private final Piece piece;
    private final PartitionedReceive receive;
    private int round;
    private boolean isActive;

    PartitionedReceiving(RandomPlan plan, Transfer transfer, Communicator communicator) {
        this.plan = plan;
        this.transfer = transfer;
        this.piece = transfer.received().allocate(transfer.receivePlace());
        this.receive = communicator
                .persistent()
                .receivePartitioned(
                        piece.memory(),
                        transfer.receivePartitions(),
                        transfer.received().partition(),
                        transfer.source(),
                        transfer.tag());
    }

    void start(int ofRound) {
        round = ofRound;
        piece.clear();
        receive.start();
        isActive = true;
    }

    /** A partition that has arrived must be all there. */
    void lookAt(int partition) {
        PartitionShape shape = transfer.received();
        if (receive.hasArrived(partition)) {
            piece.checkPart(
                    plan.number(transfer, round),
                    partition * shape.extentBytes(),
                    shape.units() * shape.elements().bytes(),
                    "partition " + partition + " has arrived: " + transfer);
        }
    }

    Transfer transfer() {
        return transfer;
    }

    @Override
    public Request request() {
        return isActive ? receive : null;
    }

    @Override
    public void done(Status status) {
        piece.check(plan.number(transfer, round), "received: " + transfer);
        isActive = false;
    }

    @Override
    public void close() {
        receive.free();
        piece.close();
    }
}
