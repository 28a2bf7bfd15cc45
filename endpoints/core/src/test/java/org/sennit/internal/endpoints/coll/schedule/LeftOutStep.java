package org.sennit.internal.endpoints.coll.schedule;

import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** Makes schedules that lack a step, to show that a simulation notices. */
public final class LeftOutStep {
    private LeftOutStep() {}

    /**
     * Whether a step waits for another member of the process.
     *
     * @param schedule the schedule
     * @param step its number
     * @return true for waits that are not for messages
     */
    public static boolean isWait(CollectiveSchedule schedule, int step) {
        return schedule.kind(step) == Step.AWAIT
                || schedule.kind(step) == Step.AWAIT_ALL
                || schedule.kind(step) == Step.MEET;
    }

    /**
     * The same schedule without a step.
     *
     * @param schedule a schedule that reduces nothing
     * @param step the step's number
     * @return a new schedule
     */
    public static CollectiveSchedule of(CollectiveSchedule schedule, int step) {
        StepColumns steps = new StepColumns(
                ints(schedule, step, schedule::kind),
                ints(schedule, step, schedule::peer),
                ints(schedule, step, schedule::from),
                ints(schedule, step, schedule::to),
                longs(schedule, step, schedule::fromOffset),
                longs(schedule, step, schedule::toOffset),
                longs(schedule, step, schedule::bytes));
        return new CollectiveSchedule(
                steps,
                new ReductionProgram[0],
                schedule.phases(),
                schedule.tempBytes(),
                schedule.scratchBytes(),
                schedule.sharesMemory());
    }

    private static int[] ints(CollectiveSchedule schedule, int without, IntUnaryOperator field) {
        return steps(schedule, without).map(field).toArray();
    }

    private static long[] longs(CollectiveSchedule schedule, int without, IntToLongFunction field) {
        return steps(schedule, without).mapToLong(field::applyAsLong).toArray();
    }

    private static IntStream steps(CollectiveSchedule schedule, int without) {
        return IntStream.range(0, schedule.length()).filter(step -> step != without);
    }
}
