package org.sennit.endpoints.topology;

import org.sennit.endpoints.comm.CommContext;
import org.sennit.endpoints.construct.MemberExchange;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;

/**
 * Members of a communicator tell each other that their arguments are right and the same before a topology is made, so that a
 * mistake of one is an error on all, and nobody waits for others who have gone.
 *
 * @param comm the communicator
 * @param exchange its members
 * @param operation the call, for the text
 */
record Agreement(CommContext comm, MemberExchange exchange, String operation) {
    private static final int GOOD = -1;

    /**
     * Throws the same class of error on all members when one of them has a mistake, or has other arguments. Collective.
     *
     * @param mistake the own one, or null
     * @param hash of the arguments that have to be the same
     */
    void check(SennitException mistake, int hash) {
        int own = mistake == null ? GOOD : mistake.errorClass().ordinal();
        int[] all = exchange.allgather(own, hash);
        if (mistake != null) {
            throw mistake;
        }
        for (int at = 0; at < all.length; at += 2) {
            if (all[at] != GOOD) {
                throw new SennitException(
                        ErrorClass.values()[all[at]], "another member's arguments are wrong: " + call(at / 2));
            }
        }
        for (int at = 0; at < all.length; at += 2) {
            if (all[at + 1] != all[1]) {
                throw new SennitException(
                        ErrorClass.ARG, "the members have given different arguments: " + call(at / 2));
            }
        }
    }

    private String call(int other) {
        return "operation=" + operation + " rank=" + comm.rank() + " peer=" + other + " communicator=" + comm;
    }

    /** A mistake of the caller. */
    SennitException mistake(ErrorClass errorClass, String text) {
        return new SennitException(
                errorClass, text + " operation=" + operation + " rank=" + comm.rank() + " communicator=" + comm);
    }
}
