package org.sennit.spi.bootstrap;

import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The numbers of this process in its job.
 *
 * @param jobId a name that no other job on this host has, without blanks
 * @param process the number of this process, from 0
 * @param processes the number of processes that the job has
 * @param endpointsPerProcess how many endpoints this process shall have; 0: the program decides. May differ from
 *     process to process
 * @param incarnation how often this process was started before
 * @param hostProcesses how many processes of the job are on this host and share its processors
 */
public record JobDescription(
        String jobId, int process, int processes, int endpointsPerProcess, int incarnation, int hostProcesses) {
    /**
     * Checks the numbers.
     *
     * @throws SennitException {@link ErrorClass#BOOTSTRAP}: they do not fit together; do not retry
     */
    public JobDescription {
        if (processes < 1
                || process < 0
                || process >= processes
                || endpointsPerProcess < 0
                || incarnation < 0
                || hostProcesses < 1
                || hostProcesses > processes) {
            throw new SennitException(
                    ErrorClass.BOOTSTRAP,
                    "job numbers do not fit together: process=" + process + " processes=" + processes
                            + " endpointsPerProcess=" + endpointsPerProcess + " incarnation=" + incarnation
                            + " hostProcesses=" + hostProcesses);
        }
    }
}
