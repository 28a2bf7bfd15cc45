package org.sennit.conformance.random;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.sennit.Communicator;
import org.sennit.PartitionedSend;
import org.sennit.message.Request;
import org.sennit.message.Status;
import org.sennit.testkit.SeededRandom;

/** The sender's side of a partitioned message, started anew in each round. */
final class PartitionedSending implements Operation {
    private final RandomPlan plan;
    private final Transfer transfer;
    private final Piece piece;
    private final PartitionedSend send;
    private final List<Integer> left = new ArrayList<>();
    private int round;
    private boolean isActive;

    PartitionedSending(RandomPlan plan, Transfer transfer, Communicator communicator) {
        this.plan = plan;
        this.transfer = transfer;
        this.piece = transfer.sent().allocate(transfer.sendPlace());
        this.send = communicator
                .persistent()
                .sendPartitioned(
                        piece.memory(),
                        transfer.sendPartitions(),
                        transfer.sent().partition(),
                        transfer.destination(),
                        transfer.tag());
    }

    void start(int ofRound, SeededRandom random) {
        round = ofRound;
        piece.fill(plan.number(transfer, round));
        send.start();
        isActive = true;
        for (int i = 0; i < transfer.sendPartitions(); i++) {
            left.add(i);
        }
        Collections.shuffle(left, new Random(random.nextLong()));
        ready(random.nextInt(left.size()));
    }

    /** Says that all partitions are ready but a number of them. */
    void ready(int allBut) {
        while (left.size() > allBut) {
            send.ready(left.removeLast());
        }
    }

    @Override
    public Request request() {
        return isActive ? send : null;
    }

    @Override
    public void done(Status status) {
        piece.check(plan.number(transfer, round), "the memory of a partitioned send was written to: " + transfer);
        piece.fill(~plan.number(transfer, round));
        isActive = false;
    }

    @Override
    public void close() {
        send.free();
        piece.close();
    }
}
