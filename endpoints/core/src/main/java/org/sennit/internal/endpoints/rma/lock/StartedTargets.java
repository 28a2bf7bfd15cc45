package org.sennit.internal.endpoints.rma.lock;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.collections.IntHashSet;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.message.SennitException;

/**
 * The targets of an access epoch that begins when each of them has exposed its memory. A target sends one message for
 * each exposure, so what a start that fails has received counts for the next one: the survivors can be started again.
 * Belongs to the thread that drives the endpoint. (MPI 4.1, section 12.5.2)
 */
public final class StartedTargets {
    private final WindowMessages messages;
    private final IntHashSet exposed = new IntHashSet(); // to this endpoint, which has not been started there since
    private int[] targets = {};

    /** Makes those of an endpoint; none has been started. */
    public StartedTargets(WindowMessages messages) {
        this.messages = messages;
    }

    /** Returns the targets that have been started last. */
    public int[] targets() {
        return targets;
    }

    /**
     * Starts targets.
     *
     * @param isChecked whether to wait until they have exposed their memory
     * @param description what is waited for, but for the target's rank at its end
     * @throws SennitException the error of the first target that has failed; no target has been started
     */
    public void start(int[] ranks, boolean isChecked, String description) {
        if (isChecked) {
            awaitExposed(
                    Arrays.stream(ranks).filter(rank -> !exposed.contains(rank)).toArray(), description);
        }
        for (int rank : ranks) {
            exposed.remove(rank);
        }
        targets = ranks;
    }

    private void awaitExposed(int[] ranks, String description) {
        List<ReceiveRequest> receives = new ArrayList<>(ranks.length);
        for (int rank : ranks) {
            receives.add(messages.receive(rank, WindowMessages.POSTED));
        }
        int taken = 0;
        try {
            for (; taken < ranks.length; taken++) {
                ReceiveRequest receive = receives.get(taken);
                messages.await(receive, description + ranks[taken], () -> false);
                receive.await(null);
                exposed.add(ranks[taken]);
            }
        } finally {
            for (int left = taken; left < ranks.length; left++) {
                if (!messages.withdraw(receives.get(left)) && WindowMessages.take(receives.get(left)) == null) {
                    exposed.add(ranks[left]);
                }
            }
        }
    }
}
