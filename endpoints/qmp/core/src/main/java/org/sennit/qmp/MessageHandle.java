package org.sennit.qmp;

import java.util.List;
import java.util.stream.Collectors;
import org.sennit.message.SennitException;

/**
 * A declared communication: one channel, or several that are started together. Made by {@link ChannelCalls}, used by
 * {@link Qmp}; belongs to its node. (QMP_msghandle_t)
 */
public final class MessageHandle {
    private enum Phase {
        IDLE("idle"),
        ACTIVE("active"),
        CONSUMED("consumed by a multiple"),
        FREED("freed");

        private final String text;

        Phase(String text) {
            this.text = text;
        }
    }

    private final NodeSurroundings node;
    private final List<Channel> declared;
    private final Channel[] channels; // in the order of their starts
    private final HandleProfile profile; // null: not measured

    private Phase phase = Phase.IDLE;
    private QmpStatus status = QmpStatus.SUCCESS; // of the last start, completion or refused call
    private String statusText; // where that has failed
    private QmpStatus failure; // of the operation that is under way; null for none
    private SennitException error; // of that operation, one that no status has; null for none

    MessageHandle(NodeSurroundings node, List<Channel> declared) {
        this.node = node;
        this.declared = declared;
        this.channels = PostingOrder.of(declared);
        this.profile = node.profile().of(this, bytes());
    }

    // ---- what it is ----

    boolean isOf(NodeSurroundings owner) {
        return node == owner;
    }

    HandleProfile profile() {
        return profile;
    }

    long bytes() {
        return declared.stream().mapToLong(Channel::bytes).sum();
    }

    boolean isPairWith(MessageHandle other) {
        return declared.size() == 1 && other.declared.size() == 1 && channels[0].isSend() != other.channels[0].isSend();
    }

    QmpStatus status() {
        return status;
    }

    String statusText() {
        return status == QmpStatus.SUCCESS ? status.text() : statusText;
    }

    /** @throws RefusedCall when it cannot be started, consumed or changed now */
    void checkIdle() {
        if (phase != Phase.IDLE) {
            throw new RefusedCall(
                    phase == Phase.ACTIVE ? QmpStatus.INVALID_OP : QmpStatus.BAD_MESSAGE,
                    "the handle is " + phase.text + ": " + this);
        }
        for (Channel channel : channels) {
            if (channel.isAhead()) {
                throw new RefusedCall(QmpStatus.INVALID_OP, "the handle is clear to send: " + this);
            }
        }
    }

    // ---- running ----

    QmpStatus start() {
        if (phase != Phase.IDLE) {
            return refused("start");
        }
        int started = 0;
        try {
            for (Channel channel : channels) {
                channel.start();
                started++;
            }
        } catch (SennitException e) {
            if (started > 0) { // those have to be waited for
                phase = Phase.ACTIVE;
            }
            return failStart(e);
        }
        phase = Phase.ACTIVE;
        succeed();
        return QmpStatus.SUCCESS;
    }

    /** Reports an error of a start, now and, where channels have been started, when they have been waited for. */
    private QmpStatus failStart(SennitException e) {
        try {
            QmpStatus wrong = fail(e);
            failure = phase == Phase.ACTIVE ? wrong : null;
            return wrong;
        } catch (SennitException unreported) {
            error = phase == Phase.ACTIVE ? unreported : null;
            throw unreported;
        }
    }

    boolean isComplete() {
        if (phase != Phase.ACTIVE) {
            if (phase != Phase.IDLE) {
                refused("isComplete");
            }
            return true;
        }
        for (Channel channel : channels) {
            if (!channel.look()) {
                return false;
            }
        }
        takeAll();
        return true;
    }

    QmpStatus await(long timeoutNs) {
        if (phase != Phase.ACTIVE) {
            return phase == Phase.IDLE ? QmpStatus.SUCCESS : refused("wait");
        }
        long sinceNs = 0;
        boolean isTimed = false; // a clock costs as much as a round of progress, and most waits are over without one
        for (Channel channel : channels) {
            if (channel.isComplete() || !isTimed && channel.await(0)) {
                continue;
            }
            if (!isTimed) {
                isTimed = true;
                sinceNs = node.nanoTime();
            }
            if (!channel.await(Math.max(0, timeoutNs - (node.nanoTime() - sinceNs)))) {
                return fail(QmpStatus.TIMEOUT, "not complete: timeoutNs=" + timeoutNs + " " + silent());
            }
        }
        return takeAll();
    }

    /** Returns the channels that are not complete, in words. */
    private String silent() {
        return declared.stream()
                .filter(channel -> !channel.isComplete())
                .map(Channel::toString)
                .collect(Collectors.joining(", "));
    }

    private QmpStatus takeAll() {
        QmpStatus first = failure;
        SennitException unreported = error;
        for (Channel channel : channels) {
            try {
                channel.take();
            } catch (SennitException e) {
                try {
                    QmpStatus wrong = fail(e);
                    first = first == null ? wrong : first;
                } catch (SennitException noStatus) { // the other channels have to be taken all the same
                    unreported = unreported == null ? noStatus : unreported;
                }
            }
        }
        failure = null;
        error = null;
        phase = Phase.IDLE;
        if (unreported != null) {
            throw unreported;
        }
        if (first == null) {
            succeed();
            return QmpStatus.SUCCESS;
        }
        return first;
    }

    // ---- changes ----

    /** Hands its channels over to a multiple. */
    List<Channel> consume() {
        phase = Phase.CONSUMED;
        return declared;
    }

    QmpStatus free() {
        if (phase == Phase.FREED) {
            return QmpStatus.SUCCESS;
        }
        try {
            checkIdle();
        } catch (SennitException e) {
            return fail(e);
        }
        phase = Phase.FREED;
        declared.forEach(Channel::free);
        return QmpStatus.SUCCESS;
    }

    QmpStatus changeAddress(Object[] buffers, int count) {
        try {
            checkIdle();
            if (buffers == null || count != declared.size() || buffers.length < count) {
                throw new RefusedCall(
                        count == 1 ? QmpStatus.INVALID_OP : QmpStatus.INVALID_ARG,
                        "an address for each channel is needed: channels=" + declared.size() + " given=" + count);
            }
            Extents[] places = new Extents[count];
            for (int i = 0; i < count; i++) {
                places[i] = buffers[i] == null ? null : declared.get(i).placesIn(buffers[i]);
            }
            use(places);
            return QmpStatus.SUCCESS;
        } catch (SennitException e) {
            return fail(e);
        }
    }

    /** Lets each channel use other places, null where it keeps its own; all of them or, with an error, none. */
    private void use(Extents[] places) {
        for (int i = 0; i < places.length; i++) {
            try {
                if (places[i] != null) {
                    places[i] = declared.get(i).use(places[i]);
                }
            } catch (SennitException e) {
                for (int changed = 0; changed < i; changed++) {
                    if (places[changed] != null) {
                        declared.get(changed).use(places[changed]);
                    }
                }
                throw e;
            }
        }
    }

    QmpStatus clearToSend(ClearToSend clearToSend) {
        try {
            if (clearToSend == null) {
                throw new RefusedCall(QmpStatus.INVALID_ARG, "nothing said: clearToSend=null");
            }
            if (clearToSend != ClearToSend.READY || phase != Phase.IDLE) {
                checkIdle();
                return QmpStatus.SUCCESS;
            }
            for (Channel channel : channels) {
                channel.startAhead();
            }
            return QmpStatus.SUCCESS;
        } catch (SennitException e) {
            return fail(e);
        }
    }

    // ---- errors ----

    private void succeed() {
        if (status != QmpStatus.SUCCESS) {
            status = QmpStatus.SUCCESS;
        }
    }

    private QmpStatus refused(String call) {
        return fail(
                phase == Phase.ACTIVE ? QmpStatus.INVALID_OP : QmpStatus.BAD_MESSAGE,
                call + " of a handle that is " + phase.text + ": " + this);
    }

    private QmpStatus fail(SennitException error) {
        return fail(node.isInitialized() ? RefusedCall.statusOf(error) : QmpStatus.NOT_INITED, error.getMessage());
    }

    private QmpStatus fail(QmpStatus wrong, String detail) {
        status = wrong;
        statusText = wrong.text() + ": " + detail;
        return node.errors().fail(wrong, detail);
    }

    @Override
    public String toString() {
        return declared.size() == 1
                ? declared.getFirst().toString()
                : declared.size() + " channels, first " + declared.getFirst();
    }
}
