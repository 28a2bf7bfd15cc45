package org.sennit.conformance.random;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sennit.Communicator;
import org.sennit.conformance.random.OwnershipLedger.Held;
import org.sennit.conformance.random.OwnershipPlan.Arriving;
import org.sennit.conformance.random.OwnershipPlan.Collective;
import org.sennit.conformance.random.OwnershipPlan.Item;
import org.sennit.conformance.random.OwnershipPlan.Leaving;
import org.sennit.conformance.random.OwnershipPlan.Parcel;
import org.sennit.conformance.random.OwnershipPlan.Passing;
import org.sennit.conformance.random.OwnershipPlan.Present;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.ownership.BufferCollective;
import org.sennit.ownership.Handover;
import org.sennit.ownership.OwnedBuffer;
import org.sennit.ownership.OwnershipPool;
import org.sennit.ownership.PersistentGive;
import org.sennit.ownership.PersistentTake;
import org.sennit.ownership.TakenRequest;
import org.sennit.testkit.SeededRandom;

/** One rank's part in a random program with ownership. One thread. */
final class OwnershipRank {
    private static final int MOST_KEPT = 12;
    private static final int UNUSED_TAG = 4711;

    private final OwnershipPlan plan;
    private final OwnershipLedger ledger;
    private final OwnershipPool pool;
    private final Communicator[] communicators;
    private final Handover[] handovers;
    private final int rank;
    private final SeededRandom random;
    private final Pause pause = new Pause();
    private final List<Held> kept = new ArrayList<>();
    private final List<Request> leaving = new ArrayList<>();
    private final List<Request> presented =
            new ArrayList<>(); // objects, which may wait for takes that are not posted yet
    private final List<Held> sent = new ArrayList<>(); // whose bytes are under way
    private final Map<Long, Integer> lastOf = new HashMap<>(); // message by communicator, source and tag

    OwnershipRank(OwnershipPlan plan, OwnershipLedger ledger, OwnershipPool pool, Communicator... communicators) {
        this.plan = plan;
        this.ledger = ledger;
        this.pool = pool;
        this.communicators = communicators;
        this.handovers = new Handover[] {pool.over(communicators[0]), pool.over(communicators[1])};
        this.rank = communicators[0].rank();
        this.random = new SeededRandom(plan.seed() ^ (rank + 1) * 0x9E3779B97F4A7C15L);
    }

    /** Runs the program; throws when something is not as it must be. Nothing is in hand afterwards. */
    void run() {
        TakenRequest hopeless = handovers[0].takeNonblocking(Communicator.ANY_SOURCE, UNUSED_TAG);
        switch (plan.order()) {
            case IN_TURN -> inTurn();
            case SENDS_FIRST -> sendsFirst();
            default -> receivesFirst();
        }
        awaitLeaving();
        presented.forEach(this::finish);
        hopeless.cancel();
        if (!hopeless.await().isCancelled()) {
            throw new AssertionError("a take that nothing is sent to could not be cancelled");
        }
        kept.forEach(this::free);
        kept.clear();
        communicators[0].barrier(); // the next program does not meet these messages
    }

    private void inTurn() {
        for (Item item : plan.items()) {
            if (item instanceof Collective c) {
                together(c);
                continue;
            }
            if (item instanceof Present present) {
                give(present, true);
                takeObject(present);
                continue;
            }
            Passing p = (Passing) item;
            if (p.source() == rank) {
                // to itself nothing blocks: its own take comes after it
                leave(p, p.destination() != rank);
            }
            if (p.destination() == rank) {
                arrive(p);
            }
            dawdle();
        }
    }

    private void sendsFirst() {
        plan.items().forEach(item -> {
            if (item instanceof Passing p && p.source() == rank) {
                leave(p, false);
            }
            give(item, false);
        });
        plan.items().forEach(item -> {
            if (item instanceof Passing p && p.destination() == rank) {
                arrive(p);
            }
            takeObject(item);
            dawdle();
        });
        allTogether();
    }

    private void allTogether() {
        awaitLeaving();
        plan.items().forEach(item -> {
            if (item instanceof Collective c) {
                together(c);
            }
        });
    }

    private void receivesFirst() {
        List<Posted> posted = new ArrayList<>();
        plan.items().forEach(item -> {
            if (item instanceof Passing p && p.destination() == rank) {
                posted.add(post(p));
            }
        });
        communicators[0].barrier(); // all ranks have posted
        plan.items().forEach(item -> {
            if (item instanceof Passing p && p.source() == rank) {
                leave(p, random.nextBoolean());
            }
            give(item, false);
            dawdle();
        });
        plan.items().forEach(this::takeObject);
        posted.forEach(this::complete);
        allTogether();
    }

    // ---- leaving ----

    private void leave(Passing p, boolean mayBlock) {
        Held held = bufferFor(p);
        ledger.leaves(held, p);
        if (p.leaving() == Leaving.SEND) {
            MemorySegment memory = held.buffer().segment();
            leaving.add(communicators[p.communicator()]
                    .nonblocking()
                    .send(memory, DataLayout.BYTE.count((int) p.lengthBytes()), p.destination(), p.tag()));
            sent.add(held);
            if (mayBlock) {
                awaitLeaving();
            }
            return;
        }
        ledger.letGo(rank, held);
        Handover handover = handovers[p.communicator()];
        switch (p.leaving()) {
            case GIVE -> {
                if (mayBlock) {
                    handover.give(held.buffer(), p.destination(), p.tag());
                } else {
                    leaving.add(handover.giveNonblocking(held.buffer(), p.destination(), p.tag()));
                }
            }
            case GIVE_PERSISTENT -> {
                PersistentGive give = handover.givePersistent(p.destination(), p.tag());
                give.start(held.buffer());
                leaving.add(give);
            }
            default -> leaving.add(handover.giveNonblocking(held.buffer(), p.destination(), p.tag()));
        }
        if (mayBlock) {
            awaitLeaving();
        }
    }

    private Held bufferFor(Passing p) {
        if (p.isPassedOn()) {
            for (Held each : kept) {
                if (each.buffer().capacity() >= p.lengthBytes()) {
                    ledger.assertKept(each);
                    kept.remove(each);
                    each.buffer().length(p.lengthBytes());
                    return ledger.write(each, p.lengthBytes());
                }
            }
        }
        return ledger.allocated(rank, pool.alloc(p.lengthBytes()));
    }

    private void awaitLeaving() {
        while (!leaving.isEmpty()) {
            Request request = leaving.remove(random.nextInt(leaving.size()));
            finish(request);
            if (request instanceof PersistentGive give) {
                give.free();
            }
        }
        sent.forEach(this::free);
        sent.clear();
    }

    private void finish(Request request) {
        if (random.nextBoolean()) {
            request.await();
        } else {
            while (!request.test()) {
                pause.take();
            }
        }
    }

    private void free(Held held) {
        ledger.letGo(rank, held);
        if (random.nextBoolean()) {
            held.buffer().free();
        } else {
            pool.free(held.buffer());
        }
    }

    // ---- arriving ----

    /** A take or receive that was started. */
    private record Posted(Passing place, Request request, MemorySegment copy) {}

    private int source(Passing p) {
        return plan.isWild()[rank] ? Communicator.ANY_SOURCE : p.source();
    }

    private int tag(Passing p) {
        return plan.isWild()[rank] ? Communicator.ANY_TAG : p.tag();
    }

    private long most(Passing p) {
        return p.isTooLong() ? p.lengthBytes() - 1 : plan.longestBytes();
    }

    private Posted post(Passing p) {
        Handover handover = handovers[p.communicator()];
        if (p.arriving() == Arriving.RECEIVE) {
            MemorySegment copy = MemorySegment.ofArray(new byte[(int) most(p)]);
            return new Posted(
                    p,
                    communicators[p.communicator()]
                            .nonblocking()
                            .receive(copy, DataLayout.BYTE.count((int) copy.byteSize()), source(p), tag(p)),
                    copy);
        }
        if (p.arriving() == Arriving.TAKE_PERSISTENT) {
            PersistentTake take = handover.takePersistent(source(p), tag(p), most(p));
            take.start();
            return new Posted(p, take.request(), null);
        }
        return new Posted(
                p, handover.takeNonblocking(source(p), tag(p), most(p)).request(), null);
    }

    private void complete(Posted posted) {
        Status status = new Status();
        try {
            if (random.nextBoolean()) {
                posted.request().await(status);
            } else {
                while (!posted.request().test(status)) {
                    pause.take();
                }
            }
        } catch (SennitException e) {
            refused(posted.place(), e);
            return;
        }
        if (posted.request() instanceof TakenRequest take) {
            took(posted.place(), take.buffer(), status);
            take.free();
        } else {
            received(posted.place(), posted.copy(), status);
        }
    }

    private void arrive(Passing p) {
        Status status = new Status();
        if (p.arriving() == Arriving.TAKE_NONBLOCKING || p.arriving() == Arriving.TAKE_PERSISTENT) {
            complete(post(p));
            return;
        }
        try {
            if (p.arriving() == Arriving.TAKE) {
                took(p, handovers[p.communicator()].take(source(p), tag(p), most(p), status), status);
            } else {
                MemorySegment copy = MemorySegment.ofArray(new byte[(int) most(p)]);
                communicators[p.communicator()].receive(
                        copy, DataLayout.BYTE.count((int) copy.byteSize()), source(p), tag(p), status);
                received(p, copy, status);
            }
        } catch (SennitException e) {
            refused(p, e);
        }
    }

    private void refused(Passing p, SennitException e) {
        if (!p.isTooLong() || e.errorClass() != ErrorClass.TRUNCATE) {
            throw e;
        }
        ledger.refused(p);
    }

    private void took(Passing p, OwnedBuffer buffer, Status status) {
        if (buffer.length() != status.countBytes()) {
            throw new AssertionError("length " + buffer.length() + " of " + status);
        }
        Held held = ledger.taken(rank, buffer, status.countBytes());
        assertRight(p, ledger.arrived(held.number()), status);
        kept.add(held);
        if (!p.isKept() || kept.size() > MOST_KEPT) {
            free(kept.remove(random.nextInt(kept.size())));
        }
    }

    private void received(Passing p, MemorySegment copy, Status status) {
        long bytes = status.countBytes();
        long number = bytes < OwnershipLedger.HEADER_BYTES
                ? 0
                : OwnershipLedger.check(copy.asSlice(0, bytes), bytes, "received");
        assertRight(p, ledger.arrived(number), status);
    }

    /**
     * Whether the message is the one that the place wants, or one that a wild place may get; and has overtaken none.
     */
    private void assertRight(Passing place, Passing got, Status status) {
        if (!plan.isWild()[rank]) {
            if (status.countBytes() != place.lengthBytes() || status.source() != place.source()) {
                throw new AssertionError("wanted " + place + ", got " + status);
            }
            if (got != null && !got.equals(place)) {
                throw new AssertionError("wanted " + place + ", got " + got);
            }
        }
        if (got == null) {
            return;
        }
        if (got.destination() != rank || got.source() != status.source() || got.tag() != status.tag()) {
            throw new AssertionError("got " + got + " with " + status);
        }
        long key = (long) got.communicator() << 40 | (long) got.source() << 20 | got.tag();
        Integer before = lastOf.put(key, got.number());
        if (before != null && before > got.number()) {
            throw new AssertionError("overtaken: message " + got.number() + " comes after " + before);
        }
    }

    // ---- objects ----

    private boolean isOneJvm(Present present) {
        return communicators[1].processOf(present.source()) == communicators[1].processOf(present.destination());
    }

    /** Gives an object; may wait for its take only where that comes next on the other side. */
    private void give(Item item, boolean mayBlock) {
        if (!(item instanceof Present present) || present.source() != rank) {
            return;
        }
        Parcel parcel = present.parcel();
        ledger.gives(present, parcel);
        try {
            if (mayBlock && present.destination() != rank) {
                handovers[1].giveObject(parcel, present.destination(), Present.TAG);
            } else {
                presented.add(handovers[1].giveObjectNonblocking(parcel, present.destination(), Present.TAG));
            }
        } catch (SennitException e) {
            if (isOneJvm(present) || e.errorClass() != ErrorClass.UNSUPPORTED) {
                throw e;
            }
            ledger.keeps(present);
            return;
        }
        if (!isOneJvm(present)) {
            throw new AssertionError("an object has left its JVM: " + present);
        }
    }

    private void takeObject(Item item) {
        if (item instanceof Present present && present.destination() == rank && isOneJvm(present)) {
            Status status = new Status();
            ledger.got(present, handovers[1].takeObject(Parcel.class, present.source(), Present.TAG, status));
            if (status.source() != present.source() || status.tag() != Present.TAG) {
                throw new AssertionError(present + " has come with " + status);
            }
        }
    }

    // ---- all together ----

    private void together(Collective c) {
        int n = communicators[0].size();
        boolean isRoot = c.root() == rank;
        switch (c.kind()) {
            case SCATTER -> {
                OwnedBuffer[] out = isRoot ? buffers(c, n) : null;
                BufferCollective pending = handovers[0].scatterNonblocking(out, c.root());
                finish(pending);
                got(pending.buffer(), c.lengthBytes(c.root(), rank));
            }
            case GATHER -> {
                OwnedBuffer mine = buffer(c.lengthBytes(rank, c.root()));
                OwnedBuffer[] in;
                if (c.isNonblocking()) {
                    BufferCollective pending = handovers[0].gatherNonblocking(mine, c.root());
                    finish(pending);
                    in = pending.buffers();
                } else {
                    in = handovers[0].gather(mine, c.root());
                }
                for (int from = 0; isRoot && from < n; from++) {
                    got(in[from], c.lengthBytes(from, rank));
                }
            }
            case ALLTOALL -> {
                OwnedBuffer[] in = handovers[0].alltoall(buffers(c, n));
                for (int from = 0; from < n; from++) {
                    got(in[from], c.lengthBytes(from, rank));
                }
            }
        }
    }

    private OwnedBuffer[] buffers(Collective c, int n) {
        OwnedBuffer[] out = new OwnedBuffer[n];
        for (int to = 0; to < n; to++) {
            out[to] = buffer(c.lengthBytes(rank, to));
        }
        return out;
    }

    private OwnedBuffer buffer(long bytes) {
        Held held = ledger.allocated(rank, pool.alloc(bytes));
        ledger.letGo(rank, held);
        return held.buffer();
    }

    private void got(OwnedBuffer buffer, long bytes) {
        if (buffer.length() != bytes) {
            throw new AssertionError("a collective has brought " + buffer.length() + " bytes instead of " + bytes);
        }
        free(ledger.taken(rank, buffer, bytes));
    }

    /** Now and then something that changes nothing but the timing, or only what lies in the pool. */
    private void dawdle() {
        switch (random.nextInt(24)) {
            case 0 -> communicators[0].nonblocking().probe(Communicator.ANY_SOURCE, Communicator.ANY_TAG, null);
            case 1 -> Thread.yield();
            case 2 -> pool.trim(random.nextInt(1 << 20));
            case 3 -> kept.forEach(ledger::assertKept);
            case 4 -> free(ledger.allocated(rank, pool.alloc(random.nextInt(100_000))));
            default -> {}
        }
    }
}
