package org.sennit.chaos.faulty;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.TerminableConnection;
import org.sennit.spi.network.VirtualConnection;

/** The sends of one connection, in the order of the calls; where it stalls and where it is cut. Any thread. */
final class FaultySends extends SerialQueue<Object> {
    private static final Object TERMINATE = new Object();

    private final FaultyModule module;
    private final FaultyConnection connection;
    private final VirtualConnection inner;
    private final Holds holds;
    private final ConcurrentLinkedQueue<Loss> losses = new ConcurrentLinkedQueue<>();

    // the worker's
    private final ArrayDeque<PiecewiseSend> underWay = new ArrayDeque<>();
    private final long cutAfter; // 0: never
    private long messages;
    private int epoch;
    private Throwable death; // why nothing can be sent any more; null while it can

    FaultySends(FaultyModule module, FaultyConnection connection, VirtualConnection inner) {
        this.module = module;
        this.connection = connection;
        this.inner = inner;
        FaultPlan plan = module.plan();
        SplittableRandom random = plan.sends(module.process(), inner.process());
        this.cutAfter = plan.cutAfter(random);
        this.holds = new Holds(false, plan.has(Fault.STALL), random);
    }

    void send(NetworkSend operation) {
        add(new PiecewiseSend(operation, connection));
        work();
    }

    void terminate() {
        add(TERMINATE);
        work();
    }

    void lose(Loss loss) {
        losses.add(loss);
        work();
    }

    @Override
    int workOnce() {
        int done = 0;
        while (true) {
            Loss loss = losses.poll();
            if (loss != null) {
                endAll(loss);
                continue;
            }
            Object item = peek();
            if (item == null) {
                return done;
            }
            if (holds.mustWait(module.round()) && module.isHolding()) {
                module.hold(connection);
                return done;
            }
            take();
            holds.next();
            done++;
            if (item == TERMINATE) {
                inner.require(TerminableConnection.class).terminate();
            } else {
                forward((PiecewiseSend) item);
            }
        }
    }

    private void forward(PiecewiseSend send) {
        if (death != null) {
            lose(send, death);
            return;
        }
        while (!underWay.isEmpty() && underWay.peekFirst().hasEnded()) {
            underWay.removeFirst();
        }
        underWay.addLast(send);
        send.start(inner, epoch);
        messages++;
        if (messages == cutAfter) {
            losses.add(Loss.here(
                    new SennitException(
                            ErrorClass.NETWORK,
                            "the connection was cut by net.faulty=" + module.plan() + ", process=" + inner.process()),
                    false));
        }
        module.countMessage();
    }

    private void lose(PiecewiseSend send, Throwable cause) {
        connection.execute(() -> send.lose(cause));
    }

    private void endAll(Loss loss) {
        if (loss.origin() == Loss.Origin.PEER && loss.epoch() <= epoch) {
            return; // both sides have begun at once
        }
        switch (loss.origin()) {
            case HERE -> epoch++;
            case PEER -> epoch = loss.epoch();
            case BENEATH -> {}
        }
        if (loss.isForGood()) {
            death = loss.cause();
        }
        underWay.forEach(send -> lose(send, loss.cause()));
        underWay.clear();
        for (Object item = take(); item != null; item = take()) {
            if (item instanceof PiecewiseSend send) {
                lose(send, loss.cause());
            }
        }
        if (loss.origin() == Loss.Origin.HERE) {
            byte kind = loss.isForGood() ? FaultyFrame.KILL : FaultyFrame.CUT;
            inner.send(new NetworkSend(), FaultyFrame.header(kind, true, epoch, 0, 0, null), MemorySegment.NULL);
        }
        connection.arrivals().lost(loss, epoch);
    }
}
