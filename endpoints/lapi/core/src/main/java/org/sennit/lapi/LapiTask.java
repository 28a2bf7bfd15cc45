package org.sennit.lapi;

import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.message.Memory;
import org.sennit.spi.active.MessageEnds;

/** What the operations of a task stand on: its number, memory and counters, and the sending of active messages. */
abstract class LapiTask {
    final ActiveMessages messages;
    final MessageEnds ends; // of messages, for msgpoll
    final int task;
    final int tasks;
    final Counters counters;
    final Replies replies;
    final Purges purges;

    private final Calls calls;
    private final Regions regions;
    private final DirectAccess direct;
    private final Outgoing outgoing;
    private volatile boolean isInitialized = true; // written once by the endpoint's thread, read by all

    LapiTask(Communicator communicator) {
        Endpoint endpoint = communicator.endpoint();
        this.messages = communicator.activeMessages();
        this.ends = MessageEnds.of(messages);
        this.task = communicator.rank();
        this.tasks = communicator.size();
        this.calls = new Calls(task, communicator);
        this.counters = new Counters(messages, task, endpoint::nanoTime);
        this.regions = new Regions(task);
        Runnable received = () -> ends.noteEnded(MessageEnds.RECEIVED);
        this.replies = new Replies(messages.newCounter(), received, endpoint.random());
        this.direct = new DirectAccess(
                ends, new LocalTasks(this, messages, tasks, endpoint.random()), new HeaderRooms(messages));
        this.purges = new Purges(messages, ends, replies, tasks);
        this.outgoing = new Outgoing(messages, purges);
    }

    /** Reports to the error handler of this task what no call can return. Any thread. */
    abstract void report(int origin, LapiOperation operation, LapiException error);

    final boolean isInitialized() {
        return isInitialized;
    }

    final void terminated() {
        isInitialized = false;
    }

    final void checkHandle(String operation) {
        if (!isInitialized) {
            throw call(operation).wrong(LapiStatus.HNDL_INVALID, "");
        }
    }

    final Regions regions() {
        return regions;
    }

    final DirectAccess direct() {
        return direct;
    }

    final int task() {
        return task;
    }

    /** Names a call that concerns no other task. */
    final Call call(String operation) {
        return call(operation, Call.NO_TARGET);
    }

    final Call call(String operation, int target) {
        return calls.of(operation, target);
    }

    /** Sends an active message whose arguments have been checked. */
    final void send(
            Call call,
            int handler,
            @Memory Object header,
            ActiveVector data,
            int targetCounter,
            OriginEvent event,
            LapiCounter completion) {
        outgoing.send(call, handler, header, data, targetCounter, event, completion);
    }

    final ActiveCounter activeCounter(int number) {
        return counters.active(number);
    }

    final void move(int number) {
        ActiveCounter counter = counters.active(number);
        if (counter != null) {
            counter.add(1);
        }
    }
}
