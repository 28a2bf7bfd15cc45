package org.sennit.lapi;

import java.lang.foreign.MemorySegment;
import org.sennit.active.ActiveVector;

/**
 * One-sided operations on the memory of a task of this process, by the thread of the origin: all is done on return. What cannot be
 * done so is left to active messages, by false: for a task in another process, memory of another thread, and mistakes, which
 * the error handler of the target hears of there. Any thread.
 */
final class DirectAccess {
    private final LocalTasks tasks;

    DirectAccess(LocalTasks tasks) {
        this.tasks = tasks;
    }

    boolean put(
            int target,
            RemoteAddress to,
            ActiveVector data,
            int targetCounter,
            OriginEvent event,
            LapiCounter completion) {
        Lapi peer = tasks.reachable(target, targetCounter);
        if (peer == null) {
            return false;
        }
        long bytes = data.lengthBytes();
        if (bytes > 0) {
            MemorySegment region = peer.regions().segment(to);
            if (region == null || !isCopied(data.memory(0), data.offsetBytes(0), region, to.offsetBytes(), bytes)) {
                return false;
            }
        }
        ends(peer, targetCounter, event, completion);
        return true;
    }

    boolean get(
            int target,
            RemoteAddress from,
            long bytes,
            ActiveVector destination,
            int targetCounter,
            OriginEvent event) {
        Lapi peer = tasks.reachable(target, targetCounter);
        if (peer == null) {
            return false;
        }
        if (bytes > 0) {
            MemorySegment region = peer.regions().segment(from);
            if (region == null
                    || !isCopied(
                            region, from.offsetBytes(), destination.memory(0), destination.offsetBytes(0), bytes)) {
                return false;
            }
        }
        ends(peer, targetCounter, event, null);
        return true;
    }

    private static boolean isCopied(MemorySegment from, long offset, MemorySegment to, long at, long bytes) {
        try {
            MemorySegment.copy(from, offset, to, at, bytes);
            return true;
        } catch (RuntimeException e) { // found again by the active message
            return false;
        }
    }

    boolean putv(
            int target,
            RemoteVector to,
            ActiveVector data,
            int targetCounter,
            OriginEvent event,
            LapiCounter completion) {
        Lapi peer = tasks.reachable(target, targetCounter);
        if (peer == null) {
            return false;
        }
        try {
            Copying.copy(data, peer.regions().vector("putv", to));
        } catch (RuntimeException e) { // found again by the active message
            return false;
        }
        ends(peer, targetCounter, event, completion);
        return true;
    }

    boolean getv(int target, RemoteVector from, ActiveVector destination, int targetCounter, OriginEvent event) {
        Lapi peer = tasks.reachable(target, targetCounter);
        if (peer == null) {
            return false;
        }
        try {
            Copying.copy(peer.regions().vector("getv", from), destination);
        } catch (RuntimeException e) { // found again by the active message
            return false;
        }
        ends(peer, targetCounter, event, null);
        return true;
    }

    private static void ends(Lapi peer, int targetCounter, OriginEvent event, LapiCounter completion) {
        event.happens();
        if (targetCounter >= 0) {
            peer.move(targetCounter);
        }
        if (completion != null) {
            completion.move();
        }
    }

    /** Returns the task on whose variables read-modify-write works at once; null for none. */
    Lapi reachable(int target) {
        return tasks.reachable(target, -1);
    }
}
