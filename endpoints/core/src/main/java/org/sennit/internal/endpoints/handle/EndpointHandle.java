package org.sennit.internal.endpoints.handle;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.random.RandomGenerator;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.EndpointStatistics;
import org.sennit.ErrorHandler;
import org.sennit.ThreadLevel;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.device.AttachedBuffer;
import org.sennit.internal.endpoints.device.Device;
import org.sennit.internal.endpoints.device.SharedMemory;
import org.sennit.internal.endpoints.device.peer.ProtocolCounters;
import org.sennit.internal.endpoints.ownership.OwnershipEndpoint;
import org.sennit.internal.endpoints.p2p.SendModes;
import org.sennit.internal.runtime.bootstrap.JobGrid;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.shm.match.MatchCounters;
import org.sennit.internal.shm.match.MatchQueue;
import org.sennit.message.ErrorClass;
import org.sennit.message.GeneralizedRequest;
import org.sennit.message.Memory;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;

/** The handle of an endpoint. */
public final class EndpointHandle implements Endpoint {
    private static final long LINE_BYTES = 64;

    private final CommunicatorHandle world;
    private final int id;
    private final MatchQueue queue;
    private final Device device;
    private final SharedMemory memory;
    private final OwnershipEndpoint ownership;
    private final Options options;
    private final RuntimeContext context;
    private ErrorHandler errorHandler;

    /**
     * Makes the handle of an endpoint without a parent.
     *
     * @param context the state of its world
     */
    public EndpointHandle(CommContext context) {
        this(context, ErrorHandler.THROW, null);
    }

    /** Makes a handle with the error handlers of the endpoint and of its first communicator. */
    EndpointHandle(CommContext context, ErrorHandler errorHandler, ErrorHandler worldHandler) {
        this.errorHandler = errorHandler;
        this.world = new CommunicatorHandle(this, context, worldHandler);
        this.device = context.device();
        this.id = context.endpoint().id();
        this.queue = device.self().queue();
        this.memory = context.own().process().device().sharedMemory();
        this.options = context.own().process().device().options();
        this.context = context.own().process().device().context();
        this.ownership = new OwnershipEndpoint(
                device,
                context.own().process().ownership(),
                options,
                context.own().process().hostProcesses());
    }

    @Override
    public Communicator world() {
        return world;
    }

    @Override
    public int id() {
        return id;
    }

    @Override
    public ThreadLevel threadLevel() {
        return device.self().progress().isShared() ? ThreadLevel.MULTIPLE : ThreadLevel.SERIALIZED;
    }

    @Override
    public int[] grid() {
        return JobGrid.parse(options.value(JobOptions.GRID));
    }

    @Override
    public long nanoTime() {
        return context.nanoTime();
    }

    @Override
    public RandomGenerator random() {
        return context.random();
    }

    @Override
    public EndpointStatistics statistics() {
        MatchCounters matching = queue.counters();
        ProtocolCounters protocols = device.counters();
        return new EndpointStatistics(
                new EndpointStatistics.Matching(
                        matching.posted(),
                        matching.mostPosted(),
                        matching.unexpected(),
                        matching.mostUnexpected(),
                        matching.attempts(),
                        matching.matches(),
                        matching.drained(),
                        matching.keptBytes(),
                        matching.mostKeptBytes(),
                        matching.inboxBytes(),
                        matching.mostBytes(),
                        matching.isFlooded()),
                new EndpointStatistics.Protocols(
                        protocols.immediate(),
                        protocols.immediateBytes(),
                        protocols.byReference(),
                        protocols.byReferenceBytes(),
                        protocols.eager(),
                        protocols.eagerBytes(),
                        protocols.rendezvous(),
                        protocols.rendezvousBytes(),
                        protocols.toSelf(),
                        protocols.synergisticReceived(),
                        protocols.helpedBytes()));
    }

    @Override
    public void setErrorHandler(ErrorHandler handler) {
        checkGiven("setErrorHandler", "handler", handler);
        errorHandler = handler;
    }

    @Override
    public ErrorHandler errorHandler() {
        return errorHandler;
    }

    @Override
    public void attachBuffer(@Memory Object memory) {
        String call = "operation=attachBuffer rank=" + world.rank();
        if (device.buffer() != null) {
            throw new SennitException(ErrorClass.BUFFER, "a buffer is attached already: " + call);
        }
        device.useBuffer(SendModes.bufferOf(device, memory, call));
    }

    @Override
    public Object detachBuffer() {
        AttachedBuffer attached = device.buffer();
        if (attached == null) {
            return null;
        }
        attached.flush();
        device.useBuffer(null);
        return attached.given();
    }

    @Override
    public void flushBuffer() {
        AttachedBuffer attached = device.buffer();
        if (attached != null) {
            attached.flush();
        }
    }

    @Override
    public GeneralizedRequest startGeneralized(GeneralizedRequest.Operation operation) {
        checkGiven("startGeneralized", "operation", operation);
        return new GeneralizedRequest(
                device.self().progress(),
                error -> {
                    errorHandler.handle(world, error);
                    return error;
                },
                operation);
    }

    @Override
    public MemorySegment allocateShared(long bytes) {
        return allocateShared(bytes, LINE_BYTES);
    }

    @Override
    public MemorySegment allocateShared(long bytes, long alignment) {
        return memory.allocate(bytes, alignment);
    }

    @Override
    public Arena newSharedArena() {
        return memory.newArena();
    }

    @Override
    public void atEnd(Runnable work) {
        checkGiven("atEnd", "work", work);
        device.atEnd(work);
    }

    private void checkGiven(String operation, String what, Object argument) {
        if (argument == null) {
            SennitException error = new SennitException(
                    ErrorClass.ARG, "no " + what + ": given=null operation=" + operation + " " + this);
            errorHandler.handle(world, error);
            throw error;
        }
    }

    /** Returns this endpoint as pools see it whose memory changes its owner. */
    public OwnershipEndpoint ownership() {
        return ownership;
    }

    @Override
    public String toString() {
        return "endpoint " + world.rank();
    }
}
