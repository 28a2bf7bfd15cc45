package org.sennit.lapi;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.random.RandomGenerator;
import org.sennit.active.ActiveMessage;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.message.SennitException;

/**
 * The tasks of this process, whose memory the origin's thread may access itself. A task is found when it is a target
 * for the first time, by a message whose header handler runs, within a process, in the thread that sends it. Any
 * thread.
 */
final class LocalTasks {
    /** The query of the current thread: bound while it sends the message. */
    private static final ScopedValue<Question> ASKING = ScopedValue.newInstance();

    /** A question to a task, by a number that no other question has. */
    private static final class Question {
        private final long number;
        private LapiTask answer; // null: the task is in another process

        private Question(long number) {
            this.number = number;
        }
    }

    private final LapiTask lapi;
    private final ActiveMessages messages;
    private final RandomGenerator random;
    private final AtomicReferenceArray<Optional<LapiTask>> known; // by task; null: not asked; empty: in another process

    LocalTasks(LapiTask lapi, ActiveMessages messages, int tasks, RandomGenerator random) {
        this.lapi = lapi;
        this.messages = messages;
        this.random = random;
        this.known = new AtomicReferenceArray<>(tasks);
        messages.register(HandlerNumbers.WHERE, this::asked);
    }

    /**
     * Returns the handle of a task whose memory and counter can be reached now.
     *
     * @param target the task
     * @param counter the number of its counter, or a negative one
     * @return null where an active message has to be sent, which also says why where something is wrong
     */
    LapiTask reachable(int target, int counter) {
        Optional<LapiTask> found = known.get(target);
        if (found == null) {
            found = find(target);
        }
        LapiTask peer = found.orElse(null);
        return peer != null
                        && peer.isInitialized()
                        && (counter < 0 || peer.activeCounter(counter) != null)
                        && isUsable(target)
                ? peer
                : null;
    }

    /** Returns whether a task is known to be in another process. */
    boolean isElsewhere(int target) {
        Optional<LapiTask> found = known.get(target);
        return found != null && found.isEmpty();
    }

    private boolean isUsable(int target) {
        try {
            messages.checkTarget(target);
            return true;
        } catch (SennitException e) { // thrown again by the active message
            return false;
        }
    }

    private Optional<LapiTask> find(int target) {
        Question question = new Question(random.nextLong());
        ByteBuffer header = ByteBuffer.allocate(Long.BYTES).putLong(0, question.number);
        try {
            ScopedValue.where(ASKING, question)
                    .run(() -> messages.send(
                            target,
                            HandlerNumbers.WHERE,
                            header,
                            ActiveVector.EMPTY,
                            ActiveMessages.NO_COUNTER,
                            null,
                            null));
        } catch (SennitException e) { // thrown again by the active message
            return Optional.empty();
        }
        Optional<LapiTask> answer = Optional.ofNullable(question.answer);
        known.set(target, answer);
        return answer;
    }

    private ActiveVector asked(ActiveMessage message) {
        if (ASKING.isBound() && Wire.getLong(message.header(), 0) == ASKING.get().number) {
            ASKING.get().answer = lapi;
        }
        return null;
    }
}
