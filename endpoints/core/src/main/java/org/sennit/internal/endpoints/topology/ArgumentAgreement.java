package org.sennit.internal.endpoints.topology;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.message.ElementType;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Checks that the arguments of all members are valid and equal before a topology is made, so that an error of one is an
 * error on all, and no member waits for others that have left. One reduction of four numbers; a second one where
 * arguments differ, to name two members.
 *
 * @param operation the call, for the text
 */
record ArgumentAgreement(CommContext comm, Collectives collectives, String operation) {
    private static final long GOOD = -1;

    /**
     * Throws the same class of error on all members when one of them has a mistake, or has other arguments. Collective;
     * blocks.
     *
     * @param mistake the caller's error, or null
     * @param hash of the arguments that have to be the same
     * @return a context id for what is made
     */
    int check(SennitException mistake, long hash) {
        long[] largest = largest(
                mistake == null ? GOOD : withRank(mistake.errorClass().ordinal()),
                hash,
                ~hash, // the largest of these is the smallest hash
                comm.proposedContextId(1));
        if (mistake != null) {
            throw mistake;
        }
        if (largest[0] != GOOD) {
            throw mistake(
                    ErrorClass.values()[number(largest[0])],
                    "another member's arguments are wrong: peer=" + rank(largest[0]));
        }
        if (largest[1] != ~largest[2]) {
            long[] ranks = largest(hash == largest[1] ? comm.rank() : -1, ~hash == largest[2] ? comm.rank() : -1);
            throw mistake(
                    ErrorClass.ARG,
                    "the members have given different arguments: peer=" + ranks[0] + " other=" + ranks[1]);
        }
        return comm.chosenContextId((int) largest[3]);
    }

    /** Returns the largest numbers of all members, place by place. */
    private long[] largest(long... own) {
        long[] largest = new long[own.length];
        collectives.allreduce(
                MemorySegment.ofArray(own),
                MemorySegment.ofArray(largest),
                ElementType.LONG,
                own.length,
                Reduction.MAX);
        return largest;
    }

    private long withRank(int number) {
        return (long) number << Integer.SIZE | comm.rank();
    }

    private static int number(long withRank) {
        return (int) (withRank >> Integer.SIZE);
    }

    private static int rank(long withRank) {
        return (int) withRank;
    }

    /** Returns a mistake of the caller. */
    SennitException mistake(ErrorClass errorClass, String text) {
        return new SennitException(
                errorClass, text + " operation=" + operation + " rank=" + comm.rank() + " communicator=" + comm);
    }
}
