package org.sennit.jcstress.harness;

import static org.sennit.jcstress.harness.Mutant.Weakening.NOT_ATOMIC;
import static org.sennit.jcstress.harness.Mutant.Weakening.NO_FENCE;
import static org.sennit.jcstress.harness.Mutant.Weakening.NO_MONITOR;
import static org.sennit.jcstress.harness.Mutant.Weakening.PLAIN;
import static org.sennit.jcstress.harness.Mutant.Weakening.PLAIN_FIELD;
import static org.sennit.jcstress.harness.Mutant.Weakening.RELEASE;
import static org.sennit.jcstress.harness.Mutant.notShown;
import static org.sennit.jcstress.harness.Mutant.shown;

import java.util.ArrayList;
import java.util.List;

/**
 * The weakened classes: for every ordered access of a lock-free class one mutant, with the test that catches it, or the
 * reason why this processor cannot show it. A new ordered access in a class comes with its mutant here.
 */
final class Mutants {
    private static final String X86_KEEPS_THE_ORDER =
            "x86 keeps loads in order and stores in order, and the compiler does not swap these two";

    private Mutants() {}

    static List<Mutant> all() {
        List<Mutant> all = new ArrayList<>();
        all.addAll(ofMcsLock());
        all.addAll(ofInbox());
        all.addAll(ofParking());
        all.addAll(ofTeam());
        all.addAll(ofPartitions());
        all.addAll(ofActions());
        all.addAll(ofSharedBlocks());
        all.addAll(ofRing());
        all.addAll(ofLane());
        all.addAll(ofLoop());
        all.addAll(ofOwnership());
        all.addAll(ofChainList());
        all.addAll(ofGiveWindow());
        all.addAll(ofBatches());
        return all;
    }

    static Mutant named(String name) {
        return all().stream()
                .filter(mutant -> mutant.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such mutant: " + name));
    }

    private static List<Mutant> ofGiveWindow() {
        String window = "org.sennit.endpoints.passing.GiveWindow";
        return List.of(
                shown(
                                window,
                                "add",
                                "synchronized",
                                NO_MONITOR,
                                "GiveWindowStress.TwoGivers",
                                "both find no mark under way, and mark their gifts")
                        .throwing(),
                shown(
                        window,
                        "waitsFor",
                        "synchronized",
                        NO_MONITOR,
                        "GiveWindowStress.TwoGiversAfterAnAnswer",
                        "the answer to the old mark ends the new one, and the next gift is marked, too"),
                notShown(
                        window,
                        "cameBack",
                        "synchronized",
                        NO_MONITOR,
                        "GiveWindowStress.TwoGivers",
                        "a hint: when it is lost or comes late, one gift more or less is counted"));
    }

    private static List<Mutant> ofBatches() {
        String batches = "org.sennit.net.connection.Batches";
        String test = "BatchesStress.LeftWhileGoingToSleep";
        return List.of(
                shown(
                        batches,
                        "add",
                        "isPending",
                        PLAIN_FIELD,
                        test,
                        "the look at who sleeps comes before the message is to be seen: nobody wakes the thread"),
                shown(
                        batches,
                        "sleep",
                        "isAsleep",
                        PLAIN_FIELD,
                        test,
                        "the look at what waits comes before the thread says that it sleeps: nobody wakes it"));
    }

    private static List<Mutant> ofChainList() {
        String list = "org.sennit.opi.pool.ChainList";
        return List.of(
                shown(
                        list,
                        "add",
                        "compareAndExchange",
                        NOT_ATOMIC,
                        "ChainListStress.TwoBring",
                        "both find the same head, the chain of one is lost"),
                shown(
                        list,
                        "takeAll",
                        "getAndSet",
                        NOT_ATOMIC,
                        "ChainListStress.BringAndTake",
                        "a chain that comes between the read and the write is lost"),
                shown(
                        list,
                        "end",
                        "getAndSet",
                        NOT_ATOMIC,
                        "ChainListStress.BringAndEnd",
                        "a chain that comes between the read and the write is never freed"),
                notShown(list, "add", "getAcquire", PLAIN, "ChainListStress.BringAndEnd", X86_KEEPS_THE_ORDER),
                notShown(list, "isEnded", "getAcquire", PLAIN, "ChainListStress.BringAndEnd", X86_KEEPS_THE_ORDER),
                notShown(
                        list,
                        "takeAll",
                        "getOpaque",
                        PLAIN,
                        "ChainListStress.SenderSidePool",
                        "a hint; what is seen is taken by the exchange behind it"));
    }

    private static List<Mutant> ofOwnership() {
        String memory = "org.sennit.endpoints.passing.PassedMemory";
        String table = "org.sennit.shm.match.SourceTable";
        String cell = "org.sennit.shm.match.InboxCell";
        return List.of(
                shown(
                        memory,
                        "arrive",
                        "compareAndSet",
                        NOT_ATOMIC,
                        "OwnershipStress.ComesHomeTwice",
                        "both packets find the memory away, and it lies in its pool twice"),
                notShown(memory, "leave", "setRelease", PLAIN, "OwnershipStress.ComesBackWhole", X86_KEEPS_THE_ORDER),
                notShown(
                        cell,
                        "sequenceRelease",
                        "setRelease",
                        PLAIN,
                        "OwnershipStress.GivePublishes",
                        X86_KEEPS_THE_ORDER),
                notShown(
                        cell,
                        "sequenceAcquire",
                        "getAcquire",
                        PLAIN,
                        "OwnershipStress.GivePublishes",
                        X86_KEEPS_THE_ORDER),
                notShown(
                        table, "add", "setRelease", PLAIN, "OwnershipStress.LookedUpWhileItGrows", X86_KEEPS_THE_ORDER),
                notShown(table, "get", "getAcquire", PLAIN, "OwnershipStress.TableGrows", X86_KEEPS_THE_ORDER),
                shown(
                        "org.sennit.shm.match.InboxSending",
                        "claim",
                        "getAndAdd",
                        NOT_ATOMIC,
                        "HandOverStress.TwoGivers",
                        "two givers claim the same cell, one gift is lost"));
    }

    private static List<Mutant> ofLoop() {
        String hold = "org.sennit.net.loop.HeldEventLoop";
        String loop = "org.sennit.net.loop.MigratingEventLoop";
        String blocking = "org.sennit.net.loop.BlockingContext";
        return List.of(
                shown(
                        hold,
                        "tryAcquire",
                        "compareAndSet",
                        NOT_ATOMIC,
                        "LoopStress.Exclusion",
                        "two threads find the loop free, both hold it"),
                shown(
                        hold,
                        "release",
                        "holder",
                        PLAIN_FIELD,
                        "LoopStress.TaskWhileLettingGo",
                        "the look at the queue comes before the hold is given up: the task is forgotten"),
                shown(
                        blocking,
                        "canBlock",
                        "isBlocked",
                        PLAIN_FIELD,
                        "LoopStress.TaskForALeaderThatBlocks",
                        "the second look comes before the leader says that it blocks: nobody wakes it"),
                notShown(
                        loop,
                        "wake",
                        "fullFence",
                        NO_FENCE,
                        "LoopStress.WakeOfALeader",
                        "the look at the leader may come before the waiter is ready; x86 can do that, but the store"
                                + " leaves the processor before the leader is on its way: not seen in 20,000 samples"));
    }

    private static List<Mutant> ofMcsLock() {
        String lock = "org.sennit.runtime.concurrent.McsLock";
        return List.of(
                shown(
                                lock,
                                "acquire",
                                "getAndSet",
                                NOT_ATOMIC,
                                "McsLockStress.MutualExclusion",
                                "two threads find the queue empty, both are in")
                        .hanging(),
                shown(
                                lock,
                                "tryAcquire",
                                "compareAndSet",
                                NOT_ATOMIC,
                                "McsLockStress.TryAcquire",
                                "it finds the queue empty while another enters, both are in")
                        .hanging(),
                shown(
                                lock,
                                "release",
                                "compareAndSet",
                                NOT_ATOMIC,
                                "McsLockStress.NodesAreReused",
                                "it cuts off a thread that has just queued, which waits for ever")
                        .hanging(),
                shown(
                                lock,
                                "release",
                                "getAndSet",
                                NOT_ATOMIC,
                                "McsLockStress.ParkedWaiter",
                                "it reads that the waiter spins, the waiter parks, nobody wakes it")
                        .hanging(),
                shown(
                                lock,
                                "parkUntilGranted",
                                "compareAndSet",
                                NOT_ATOMIC,
                                "McsLockStress.ParkedWaiter",
                                "it overwrites the grant and waits for ever")
                        .hanging(),
                notShown(
                        lock,
                        "isGranted",
                        "getAcquire",
                        PLAIN,
                        "McsLockStress.HandOver",
                        X86_KEEPS_THE_ORDER + "; the pause in the loop keeps the read in the loop"),
                notShown(lock, "awaitGrant", "setRelease", PLAIN, "McsLockStress.MutualExclusion", X86_KEEPS_THE_ORDER),
                notShown(lock, "release", "getAcquire", PLAIN, "McsLockStress.MutualExclusion", X86_KEEPS_THE_ORDER),
                notShown(
                        lock,
                        "awaitSuccessor",
                        "getAcquire",
                        PLAIN,
                        "McsLockStress.NodesAreReused",
                        X86_KEEPS_THE_ORDER + "; the pause in the loop keeps the read in the loop"),
                notShown(lock, "tryAcquire", "getOpaque", PLAIN, "McsLockStress.TryAcquire", "a hint, read once"),
                notShown(
                        lock,
                        "isLast",
                        "getVolatile",
                        PLAIN,
                        "McsLockStress.FirstComeFirstServed",
                        X86_KEEPS_THE_ORDER));
    }

    private static List<Mutant> ofInbox() {
        String inbox = "org.sennit.shm.match.InboxSending";
        String cell = "org.sennit.shm.match.InboxCell";
        String chunk = "org.sennit.shm.match.InboxChunk";
        return List.of(
                shown(
                        inbox,
                        "claim",
                        "getAndAdd",
                        NOT_ATOMIC,
                        "InboxStress.TwoProducers",
                        "two producers claim the same cell, one message is lost"),
                shown(
                        inbox,
                        "claim",
                        "getAndAdd",
                        NOT_ATOMIC,
                        "InboxStress.TwoProducersOfArrays",
                        "two producers claim the same cell, one message is lost"),
                shown(
                        chunk,
                        "makeExtensions",
                        "compareAndSet",
                        NOT_ATOMIC,
                        "InboxStress.TwoProducersBesideTheCells",
                        "two producers make the memory of long payloads, one payload is lost with the memory"),
                shown(
                        inbox,
                        "findChunk",
                        "compareAndSet",
                        NOT_ATOMIC,
                        "InboxStress.TwoProducers",
                        "two producers append the next chunk, the messages in one of them are lost"),
                notShown(
                        cell,
                        "sequenceRelease",
                        "setRelease",
                        PLAIN,
                        "InboxStress.PublicationInCell",
                        X86_KEEPS_THE_ORDER),
                notShown(
                        cell,
                        "sequenceAcquire",
                        "getAcquire",
                        PLAIN,
                        "InboxStress.PublicationInCell",
                        X86_KEEPS_THE_ORDER),
                notShown(chunk, "nextRelease", "setRelease", PLAIN, "InboxStress.ChunkChangeOver", X86_KEEPS_THE_ORDER),
                notShown(chunk, "nextAcquire", "getAcquire", PLAIN, "InboxStress.ChunkChangeOver", X86_KEEPS_THE_ORDER),
                notShown(chunk, "firstAcquire", "getAcquire", PLAIN, "InboxStress.TwoProducers", X86_KEEPS_THE_ORDER),
                notShown(inbox, "append", "setRelease", PLAIN, "InboxStress.TwoProducers", X86_KEEPS_THE_ORDER),
                notShown(
                        chunk,
                        "extensions",
                        "getAcquire",
                        PLAIN,
                        "InboxStress.TwoProducersBesideTheCells",
                        X86_KEEPS_THE_ORDER),
                notShown(chunk, "renew", "setRelease", PLAIN, "InboxStress.ChunkChangeOver", X86_KEEPS_THE_ORDER),
                notShown(
                        inbox,
                        "claimed",
                        "getVolatile",
                        PLAIN,
                        "ParkingStress.SpotAndClaim",
                        "the barrier stands behind the store to the parking spot, and this load is after it"));
    }

    private static List<Mutant> ofPartitions() {
        String flags = "org.sennit.shm.partitioned.PartitionFlags";
        return List.of(
                shown(
                        flags,
                        "mark",
                        "compareAndSet",
                        NOT_ATOMIC,
                        "PartitionStress.MarkedTwice",
                        "both threads find the partition unmarked, and it is sent twice"),
                notShown(
                        flags,
                        "isMarked",
                        "getAcquire",
                        PLAIN,
                        "PartitionStress.DataOfEachEpoch",
                        X86_KEEPS_THE_ORDER));
    }

    private static List<Mutant> ofActions() {
        String request = "org.sennit.runtime.request.Request";
        return List.of(
                shown(
                        request,
                        "runCallback",
                        "compareAndSet",
                        NOT_ATOMIC,
                        "RequestStress.ActionRunsOnce",
                        "completer and owner both take the action, it runs twice"),
                shown(
                        request,
                        "whenComplete",
                        "compareAndSet",
                        NOT_ATOMIC,
                        "RequestStress.TwoActions",
                        "the completer runs the first action while the second is put on top of it, the first runs"
                                + " twice"),
                notShown(
                        request, "whenComplete", "getVolatile", PLAIN, "RequestStress.TwoActions", X86_KEEPS_THE_ORDER),
                notShown(request, "runCallback", "getVolatile", PLAIN, "RequestStress.Restart", X86_KEEPS_THE_ORDER));
    }

    private static List<Mutant> ofParking() {
        String request = "org.sennit.runtime.request.Request";
        String asleep = "both see the other's old value, the waiter sleeps for ever";
        return List.of(
                shown(
                        "org.sennit.runtime.concurrent.ParkingSpot",
                        "occupy",
                        "fullFence",
                        NO_FENCE,
                        "ParkingStress.SpotAndClaim",
                        asleep),
                notShown(
                        "org.sennit.runtime.concurrent.ParkingSpot",
                        "occupant",
                        "getVolatile",
                        PLAIN,
                        "ParkingStress.SpotAndRequest",
                        "the waker's own store carries the barrier, and this load is after it"),
                shown(
                        "org.sennit.runtime.progress.SharedProgressEngine",
                        "signal",
                        "fullFence",
                        NO_FENCE,
                        "SharedWaitStress.CompletedByAnother",
                        asleep),
                shown(request, "complete", "setVolatile", RELEASE, "ParkingStress.SpotAndRequest", asleep),
                notShown(
                        "org.sennit.runtime.progress.JobHealth",
                        "fail",
                        "compareAndSet",
                        NOT_ATOMIC,
                        "ParkingStress.FailureOfTheJob",
                        "between the store and the load lies the loop over the waiters, in which the store drains"),
                notShown(request, "isMet", "getAcquire", PLAIN, "RequestStress.Outcomes", X86_KEEPS_THE_ORDER),
                notShown(
                        request,
                        "settleOwn",
                        "setRelease",
                        PLAIN,
                        "RequestStress.Outcomes",
                        "completed and read by the same thread, or after another one's release"));
    }

    private static List<Mutant> ofTeam() {
        String team = "org.sennit.shm.team.Team";
        String unheard = "the signaller looks before its signal is to be seen, the waiter sleeps for ever";
        String behind = "the looker's own store carries the barrier, and this load is after it";
        return List.of(
                shown(team, "setNumber", "setVolatile", RELEASE, "TeamStress.Meeting", unheard),
                shown(team, "setNumber", "setVolatile", RELEASE, "TeamStress.AwaitedAndSignal", unheard),
                shown(
                                team,
                                "number",
                                "getVolatile",
                                PLAIN,
                                "TeamStress.Meeting",
                                "the compiler keeps the number that it has read, and the waiter sees no change")
                        .hanging(),
                shown(
                        team,
                        "setAwaited",
                        "setVolatile",
                        RELEASE,
                        "TeamStress.AwaitedAndSignal",
                        "the waiter looks before it is to be seen whom it awaits, and is not woken"),
                notShown(team, "awaited", "getVolatile", PLAIN, "TeamStress.AwaitedAndSignal", behind),
                shown(
                        team,
                        "setLeft",
                        "setVolatile",
                        RELEASE,
                        "TeamStress.WaiterAndLeaver",
                        "the leaver looks before its mark is to be seen, the waiter sleeps for ever"),
                notShown(team, "setLeft", "getVolatile", PLAIN, "TeamStress.WaiterAndLeaver", behind),
                shown(
                        team,
                        "setLeft",
                        "getAndSet",
                        NOT_ATOMIC,
                        "TeamStress.SecondWaiterForASlot",
                        "a waiter comes between the look and the store, and is forgotten"),
                notShown(team, "hasLeft", "getVolatile", PLAIN, "TeamStress.TwoWaitForASlot", "a hint, read once"),
                shown(
                        team,
                        "hasLeft",
                        "compareAndExchange",
                        NOT_ATOMIC,
                        "TeamStress.TwoWaitForASlot",
                        "two find nobody waiting, and the second forgets the first"),
                notShown(
                        team,
                        "allLeft",
                        "getAcquire",
                        PLAIN,
                        "TeamStress.AllreducesOverReusedSlots",
                        X86_KEEPS_THE_ORDER),
                notShown(
                        team,
                        "setAllLeft",
                        "setRelease",
                        PLAIN,
                        "TeamStress.AllreducesOverReusedSlots",
                        X86_KEEPS_THE_ORDER));
    }

    private static List<Mutant> ofRing() {
        String words = "org.sennit.shm.mapped.ring.RingDescriptor";
        return List.of(
                shown(
                        words,
                        "compareAndSet",
                        "compareAndSet",
                        NOT_ATOMIC,
                        "RingStress.TwoProducers",
                        "two producers claim the same room, one packet is lost"),
                shown(
                        words,
                        "setVolatile",
                        "setVolatile",
                        RELEASE,
                        "RingStress.WishForSpace",
                        "the producer does not see the head, the reader does not see the wish, nobody rings"),
                notShown(words, "setRelease", "setRelease", PLAIN, "RingStress.LongPublication", X86_KEEPS_THE_ORDER),
                notShown(words, "getAcquire", "getAcquire", PLAIN, "RingStress.ShortPublication", X86_KEEPS_THE_ORDER));
    }

    private static List<Mutant> ofLane() {
        String lane = "org.sennit.shm.mapped.transfer.Lane";
        return List.of(
                shown(
                        lane,
                        "claimFromFront",
                        "getAndAdd",
                        NOT_ATOMIC,
                        "LaneStress.Claims",
                        "the sender's claim is overwritten, a block is taken twice"),
                shown(
                        lane,
                        "claimFromBack",
                        "getAndAdd",
                        NOT_ATOMIC,
                        "LaneStress.Claims",
                        "the receiver's claim is overwritten, a block is taken twice"),
                shown(
                        lane,
                        "enter",
                        "compareAndSet",
                        NOT_ATOMIC,
                        "LaneStress.Door",
                        "the sender comes in through a door that is being shut"),
                shown(
                        lane,
                        "shut",
                        "compareAndSet",
                        NOT_ATOMIC,
                        "LaneStress.Door",
                        "the sender comes in between, and the door is shut behind it"),
                notShown(lane, "shut", "getAcquire", PLAIN, "LaneStress.Helper", X86_KEEPS_THE_ORDER),
                notShown(lane, "shut", "setRelease", PLAIN, "LaneStress.Helper", X86_KEEPS_THE_ORDER),
                notShown(lane, "open", "setRelease", PLAIN, "LaneStress.Helper", X86_KEEPS_THE_ORDER),
                notShown(lane, "open", "setOpaque", PLAIN, "LaneStress.Helper", "nobody else is there"),
                notShown(lane, "leave", "setRelease", PLAIN, "LaneStress.Helper", X86_KEEPS_THE_ORDER),
                notShown(lane, "lose", "setRelease", PLAIN, "LaneStress.Helper", "as leave"),
                notShown(lane, "isShut", "getAcquire", PLAIN, "LaneStress.Helper", X86_KEEPS_THE_ORDER),
                notShown(lane, "isOver", "getAcquire", PLAIN, "LaneStress.Helper", X86_KEEPS_THE_ORDER),
                notShown(lane, "isEntered", "getOpaque", PLAIN, "LaneStress.Helper", "a hint, read once"),
                notShown(lane, "publish", "setRelease", PLAIN, "LaneStress.Slot", X86_KEEPS_THE_ORDER),
                notShown(lane, "isReady", "getAcquire", PLAIN, "LaneStress.Slot", X86_KEEPS_THE_ORDER),
                notShown(lane, "consume", "setRelease", PLAIN, "LaneStress.Reuse", X86_KEEPS_THE_ORDER),
                notShown(lane, "consumed", "getAcquire", PLAIN, "LaneStress.Reuse", X86_KEEPS_THE_ORDER));
    }

    private static List<Mutant> ofSharedBlocks() {
        String blocks = "org.sennit.shm.protocol.SharedBlocks";
        return List.of(
                shown(
                        blocks,
                        "claimFromFront",
                        "getAndAdd",
                        NOT_ATOMIC,
                        "SynergisticStress.Claims",
                        "the helper's claim is overwritten, a block is taken twice"),
                shown(
                        blocks,
                        "claimFromBack",
                        "getAndAdd",
                        NOT_ATOMIC,
                        "SynergisticStress.Claims",
                        "the receiver's claim is overwritten, a block is taken twice"),
                shown(
                        blocks,
                        "enter",
                        "compareAndSet",
                        NOT_ATOMIC,
                        "SynergisticStress.TwoHelpers",
                        "two helpers find the door open, both are in"),
                shown(
                        blocks,
                        "shut",
                        "compareAndSet",
                        NOT_ATOMIC,
                        "SynergisticStress.Door",
                        "the helper comes in between, and the door is shut behind it"),
                notShown(blocks, "open", "setRelease", PLAIN, "SynergisticStress.LateHelper", X86_KEEPS_THE_ORDER),
                notShown(blocks, "leave", "setRelease", PLAIN, "SynergisticStress.Transfer", X86_KEEPS_THE_ORDER),
                notShown(blocks, "pause", "setRelease", PLAIN, "SynergisticStress.Transfer", "as leave"),
                notShown(
                        blocks,
                        "shut",
                        "getAcquire",
                        PLAIN,
                        "SynergisticStress.Transfer",
                        X86_KEEPS_THE_ORDER + "; the pause in the loop keeps the read in the loop"),
                notShown(blocks, "look", "getAcquire", PLAIN, "SynergisticStress.Door", "a hint, read once"));
    }
}
