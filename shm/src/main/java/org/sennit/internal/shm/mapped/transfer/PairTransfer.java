package org.sennit.internal.shm.mapped.transfer;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Locale;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.Entropy;
import org.sennit.internal.shm.mapped.memory.CollectionCount;
import org.sennit.internal.shm.mapped.memory.LibraryCopy;
import org.sennit.internal.shm.mapped.memory.SharedHeap;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.LargeMessageOperation;
import org.sennit.spi.network.LargeMessageTransfer;

/**
 * The large messages of one connection between two JVMs of a host. The sender says in RTS how its memory can
 * be reached, the receiver chooses the {@link TransferMode} and says it in CTS; the bytes are copied in
 * steps of the two endpoints.
 *
 * <pre>
 *   sender's memory      receiver's memory     mode
 *   shared               shared or address     BOTH from 128 KiB, PULL below
 *   shared               any                   PULL
 *   any                  shared                PUSH
 *   address              address               by the kernel (BOTH from 64 KiB, PULL below) or RING, as measured
 *   array, closeable     without gaps          by the kernel (PULL) or RING, as measured
 *   address              array, closeable      by the kernel (PULL) or RING, as measured
 *   any                  any                   RING; PARCELS when every channel is another pair's
 * </pre>
 *
 * <p>Memory that the receiver cannot map begins to move before the answer, through a channel that the sender has
 * announced in RTS ({@link AnnouncedSend}).
 *
 * <p>Into shared memory the sender alone copies, from the heap as fast as from elsewhere: two JVMs on the reference
 * machine, far, us one way, medians of five rounds: 1 MiB 44.8 from the heap, 44.7 off it, by the ring 84; 4 MiB 316,
 * 315 and 372.
 *
 * <p>An array is read where it lies, as long as the sender's collector leaves it there ({@link ReadReceive}); no
 * process ever writes to an array of another one. Two JVMs on a Xeon, us one way, so and by the ring, sent again
 * unchanged: 64 KiB 5.6 to 6.9 and 9.7 to 12, 256 KiB 14 and 22, 1 MiB 71 to 80 and 88 to 117; written before each
 * send: 64 KiB 11 and 9 to 11, 256 KiB 36 and 22, 1 MiB 111 and 80, since there both cores copy at once.
 *
 * <p>Shared: of {@link SharedHeap}. Address: off-heap, of an arena that cannot be closed, and the kernel copies between
 * the two processes. Two memories of any kind are safe in every mode: an arena that is closed meanwhile fails the
 * message on both sides, and no process ever writes to memory that its owner may have freed.
 *
 * <p>Threads as {@link LargeMessageTransfer} says. (Section on large message transfer of the Nemesis network module
 * document; the shared heap of Friedley et al., Hybrid MPI, 2013.)
 */
public final class PairTransfer implements LargeMessageTransfer {
    /** Shared memory is copied by both from here, in bytes: 64 KiB 1.2 us by both, 1.5 alone, without their meeting. */
    private static final long BOTH_FROM = 128 << 10;

    /**
     * Least length for which both sides copy by the kernel, in bytes: 16 KiB 1.4 us by both or alone, 64 KiB 2.7 and
     * 3.2.
     */
    private static final long KERNEL_BOTH_FROM = 64 << 10;

    private static final long LINE_BYTES = 64;
    private static final long PAGE_BYTES = 4096;

    // Rules of thumb, not measured.
    private static final int FEWEST_BLOCKS = 8;
    private static final long LARGEST_BLOCK = 64 << 10;

    /**
     * A call of the kernel costs .8 us, as much as 20 KiB of copying (16 KiB 1.4 us, 64 KiB 3.2): fewer blocks than
     * else.
     */
    private static final long SMALLEST_KERNEL_BLOCK = 32 << 10;

    private static final long LARGEST_KERNEL_BLOCK = 128 << 10;
    private static final int FEWEST_KERNEL_BLOCKS = 4;

    /**
     * Messages without a channel of the sender's after one whose receiver had no use for it: filling it costs a copy.
     */
    private static final int UNANNOUNCED = 63;

    /**
     * Counts of such messages, a power of two: pairs of endpoints that share one have a channel too few or too many, no
     * more.
     */
    private static final int UNANNOUNCED_COUNTS = 64;

    private final TransferArea area;
    private final SharedHeap heap;
    private final RuntimeContext context;
    private final String forced;
    private final PeerReach reach;
    private final TransferPair pair;

    // By a hash of the two endpoints. Plain: threads that send at once may count one message less or more.
    private final int[] unannounced = new int[UNANNOUNCED_COUNTS];

    /**
     * Makes the transfers of a connection.
     *
     * @param area its shared memory and its bell
     * @param heap the memory of this process that the peer can map
     * @param context the clock
     * @param options {@link TransferOptions}
     */
    public PairTransfer(TransferArea area, SharedHeap heap, RuntimeContext context, Options options) {
        this.area = area;
        this.heap = heap;
        this.context = context;
        this.forced = options.value(TransferOptions.LARGE);
        this.pair = new TransferPair(area, context);
        this.reach = new PeerReach(area.incoming());
        byte[] nonce = Entropy.bytes(TransferAreaDescriptor.NONCE_BYTES);
        // before anything is sent: RTS and CTS publish it
        area.outgoing().asSlice(0, nonce.length).copyFrom(MemorySegment.ofArray(nonce));
    }

    /** Returns the counters of received messages by mode, which go on counting; for reports and tests. */
    TransferCounters counters() {
        return pair.counters();
    }

    /** Returns what has been measured about the modes, for reports. */
    public String describe() {
        return "kernel copy " + reach.kernel().name().toLowerCase(Locale.ROOT) + "; "
                + pair.addressTuner().describe() + "; read alone: "
                + pair.readTuner().describe();
    }

    @Override
    public void initiate(LargeMessageOperation operation) {
        TransferSteps side = TransferSteps.of(operation);
        MemoryOffer offer = side.mine.of(operation, heap, area.outgoing());
        boolean isOffering = offer.kind() != MemoryOffer.Kind.NONE;
        boolean isAnnouncing = mayAnnounce(offer.kind(), operation) && announce(side);
        if (!isOffering && !isAnnouncing) {
            operation.sendRequestToSend(null);
            return;
        }
        ChannelPool.Ticket announced = isAnnouncing ? side.ticket : null;
        int offerAt = AnnouncedChannel.lengthBytes(announced);
        MemorySegment cookie = side.rooms.take(offerAt + (isOffering ? offer.lengthBytes() : 0));
        AnnouncedChannel.write(cookie, pairOf(area.outgoing()), announced);
        if (isOffering) {
            offer.write(cookie, offerAt);
        }
        MemorySegment memory = operation.memory();
        operation.sendRequestToSend(cookie);
        side.rooms.give(cookie);
        if (isAnnouncing) {
            side.announcedSend().fill(memory);
        }
    }

    /** Returns whether a send may be announced: the receiver reads memory that it can map by itself. */
    private boolean mayAnnounce(MemoryOffer.Kind kind, LargeMessageOperation operation) {
        boolean mayBeRing = forced.equals("auto") || forced.equals("cooperative");
        if (!mayBeRing || kind == MemoryOffer.Kind.REGION) {
            return false;
        }
        int count = countOf(operation);
        int left = unannounced[count];
        if (left > 0) {
            unannounced[count] = left - 1;
        }
        return left == 0;
    }

    private static int countOf(LargeMessageOperation operation) {
        return Long.hashCode(endpoints(operation) * 0x9E37_79B9_7F4A_7C15L) & UNANNOUNCED_COUNTS - 1;
    }

    private boolean announce(TransferSteps side) {
        LargeMessageOperation operation = side.operation;
        boolean isClaimed =
                pair.announcedChannels().claimAny(endpoints(operation), slotsOf(operation.lengthBytes()), side.ticket);
        if (isClaimed) {
            operation.attach(side.announcedSend().begin(pair));
        }
        return isClaimed;
    }

    @Override
    public void startReceive(LargeMessageOperation operation, MemorySegment senderCookie) {
        TransferSteps side = TransferSteps.of(operation);
        side.measureNothing();
        if (operation.lengthBytes() == 0) { // a receive without room
            clear(side, side.cookie.without(TransferMode.PARCELS), side.mine.nothing());
            operation.complete();
            return;
        }
        long offerAt = side.announced.read(senderCookie, pairOf(area.incoming()), pair.incomingChannels());
        side.theirs.read(senderCookie, offerAt);
        switch (forced) {
            case "cooperative" -> receiveCopied(side);
            case "get" -> receiveOnce(side, false);
            case "put" -> receiveOnce(side, true);
            default -> receive(side);
        }
    }

    private void receive(TransferSteps side) {
        LargeMessageOperation operation = side.operation;
        MemoryOffer mine = side.mine.of(operation, heap, area.outgoing());
        long length = operation.lengthBytes();
        RemoteMemory source = source(side);
        if (source instanceof MappedMemory) {
            boolean isByBoth = mine.kind() != MemoryOffer.Kind.NONE && length >= BOTH_FROM;
            // alone in one copy, as far as a step goes: 64 KiB 1.5 us in one, 2.1 in eight
            long block = isByBoth ? blockBytes(length) : Math.min(length, TransferStep.BUDGET_BYTES);
            receiveBlocks(side, source, isByBoth, block);
        } else if (mine.kind() == MemoryOffer.Kind.REGION) {
            receivePushed(side);
        } else if (source == null) {
            receiveRead(side, true);
        } else {
            side.measure(pair.addressTuner(), context.nanoTime());
            if (pair.addressTuner().byKernel(length)) {
                receiveBlocks(side, source, length >= KERNEL_BOTH_FROM, kernelBlockBytes(length));
            } else {
                receiveCopied(side);
            }
        }
    }

    /** Receives by the kernel what it reads for this side alone, or through slots. */
    private void receiveRead(TransferSteps side, boolean isMeasured) {
        boolean isArray = side.theirs.kind() == MemoryOffer.Kind.ARRAY;
        CollectionCount collections = isArray ? reach.collections(side.theirs) : null; // asked once
        boolean isThere = isArray ? collections != null : reach.canRead(side.theirs);
        boolean isReadable = isThere && LibraryCopy.suits(side.operation.memory());
        if (isReadable && isMeasured) {
            side.measure(pair.readTuner(), context.nanoTime());
        }
        if (isReadable && (!isMeasured || pair.readTuner().byKernel(side.operation.lengthBytes()))) {
            side.readReceive().begin(pair, this, collections).readAtOnce();
        } else {
            receiveCopied(side);
        }
    }

    /** Receives what was not there any more before all of it was read. */
    void receiveMoved(TransferSteps side) {
        side.blameKernel(); // the time of both attempts is the kernel's
        receiveCopied(side);
    }

    /** Receives by one copy of one side, where the memories allow it. */
    private void receiveOnce(TransferSteps side, boolean isPut) {
        MemoryOffer mine = side.mine.of(side.operation, heap, area.outgoing());
        RemoteMemory source = source(side);
        boolean canPut =
                mine.kind() == MemoryOffer.Kind.REGION || mine.kind() == MemoryOffer.Kind.ADDRESS && source != null;
        if (isPut && canPut) {
            receivePushed(side);
        } else if (!isPut && source != null) {
            receiveBlocks(side, source, false, kernelBlockBytes(side.operation.lengthBytes()));
        } else if (!isPut) {
            receiveRead(side, false);
        } else {
            receiveCopied(side);
        }
    }

    /** Returns the access to the source. The kernel reads by address: only memory that cannot be closed. */
    private RemoteMemory source(TransferSteps side) {
        boolean isSafe = side.mine.kind() == MemoryOffer.Kind.ADDRESS;
        return reach.open(side, side.operation.lengthBytes(), isSafe ? side.operation.memory() : null);
    }

    private void receiveBlocks(TransferSteps side, RemoteMemory source, boolean isByBoth, long blockBytes) {
        boolean isHelped = isByBoth && pair.grantedChannels().claim(endpoints(side.operation), 0, side.ticket);
        if (isHelped) {
            side.cookie.through(TransferMode.BOTH, side.ticket, blockBytes);
        }
        side.blocksReceive()
                .begin(pair, source, isHelped ? side.ticket : null, blockBytes)
                .start();
        if (isHelped) {
            clear(side, side.cookie, side.mine);
        }
    }

    private void receivePushed(TransferSteps side) {
        pair.counters().count(TransferMode.PUSH);
        side.parcelReceive().begin(pair).awaitPushed();
        clear(side, side.cookie.without(TransferMode.PUSH), side.mine);
    }

    private void receiveCopied(TransferSteps side) {
        if (side.announced.enter()) {
            TransferStep step = side.ringReceive().begin(pair, side.announced);
            side.operation.attach(step); // abandoning the operation leaves the channel
            clear(side, side.cookie.throughAnnounced(), side.mine.nothing());
            side.operation.drive(step); // last: it may complete the message, since its bytes may be there
            return;
        }
        long endpoints = endpoints(side.operation);
        boolean isClaimed = claim(side);
        if (!isClaimed && pair.grantedChannels().holds(endpoints)) {
            ChannelWait wait = side.channelWait().begin(pair, this, endpoints);
            pair.grantedChannels().await(wait);
            wait.start();
        } else {
            receiveCopied(side, isClaimed);
        }
    }

    void receiveCopied(TransferSteps side, boolean isClaimed) {
        if (isClaimed) {
            side.cookie.through(TransferMode.RING, side.ticket, 0);
            side.ringReceive().begin(pair).start();
        } else {
            pair.counters().count(TransferMode.PARCELS);
            side.cookie.without(TransferMode.PARCELS);
            side.parcelReceive().begin(pair).start();
        }
        clear(side, side.cookie, side.mine.nothing());
    }

    private void clear(TransferSteps side, ClearCookie cookie, MemoryOffer memory) {
        MemorySegment bytes = cookie.write(side.rooms, pairOf(area.incoming()), memory);
        side.operation.sendClearToSend(bytes);
        side.rooms.give(bytes);
    }

    /** Returns what both sides call the memory of a direction: the first half of its nonce. */
    private static long pairOf(MemorySegment memory) {
        return memory.get(ValueLayout.JAVA_LONG, 0);
    }

    boolean claim(TransferSteps side) {
        return pair.grantedChannels()
                .claim(endpoints(side.operation), slotsOf(side.operation.lengthBytes()), side.ticket);
    }

    private static long slotsOf(long lengthBytes) {
        return (lengthBytes + TransferAreaDescriptor.SLOT_BYTES - 1) / TransferAreaDescriptor.SLOT_BYTES;
    }

    private static long endpoints(LargeMessageOperation operation) {
        return (long) operation.peerEndpoint() << Integer.SIZE | operation.endpoint();
    }

    /** Returns the block size for shared memory, as in the synergistic protocol of one JVM. */
    private static long blockBytes(long length) {
        long wanted = (length / FEWEST_BLOCKS + LINE_BYTES - 1) & -LINE_BYTES;
        return atLeast(length, Math.max(LINE_BYTES, Math.min(LARGEST_BLOCK, wanted)));
    }

    private static long kernelBlockBytes(long length) {
        long wanted = (length / FEWEST_KERNEL_BLOCKS + PAGE_BYTES - 1) & -PAGE_BYTES;
        return atLeast(length, Math.max(SMALLEST_KERNEL_BLOCK, Math.min(LARGEST_KERNEL_BLOCK, wanted)));
    }

    /** Returns a block size so large that an int can count the blocks. */
    private static long atLeast(long length, long block) {
        return Math.max(block, length / (1 << 30) + 1);
    }

    @Override
    public void startSend(LargeMessageOperation operation, MemorySegment receiverCookie) {
        TransferSteps side = TransferSteps.of(operation);
        AnnouncedSend announced = announcedBy(operation);
        if (announced == null && operation.attachment() != null) {
            throw new IllegalArgumentException("another CTS for a message whose bytes are on their way");
        }
        ClearCookie cookie =
                side.cookie.read(receiverCookie, pairOf(area.outgoing()), pair.outgoingChannels(), side.theirs);
        if (announced == null) {
            if (cookie.mode() == TransferMode.RING) {
                unannounced[countOf(operation)] = 0; // so it will probably be the next time
            }
            TransferStep step = answeredBy(side, cookie);
            if (step != null) {
                step.start();
            }
        } else if (cookie.isThroughAnnounced()) {
            side.ringSend().begin(announced).start();
        } else {
            if (cookie.mode() != TransferMode.RING && operation.lengthBytes() > 0) { // 0: there was no room at all
                unannounced[countOf(operation)] = UNANNOUNCED;
            }
            TransferStep step = answeredBy(side, cookie);
            if (step != null) {
                announced.carryOnWith(step);
            }
        }
    }

    /** Returns the message that a send has announced and the receiver has not yet answered. */
    private static AnnouncedSend announcedBy(LargeMessageOperation operation) {
        return operation.attachment() instanceof AnnouncedSend announced ? announced : null;
    }

    /** Returns the sender's step for an answer; null when the receiver has given up, which the device reports. */
    private TransferStep answeredBy(TransferSteps side, ClearCookie cookie) {
        return switch (cookie.mode()) {
            case RING -> {
                if (cookie.isThroughAnnounced()) {
                    throw new IllegalArgumentException("CTS for a channel that was not announced");
                }
                RingSend send = side.ringSend().begin(pair, cookie);
                yield send.enter() ? send : null;
            }
            case BOTH -> side.blocksSend().begin(pair, target(side), cookie);
            case PUSH -> {
                RemoteMemory target = target(side);
                yield target != null ? side.pushSend().begin(pair, target) : side.parcelSend(pair);
            }
            case PARCELS -> side.parcelSend(pair);
            case PULL -> throw new IllegalArgumentException("CTS for a message that the receiver reads by itself");
        };
    }

    private RemoteMemory target(TransferSteps side) {
        return reach.open(side, side.operation.lengthBytes(), side.operation.memory());
    }

    @Override
    public void handleCookie(LargeMessageOperation operation, MemorySegment cookie) {
        Object attached = operation.attachment();
        if (operation.isSend() && (attached == null || attached instanceof AnnouncedSend)) {
            hasBeenRead(operation);
        } else if (attached instanceof TransferStep step) {
            step.cookie(cookie);
        }
    }

    /** Answers a receiver that has read memory which could have been closed meanwhile. */
    private void hasBeenRead(LargeMessageOperation operation) {
        MemorySegment memory = operation.memory();
        if (memory != null && memory.scope().isAlive()) {
            operation.sendDone();
        }
        doneSend(operation); // fails if it has been closed
    }

    @Override
    public void doneSend(LargeMessageOperation operation) {
        AnnouncedSend announced = announcedBy(operation);
        if (announced == null) {
            pair.completeUnlessClosed(operation);
        } else {
            unannounced[countOf(operation)] = UNANNOUNCED; // the receiver has read by itself
            announced.carryOnWith(null);
        }
    }

    @Override
    public void doneReceive(LargeMessageOperation operation) {
        if (operation.attachment() instanceof ReadReceive read) {
            read.confirmed();
            return;
        }
        pair.completeUnlessClosed(operation);
    }

    @Override
    public void abandoned(LargeMessageOperation operation) {
        if (operation.attachment() instanceof TransferStep step) {
            step.abandon();
        }
    }
}
