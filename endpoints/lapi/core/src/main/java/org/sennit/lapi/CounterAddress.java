package org.sennit.lapi;

/**
 * A counter of a task, as other tasks name it: the target counter of their operations. Means the same on every task.
 * Counters that all tasks make in the same order have the same numbers.
 *
 * @param task whose counter it is
 * @param number of the counter at that task
 */
public record CounterAddress(int task, int number) {}
