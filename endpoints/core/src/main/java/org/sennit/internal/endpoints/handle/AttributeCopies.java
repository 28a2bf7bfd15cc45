package org.sennit.internal.endpoints.handle;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.sennit.message.SennitException;

/**
 * The attributes that a duplicate gets: the results of the keys' copy actions, called when the duplicate starts. (MPI
 * 4.1, section 7.4.2, MPI_Comm_idup)
 */
final class AttributeCopies {
    private final List<Consumer<AttributeHandle>> copies = new ArrayList<>();
    private SennitException failure; // of the first action that has failed

    void add(Consumer<AttributeHandle> copy) {
        copies.add(copy);
    }

    /**
     * Called when an action has failed: the duplicate is made all the same, since other members take part, and fails
     * when it is there.
     */
    void fail(SennitException error) {
        failure = error;
    }

    /**
     * Gives them to the duplicate.
     *
     * @throws SennitException OTHER when an action has failed; final
     */
    void attachTo(AttributeHandle duplicate) {
        copies.forEach(copy -> copy.accept(duplicate));
        if (failure != null) {
            throw failure; // the duplicate is closed, which deletes what was attached
        }
    }
}
