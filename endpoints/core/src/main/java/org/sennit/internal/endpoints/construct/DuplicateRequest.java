package org.sennit.internal.endpoints.construct;

import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * A communicator that is being duplicated. The thread that takes the outcome assembles the new one; no member waits for
 * another member. (MPI_Comm_idup)
 */
public abstract class DuplicateRequest extends ReceiveRequest {
    private final CommContext parent;
    private final String name;
    private final int[] contextId = new int[1]; // below 0 once it is known
    private CommContext made;

    /**
     * Makes an inactive request.
     *
     * @param parent the parent's state
     * @param name the name of the new one
     */
    protected DuplicateRequest(CommContext parent, String name) {
        super(parent.device().self().progress());
        this.parent = parent;
        this.name = name;
    }

    /** For the member that has chosen. The new one is there at once, so that its endpoint does not go before. */
    void chosen(int id, int tag) {
        contextId[0] = id;
        PrivateMessages.receive(this, parent, parent.duplicationContextId(), parent.rank(), tag, contextId);
        completeOwn(parent.rank(), tag, Integer.BYTES);
        finish();
    }

    /** For the others. */
    void awaitChoice(CommContext from, int tag) {
        PrivateMessages.receive(this, from, from.duplicationContextId(), 0, tag, contextId);
        from.device().post(this);
    }

    /** Only receives of messages can be cancelled. */
    @Override
    public void cancel() {
        if (!isComplete()) {
            throw new SennitException(
                    ErrorClass.UNSUPPORTED, "only receives can be cancelled: operation=duplicateNonblocking");
        }
    }

    @Override
    protected void finish() {
        super.finish();
        if (contextId[0] < 0 && made == null) {
            made = Duplication.duplicate(parent, contextId[0], name);
            made(made);
        }
    }

    /**
     * The new communicator is there.
     *
     * @param duplicate its state
     */
    protected abstract void made(CommContext duplicate);
}
