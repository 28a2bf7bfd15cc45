package org.sennit.lapi;

import java.lang.foreign.MemorySegment;
import org.sennit.active.ActiveVector;
import org.sennit.spi.active.MessageEnds;

/**
 * One-sided operations on the memory of a task of this process, by the thread of the origin; they are complete on
 * return. Each returns false where an active message has to be sent instead: for a task in another process, for memory
 * of another thread, and for mistakes, which the error handler of the target reports. Any thread.
 */
final class DirectAccess {
    private final MessageEnds ends;
    private final LocalTasks tasks;
    private final HeaderRooms rooms; // for descriptions of vectors

    DirectAccess(MessageEnds ends, LocalTasks tasks, HeaderRooms rooms) {
        this.ends = ends;
        this.tasks = tasks;
        this.rooms = rooms;
    }

    boolean put(
            int target,
            RemoteAddress to,
            ActiveVector data,
            int targetCounter,
            OriginEvent event,
            LapiCounter completion) {
        LapiTask peer = tasks.reachable(target, targetCounter);
        return peer != null
                && isMoved(peer, to, data, data.lengthBytes(), true)
                && endPut(peer, targetCounter, event, completion);
    }

    boolean get(
            int target,
            RemoteAddress from,
            long bytes,
            ActiveVector destination,
            int targetCounter,
            OriginEvent event) {
        LapiTask peer = tasks.reachable(target, targetCounter);
        return peer != null && isMoved(peer, from, destination, bytes, false) && endGet(peer, targetCounter, event);
    }

    boolean putv(
            int target,
            RemoteVector to,
            ActiveVector data,
            int targetCounter,
            OriginEvent event,
            LapiCounter completion) {
        LapiTask peer = tasks.reachable(target, targetCounter);
        return peer != null && isMoved(peer, to, data, true) && endPut(peer, targetCounter, event, completion);
    }

    boolean getv(int target, RemoteVector from, ActiveVector destination, int targetCounter, OriginEvent event) {
        LapiTask peer = tasks.reachable(target, targetCounter);
        return peer != null && isMoved(peer, from, destination, false) && endGet(peer, targetCounter, event);
    }

    /**
     * Moves bytes between an address of a task and the first piece here; false when the active message is to find out
     * why not.
     */
    private static boolean isMoved(LapiTask peer, RemoteAddress there, ActiveVector here, long bytes, boolean isPut) {
        if (bytes == 0) {
            return true;
        }
        MemorySegment region = peer.regions().segment(there);
        if (region == null) {
            return false;
        }
        long at = there.offsetBytes();
        try {
            if (isPut) {
                MemorySegment.copy(here.memory(0), here.offsetBytes(0), region, at, bytes);
            } else {
                MemorySegment.copy(region, at, here.memory(0), here.offsetBytes(0), bytes);
            }
            MappedFaults.throwPending(region, here.memory(0));
            return true;
        } catch (RuntimeException | InternalError e) { // InternalError: a mapped file was cut short
            return false;
        }
    }

    private boolean isMoved(LapiTask peer, RemoteVector there, ActiveVector here, boolean isPut) {
        try {
            ActiveVector remote = vector(peer.regions(), isPut ? "putv" : "getv", there);
            Copying.copy(isPut ? here : remote, isPut ? remote : here);
            return true;
        } catch (RuntimeException | InternalError e) {
            return false;
        }
    }

    private ActiveVector vector(Regions regions, String operation, RemoteVector there) {
        HeaderRoom room = rooms.take();
        try {
            MemorySegment description = room.vector(0, there);
            return description == null
                    ? regions.vector(operation, there)
                    : regions.described().find(operation, description, 0);
        } finally {
            rooms.give(room);
        }
    }

    /** Ends a put; always returns true. */
    private boolean endPut(LapiTask peer, int targetCounter, OriginEvent event, LapiCounter completion) {
        end(peer, targetCounter, event);
        if (completion != null) {
            completion.move();
        }
        ends.noteEnded(MessageEnds.SENT);
        peer.ends.noteEnded(MessageEnds.RECEIVED);
        return true;
    }

    /** Ends a get; always returns true. */
    private boolean endGet(LapiTask peer, int targetCounter, OriginEvent event) {
        end(peer, targetCounter, event);
        ends.noteEnded(MessageEnds.RECEIVED);
        peer.ends.noteEnded(MessageEnds.SENT);
        return true;
    }

    /** Ends a read-modify-write that has been applied to a variable of a task of this process. */
    void endModification(int target, OriginEvent event) {
        LapiTask peer = reachable(target);
        event.happens();
        ends.noteEnded(MessageEnds.RECEIVED);
        if (peer != null) { // else its use of the handle has just ended
            peer.ends.noteEnded(MessageEnds.SENT);
        }
    }

    private static void end(LapiTask peer, int targetCounter, OriginEvent event) {
        event.happens();
        if (targetCounter >= 0) {
            peer.move(targetCounter);
        }
    }

    /** Returns whether a task is known to be in another process. */
    boolean isElsewhere(int target) {
        return tasks.isElsewhere(target);
    }

    /** Returns the task on whose variables read-modify-write works at once; null for none. */
    LapiTask reachable(int target) {
        return tasks.reachable(target, -1);
    }
}
