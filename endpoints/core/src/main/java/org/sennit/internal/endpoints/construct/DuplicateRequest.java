package org.sennit.internal.endpoints.construct;

import java.util.function.Consumer;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.comm.ContextIds;
import org.sennit.internal.endpoints.comm.Origin;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The request of a nonblocking duplicate. The thread that completes it makes the new communicator; no member waits for
 * another one. (MPI_Comm_idup)
 */
public final class DuplicateRequest extends ReceiveRequest {
    private final CommContext parent;
    private final String name;
    private final Consumer<CommContext> finisher;
    private final int[] contextId = new int[1]; // below 0 once it is known
    private int tag; // of its messages; set before it is posted
    private CommContext made; // written under this; a thread reads it after it has been in make
    private boolean isTold; // the finisher, of made

    /**
     * Makes an inactive request.
     *
     * @param parent the parent's state
     * @param name the name of the new one
     * @param finisher notified of the new one's state, by the thread that takes the outcome
     */
    public DuplicateRequest(CommContext parent, String name, Consumer<CommContext> finisher) {
        super(parent.device().self().progress());
        this.parent = parent;
        this.name = name;
        this.finisher = finisher;
    }

    /**
     * Sends the choice; for the member that has chosen. The new communicator is there at once, so that its endpoint
     * does not end before.
     */
    void chosen(int id, int ownTag) {
        tag = ownTag;
        contextId[0] = id;
        PrivateMessages.receive(this, parent, parent.duplicationContextId(), parent.rank(), tag, contextId);
        completeOwn(parent.rank(), tag, Integer.BYTES);
        make();
    }

    /** Receives the choice; for the other members. */
    void awaitChoice(CommContext from, int ownTag) {
        tag = ownTag;
        PrivateMessages.receive(this, from, from.duplicationContextId(), 0, tag, contextId);
        // As soon as the id is known, not only when the outcome is taken: once another member dies, a member must be
        // able to refuse what those have sent in the new communicator who have it.
        whenComplete(() -> parent.device().self().progress().defer(this::makeIfKnown));
        from.device().post(this);
    }

    /** Does nothing: only receives of messages can be cancelled. */
    @Override
    public void cancel() {
        if (!isComplete()) {
            throw new SennitException(
                    ErrorClass.UNSUPPORTED, "only receives can be cancelled: operation=nonblocking().duplicate");
        }
    }

    @Override
    protected String operation() {
        return "nonblocking().duplicate";
    }

    @Override
    protected void finish() {
        super.finish();
        if (contextId[0] == ContextIds.NONE) {
            parent.chosenContextId(ContextIds.NONE); // throws
        }
        makeIfKnown();
        if (made != null && !isTold) {
            isTold = true;
            finisher.accept(made);
        }
    }

    private void makeIfKnown() {
        if (contextId[0] < 0 && contextId[0] != ContextIds.NONE) {
            make();
        }
    }

    private synchronized void make() {
        if (made == null) {
            made = Duplication.duplicate(parent, contextId[0], name, Origin.duplicate(parent, tag));
        }
    }
}
