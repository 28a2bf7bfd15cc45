package org.sennit.internal.endpoints.ownership;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.sennit.internal.endpoints.device.ProcessDevice;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.internal.endpoints.device.peer.RemoteProcess;
import org.sennit.internal.endpoints.device.remote.OwnershipPackets;
import org.sennit.internal.endpoints.device.remote.RemoteSender;
import org.sennit.internal.shm.match.SourceTable;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.SharedMemoryModule;
import org.sennit.spi.network.SharedMemoryName;
import org.sennit.spi.network.ShortMessageConnection;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.Envelope;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.spi.packet.PacketInBuffer;

/**
 * Passes memory between this process and others of its host: by its name in a PASS packet, which the taker's process
 * maps once; it goes home by its number in a HOME packet. Whether the files of this process can be opened in another
 * one is asked of that one when something is first to be passed there (REACH); until it has said so, bytes travel. Any
 * thread.
 *
 * <p>What a process had when it was lost stays lost until the job's end: it may have passed it on, and its present
 * owner still writes to it and sends it home. {@link OwnershipEndpoint#strayed} counts it.
 */
public final class OwnershipProcess implements OwnershipPackets {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final int process;
    private final ProcessDevice device;
    private final ForeignMemories foreign = new ForeignMemories(this);
    private final ConcurrentHashMap<Integer, Reach> reaches = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Long, PendingAnswer> answers = new ConcurrentHashMap<>();
    private final AtomicLong lastAnswer = new AtomicLong();
    private final Set<Integer> lost = ConcurrentHashMap.newKeySet();

    /** Says whether a process can open the memory of this one. */
    enum Reach {
        ASKED,
        REACHED,
        OUT_OF_REACH
    }

    /** A give that waits for its answer. */
    private record PendingAnswer(int process, GiveRequest request) {}

    /**
     * Makes that of a process.
     *
     * @param process its number in the job
     * @param device its devices; no connection yet
     */
    @SuppressWarnings("this-escape") // no packet comes before there is a connection
    public OwnershipProcess(int process, ProcessDevice device) {
        this.process = process;
        this.device = device;
        device.ownership(this);
    }

    SourceTable sources() {
        return device.sources();
    }

    /** Returns the name by which other processes find memory of this one. */
    MemorySegment nameOf(OwnershipMemory memory) {
        SharedMemoryModule shared = sharedMemory();
        SharedMemoryName name = shared == null ? null : shared.nameOf(memory.memory());
        return name == null
                ? MemorySegment.NULL
                : MemoryName.write(
                        process, memory.number(), name, memory.memory().byteSize());
    }

    Arena newArena(boolean isShared) {
        return isShared ? device.sharedMemory().newArena() : device.newPrivateArena();
    }

    boolean hasJobFailed() {
        return device.health().failure() != null;
    }

    /** Opens memory that another process has named; null when it cannot be opened here. */
    MemorySegment open(String region) {
        SharedMemoryModule shared = sharedMemory();
        return shared == null ? null : shared.open(region);
    }

    private SharedMemoryModule sharedMemory() {
        NetworkModule network = device.network();
        return network == null ? null : network.extension(SharedMemoryModule.class);
    }

    /**
     * Returns whether memory can be passed to a process by its name; asks that process on the first call.
     *
     * @param peer of another process
     * @param memory the caller's
     * @return true when {@link #pass} may follow; else its bytes are to be sent
     */
    public boolean isReached(Peer peer, OwnershipMemory memory) {
        MemorySegment name = memory.name();
        if (name.byteSize() == 0) {
            return false;
        }
        Reach reach = reaches.get(peer.remote().process());
        if (reach == null && reaches.putIfAbsent(peer.remote().process(), Reach.ASKED) == null) {
            MemorySegment header = PacketDescriptor.newHeader();
            byte[] region = MemoryName.region(name).getBytes(StandardCharsets.UTF_8);
            PacketDescriptor.writeTransfer(
                    header, PacketDescriptor.REACH, PacketDescriptor.TO_RECEIVER, (short) 0, 0, 0, 0);
            PacketDescriptor.writePayloadLength(header, region.length);
            PacketDescriptor.writeEndpoints(header, PacketDescriptor.NO_ENDPOINT, PacketDescriptor.NO_ENDPOINT);
            peer.remote().connection().startMessage(header, MemorySegment.ofArray(region));
        }
        return reach == Reach.REACHED;
    }

    /**
     * Passes memory to an endpoint of another process that is reached. Does not block.
     *
     * @param endpoint the giver's id in this process
     * @param header 64 bytes for the packet's, free again on return
     * @param peer the taker
     * @param memory the caller's until now
     * @param envelope the message's, copied
     * @param answered called when it has been taken; null when no request waits
     */
    public void pass(
            int endpoint,
            MemorySegment header,
            Peer peer,
            OwnershipMemory memory,
            Envelope envelope,
            GiveRequest answered) {
        int to = peer.remote().process();
        long answerId = 0;
        if (answered != null) {
            answerId = lastAnswer.incrementAndGet();
            answers.put(answerId, new PendingAnswer(to, answered));
        }
        MemorySegment name = memory.nameFor(to);
        memory.leave(to);
        if (answered == null && passAgain(peer, memory, envelope, name)) {
            return;
        }
        PacketDescriptor.write(
                header,
                PacketDescriptor.PASS,
                envelope,
                peer.address().endpoint(),
                PacketDescriptor.NO_ENDPOINT,
                name.byteSize());
        PacketDescriptor.writeRequest(header, (short) 0, answerId);
        long answer = answerId;
        NetworkSend pending;
        try {
            pending = peer.remote()
                    .connection(endpoint, peer.address().endpoint())
                    .startMessage(header, name);
        } catch (RuntimeException e) {
            notPassed(memory, answer, e);
            throw e;
        }
        if (pending != null) {
            pending.whenDone(() -> {
                if (pending.failure() != null) {
                    notPassed(memory, answer, pending.failure());
                }
            });
        }
    }

    /** Fast path: passes memory that the process has had before; returns false when its packet is to be sent. */
    private boolean passAgain(Peer peer, OwnershipMemory memory, Envelope envelope, MemorySegment name) {
        ShortMessageConnection connection = peer.remote().shortMessages();
        if (connection == null || !MemoryName.isShort(name)) {
            return false;
        }
        int taker = peer.address().endpoint();
        try {
            return connection.startPass(
                    envelope.contextId,
                    RemoteSender.joined(taker, PacketDescriptor.NO_ENDPOINT),
                    RemoteSender.joined(envelope.sourceRank, envelope.tag),
                    envelope.lengthBytes,
                    name);
        } catch (RuntimeException e) {
            notPassed(memory, 0, e);
            throw e;
        }
    }

    /** Called when the memory has not left: no other process will ever have it. */
    private void notPassed(OwnershipMemory memory, long answerId, Throwable cause) {
        PendingAnswer pending = answers.remove(answerId);
        if (memory.arrive()) {
            memory.forgetWhere();
            memory.returned();
        }
        if (pending != null) { // else there is none, or it has been notified that the process is lost
            pending.request().lost(cause);
        }
    }

    @Override
    public void passed(VirtualConnection vc, LocalEndpoint to, Envelope envelope, long answerId, MemorySegment name) {
        MemoryName.check(name, envelope.lengthBytes);
        GiftAnswer answer = answerId == 0 ? null : new RemoteGiftAnswer(vc, answerId);
        OwnershipMemory memory = memoryOf(name);
        if (memory != null) {
            MemoryName.checkCapacity(memory.name(), name, envelope.lengthBytes);
            if (!memory.arrive()) {
                throw MemoryName.bad("it is here already", name);
            }
        }
        if (memory == null) {
            tellReach(vc, false); // the next ones are to come as bytes
            failed(vc, to, envelope, answer, MemoryName.home(name), MemoryName.number(name));
            return;
        }
        long word = memory.arrived(answer);
        if (to == null) {
            memory.refuse(envelope.lengthBytes);
            return;
        }
        to.inbox().offerByHandle(envelope, word);
        to.signal();
    }

    @Override
    public boolean passedAgain(VirtualConnection vc, LocalEndpoint to, ByteBuffer packet, int at) {
        int nameAt = at + PacketDescriptor.HEADER_LENGTH;
        int home = packet.getInt(nameAt);
        int number = packet.getInt(nameAt + Integer.BYTES);
        long lengthBytes = PacketInBuffer.messageLength(packet, at);
        OwnershipMemory memory = home == process ? own(number) : foreign.known(home, number);
        if (memory == null
                || !MemoryName.isSame(memory.name(), packet, nameAt)
                || lengthBytes < 0
                || lengthBytes > MemoryName.capacity(memory.name())
                || !memory.arrive()) {
            return false; // the slow path names the error
        }
        long answerId = PacketInBuffer.sendId(packet, at);
        long word = memory.arrived(answerId == 0 ? null : new RemoteGiftAnswer(vc, answerId));
        long sourceAndTag = PacketInBuffer.sourceAndTag(packet, at);
        to.inbox()
                .offerByHandle(
                        PacketInBuffer.contextId(packet, at),
                        (int) sourceAndTag,
                        (int) (sourceAndTag >>> Integer.SIZE),
                        (int) PacketInBuffer.signatureAndNumber(packet, at),
                        lengthBytes,
                        word);
        to.signal();
        return true;
    }

    @Override
    public boolean passedAgain(LocalEndpoint to, Envelope envelope, MemorySegment from, long at) {
        int home = MemoryName.homeIn(from, at);
        int number = MemoryName.numberIn(from, at);
        OwnershipMemory memory = home == process ? own(number) : foreign.known(home, number);
        if (memory == null
                || !MemoryName.isSame(memory.name(), from, at)
                || envelope.lengthBytes < 0
                || envelope.lengthBytes > MemoryName.capacity(memory.name())
                || !memory.arrive()) {
            return false; // the slow path names the error
        }
        long word = memory.arrived(null);
        if (!to.queue().deliverByHandle(envelope, memory, word)) {
            to.inbox().offerByHandle(envelope, word);
            to.signal();
        }
        return true;
    }

    /** Returns it to its sender, the last owner: its home, which the name contains, may not know this process. */
    private void failed(
            VirtualConnection vc, LocalEndpoint to, Envelope envelope, GiftAnswer answer, int home, int number) {
        long lengthBytes = envelope.lengthBytes;
        FailedGift gift = new FailedGift(() -> {
            sendNumbers(vc, PacketDescriptor.NOT_MOVED, home, number);
            if (answer != null) {
                answer.refused(lengthBytes, GiveRefusal.UNMAPPED);
            }
        });
        if (to == null) {
            gift.discard(lengthBytes);
        } else {
            to.inbox().offer(envelope, gift);
            to.signal();
        }
    }

    /** Returns the memory of a name; null when it cannot be mapped. */
    private OwnershipMemory memoryOf(MemorySegment name) {
        int home = MemoryName.home(name);
        if (home != process) {
            if (device.others().known(home) == null) {
                throw MemoryName.bad("there is no such process", name);
            }
            return foreign.of(name);
        }
        OwnershipMemory own = own(MemoryName.number(name));
        if (own == null || !own.isAway() || !MemoryName.isSame(own.name(), name)) {
            throw MemoryName.bad("nothing of that name has left its home", name);
        }
        return own;
    }

    /** Returns memory of this process by its number; null when there is none. */
    private OwnershipMemory own(int number) {
        return sources().get(number) instanceof OwnershipMemory memory && !(memory instanceof ForeignMemory)
                ? memory
                : null;
    }

    @Override
    public void answered(int peer, long answerId, long lengthBytes, short status, String why) {
        PendingAnswer pending = answers.get(answerId);
        if (pending == null) {
            return; // its process was thought lost meanwhile
        }
        if (pending.process() != peer) {
            throw new SennitException(
                    ErrorClass.NETWORK,
                    "answer for memory that was passed to another process: process=" + peer + " answer=" + answerId);
        }
        if (!answers.remove(answerId, pending)) {
            return; // the same
        }
        if (status == PacketDescriptor.MOVED) {
            pending.request().taken(lengthBytes);
        } else {
            pending.request().refused(lengthBytes, GiveRefusal.read(status, why));
        }
    }

    /**
     * Sends memory home, one packet for each process; any thread.
     *
     * @param status MOVED, or REFUSED where an endpoint has ended without taking it
     */
    void sendHome(List<ForeignMemory> memories, short status) {
        memories.forEach(each -> each.leave(each.home()));
        memories.stream()
                .mapToInt(ForeignMemory::home)
                .distinct()
                .forEach(home -> sendHome(
                        home,
                        status,
                        memories.stream()
                                .filter(each -> each.home() == home)
                                .mapToInt(ForeignMemory::homeNumber)
                                .toArray()));
    }

    private void sendHome(int home, short status, int[] numbers) {
        RemoteProcess remote = device.others().known(home);
        if (remote == null) {
            return;
        }
        int each = MAX_PAYLOAD_BYTES / Integer.BYTES;
        for (int from = 0; from < numbers.length; from += each) {
            int to = Math.min(numbers.length, from + each);
            sendNumbers(remote.connection(), status, Arrays.copyOfRange(numbers, from, to));
        }
    }

    private static void sendNumbers(VirtualConnection vc, short status, int... numbers) {
        MemorySegment payload = Arena.ofAuto().allocate((long) numbers.length * Integer.BYTES, Integer.BYTES);
        for (int i = 0; i < numbers.length; i++) {
            payload.set(INT, (long) i * Integer.BYTES, numbers[i]);
        }
        MemorySegment header = PacketDescriptor.newHeader();
        PacketDescriptor.writeTransfer(header, PacketDescriptor.HOME, PacketDescriptor.TO_RECEIVER, status, 0, 0, 0);
        PacketDescriptor.writePayloadLength(header, payload.byteSize());
        PacketDescriptor.writeEndpoints(header, PacketDescriptor.NO_ENDPOINT, PacketDescriptor.NO_ENDPOINT);
        try {
            vc.startMessage(header, payload);
        } catch (SennitException e) { // the network has been closed: the memory goes with its process
            return;
        }
    }

    @Override
    public void cameHome(int peer, boolean isTaken, MemorySegment numbers) {
        for (long at = 0; at < numbers.byteSize(); at += Integer.BYTES) {
            OwnershipMemory own = own(numbers.get(INT, at));
            if (own == null || !own.arrive()) {
                throw new SennitException(
                        ErrorClass.NETWORK,
                        "memory comes home that has not left it: process=" + peer + " number=" + numbers.get(INT, at));
            }
            if (isTaken) {
                own.returned();
            } else {
                own.abandoned();
            }
        }
    }

    @Override
    public void cameBack(int peer, int home, int number) {
        OwnershipMemory memory = home == process ? own(number) : foreign.known(home, number);
        if (memory == null || !memory.isAway() || memory.awayTo() != peer || !memory.arrive()) {
            throw new SennitException(
                    ErrorClass.NETWORK,
                    "memory comes back that was not passed there: process=" + peer + " home=" + home + " number="
                            + number);
        }
        memory.forgetWhere();
        memory.returned();
    }

    @Override
    public void reachAsked(VirtualConnection vc, MemorySegment region) {
        boolean isOpen = open(new String(region.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8)) != null;
        tellReach(vc, isOpen);
    }

    private static void tellReach(VirtualConnection vc, boolean isOpen) {
        MemorySegment header = PacketDescriptor.newHeader();
        short status = isOpen ? PacketDescriptor.MOVED : PacketDescriptor.NOT_MOVED;
        PacketDescriptor.writeTransfer(header, PacketDescriptor.REACH, PacketDescriptor.TO_SENDER, status, 0, 0, 0);
        PacketDescriptor.writeEndpoints(header, PacketDescriptor.NO_ENDPOINT, PacketDescriptor.NO_ENDPOINT);
        try {
            vc.startMessage(header, MemorySegment.NULL);
        } catch (SennitException e) { // the network has been closed, and the peer is notified of that
            return;
        }
    }

    @Override
    public void reachTold(int peer, boolean isReached) {
        reaches.put(peer, isReached ? Reach.REACHED : Reach.OUT_OF_REACH);
    }

    @Override
    public void lost(int peer, Throwable cause) {
        lost.add(peer);
        answers.forEach((id, pending) -> {
            if (pending.process() == peer && answers.remove(id, pending)) {
                pending.request().lost(cause);
            }
        });
    }

    /** Returns how many pieces of own memory other processes have. */
    long away() {
        return countAway(memory -> true);
    }

    /** Returns how many of them were passed to a process that has been lost since. */
    long strayed(Predicate<OwnershipMemory> isMeant) {
        return lost.isEmpty() ? 0 : countAway(memory -> lost.contains(memory.awayTo()) && isMeant.test(memory));
    }

    private long countAway(Predicate<OwnershipMemory> isMeant) {
        long count = 0;
        for (int number = sources().end() - 1; number >= 0; number--) {
            OwnershipMemory memory = own(number);
            if (memory != null && memory.isAway() && isMeant.test(memory)) {
                count++;
            }
        }
        return count;
    }
}
