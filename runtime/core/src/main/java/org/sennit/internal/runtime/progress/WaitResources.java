package org.sennit.internal.runtime.progress;

/**
 * The resources of the waits of an endpoint.
 *
 * @param strategy how to wait
 * @param permits for those that wait awake, shared by the endpoints of a process
 * @param sleepPlace where to sleep
 */
public record WaitResources(WaitStrategy strategy, YieldPermits permits, SleepPlace sleepPlace) {}
