package org.sennit.internal.endpoints.observe;

import org.sennit.internal.endpoints.device.observation.CallStep;
import org.sennit.internal.runtime.trace.CallSite;
import org.sennit.internal.runtime.trace.MessageProtocol;
import org.sennit.internal.runtime.trace.ProfileLine;

/**
 * A call of the user as observed by its steps (a blocking receive posts and then waits): it ends when the first step of
 * the next call is observed. One thread.
 */
final class ObservedCall {
    CallSite site;
    CallStep last;
    int depth; // of steps that have begun and not ended
    long startNs;
    long endNs;
    long waitStartNs;
    long waitingNs;
    int waits; // that have begun and not ended
    long collectiveBytes;

    // Its only message, or the last of several.
    int messages;
    int peer;
    int tag;
    long bytes;
    MessageProtocol protocol;
    String communicator;
    ProfileLine line;
    Object posted; // its receive, until that matches

    /** Returns whether a step at a place belongs to this call: the steps of a call come in one order. */
    boolean goesOn(CallSite place, CallStep step) {
        return site != null
                && site.equals(place)
                && last != CallStep.COLLECTIVE
                && step != CallStep.COLLECTIVE
                && step.compareTo(last) > 0;
    }

    void begin(CallSite place, long nowNs) {
        site = place;
        startNs = nowNs;
        waitingNs = 0;
        collectiveBytes = 0;
        messages = 0;
        line = null;
        posted = null;
    }

    void message(
            int itsPeer,
            int itsTag,
            long itsBytes,
            MessageProtocol itsProtocol,
            String itsCommunicator,
            ProfileLine its) {
        messages++;
        peer = itsPeer;
        tag = itsTag;
        bytes = itsBytes;
        protocol = itsProtocol;
        communicator = itsCommunicator;
        line = its;
    }
}
