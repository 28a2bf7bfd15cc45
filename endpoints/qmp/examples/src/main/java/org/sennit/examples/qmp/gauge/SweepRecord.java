package org.sennit.examples.qmp.gauge;

/**
 * The figures of one sweep.
 *
 * @param sweep its number, from 0
 * @param plaquette the average after it: a third of the real part of the trace
 * @param acceptance elements of SU(2) per trial of the heat bath
 * @param tookNs duration on this endpoint, in ns
 * @param communicationNs of that, gathering, starts, transfers and sums, in ns
 * @param waitingNs of tookNs, waits for an endpoint that had not sent yet, in ns
 */
public record SweepRecord(
        int sweep, double plaquette, double acceptance, long tookNs, long communicationNs, long waitingNs) {}
