package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ProcessMap;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/**
 * An algorithm for blocks of one length that pays only where messages go between processes: it takes calls of more than
 * one process, and blocks of no bytes have no steps.
 */
abstract class BetweenProcesses extends CollectiveAlgorithm {
    BetweenProcesses(String name, String explanation, CollectiveKind kind) {
        super(name, explanation, kind);
    }

    @Override
    protected boolean allows(CollectiveCall call, ProcessMap map) {
        return map.processes() > 1;
    }

    @Override
    public final void append(ScheduleBuilder builder, CollectiveCall call) {
        if (call.bytes > 0) {
            appendBlocks(builder, call);
        }
    }

    /** Appends the steps of one member, for blocks of at least one byte. */
    abstract void appendBlocks(ScheduleBuilder builder, CollectiveCall call);
}
