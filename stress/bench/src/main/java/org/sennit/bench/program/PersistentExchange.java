package org.sennit.bench.program;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sennit.Communicator;
import org.sennit.bench.measure.Batching;
import org.sennit.bench.measure.Samples;
import org.sennit.bench.measure.Summary;
import org.sennit.message.Request;
import org.sennit.qmp.ChannelCalls;
import org.sennit.qmp.MessageHandle;
import org.sennit.qmp.MessageMemory;
import org.sennit.qmp.Qmp;

/**
 * Ranks 0 and 1 exchange what each direction has, both at once: persistent receives and sends are started
 * together and awaited. In turn the same by channels of QMP: joined into one operation; one direction after the
 * other; all started, then all awaited. Of faces of a lattice also the loop of one thread. All times are of a
 * whole exchange. Of fresh memory: both write all that they send, meet, exchange, and read all that has come; the
 * time is that of the exchange alone.
 */
final class PersistentExchange implements Workload {
    private static final int TAG = 100;
    private static final int MEETING_TAG = 99;
    private static final byte[] NOTHING = {};

    private final Communicator world;
    private final int rank;
    private final int peer;
    private final boolean isFresh;
    private final Batching batching;
    private final List<Face> faces;
    private final List<Object> rows = new ArrayList<>();
    private final Request[] requests;
    private final Qmp node;
    private final MessageHandle[] separate;
    private final MessageHandle joined;
    private final Map<String, Runnable> others = new LinkedHashMap<>();
    private final Map<String, Summary> beside = new LinkedHashMap<>();
    private byte written;
    private long checksum;

    PersistentExchange(Communicator world, Plan plan, long sizeBytes, boolean isFresh) {
        this.world = world;
        this.isFresh = isFresh;
        this.rank = world.rank();
        this.peer = 1 - rank;
        this.faces = Face.of(world, plan, sizeBytes);
        this.batching = Batching.of(sizeBytes * faces.size(), plan.batches(), plan.iterations());
        faces.forEach(face -> rows.add(face.row(world, plan)));
        this.requests = new Request[2 * faces.size()];
        for (int i = 0; i < faces.size(); i++) {
            Face face = faces.get(i);
            requests[i] = world.persistent().receive(rows.get(i), peer, TAG + i);
            requests[faces.size() + i] = world.persistent().send(face.memory(), face.layout(), peer, TAG + i);
        }
        this.node = Qmp.of(world);
        this.separate = declare();
        this.joined = node.declareMultiple(declare(), requests.length);
        for (String label : plan.beside()) {
            others.put(
                    label,
                    switch (label) {
                        case Benchmark.DECLARED -> this::declared;
                        case Benchmark.SEPARATE -> this::separate;
                        case Benchmark.ONE_BY_ONE -> this::oneByOne;
                        default -> this::byHand;
                    });
        }
    }

    /** Receives first, as the requests. */
    private MessageHandle[] declare() {
        MessageHandle[] handles = new MessageHandle[requests.length];
        for (int i = 0; i < faces.size(); i++) {
            Face face = faces.get(i);
            MessageMemory into = node.declareMsgmem(rows.get(i), face.bytes());
            MessageMemory from = face.blocks() == 1
                    ? node.declareMsgmem(face.memory(), face.bytes())
                    : node.declareStridedMsgmem(face.memory(), face.blockBytes(), face.blocks(), face.strideBytes());
            handles[i] = node.declareReceiveFrom(into, peer, ChannelCalls.DEFAULT_PRIORITY);
            handles[faces.size() + i] = node.declareSendTo(from, peer, ChannelCalls.DEFAULT_PRIORITY);
        }
        return handles;
    }

    @Override
    public void warmUp(int batches) {
        for (int batch = 0; batch < Math.max(batches, batching.warmUpBatches()); batch++) {
            batchNs(this::exchange);
            others.values().forEach(this::batchNs);
        }
    }

    @Override
    public Summary measure() {
        Samples samples = new Samples();
        Map<String, Samples> ofOthers = new LinkedHashMap<>();
        others.keySet().forEach(label -> ofOthers.put(label, new Samples()));
        for (int batch = 0; batch < batching.batches(); batch++) {
            samples.record(batchNs(this::exchange));
            others.forEach((label, call) -> ofOthers.get(label).record(batchNs(call)));
        }
        ofOthers.forEach((label, each) -> beside.put(label, each.summary()));
        return samples.summary();
    }

    @Override
    public Map<String, Summary> beside() {
        return beside;
    }

    private double batchNs(Runnable call) {
        if (isFresh) {
            return freshNs(call);
        }
        long start = System.nanoTime();
        for (int i = 0; i < batching.iterations(); i++) {
            call.run();
        }
        return (System.nanoTime() - start) / (double) batching.iterations();
    }

    private double freshNs(Runnable call) {
        long tookNs = 0;
        for (int i = 0; i < batching.iterations(); i++) {
            written++;
            faces.forEach(face -> BenchMemory.view(face.memory()).fill(written));
            world.sendReceive(NOTHING, peer, MEETING_TAG, NOTHING, peer, MEETING_TAG, null);
            long start = System.nanoTime();
            call.run();
            tookNs += System.nanoTime() - start;
            rows.forEach(row -> checksum += BenchMemory.sum(BenchMemory.view(row)));
        }
        return tookNs / (double) batching.iterations();
    }

    private void exchange() {
        Request.startAll(requests);
        Request.awaitAll(requests);
    }

    private void declared() {
        node.start(joined);
        node.await(joined);
    }

    private void separate() {
        int directions = faces.size();
        for (int i = 0; i < directions; i++) {
            node.start(separate[i]);
            node.start(separate[directions + i]);
            node.await(separate[i]);
            node.await(separate[directions + i]);
        }
    }

    private void oneByOne() {
        for (MessageHandle handle : separate) {
            node.start(handle);
        }
        for (MessageHandle handle : separate) {
            node.await(handle);
        }
    }

    /** Starts the exchange by hand; rank 1 waits in the next exchange. */
    private void byHand() {
        if (rank == 0) {
            for (int i = 0; i < faces.size(); i++) {
                faces.get(i).copyTo(rows.get(i));
            }
        }
    }

    @Override
    public String toString() {
        return "checksum=" + checksum;
    }

    @Override
    public void close() {
        for (Request request : requests) {
            request.free();
        }
        node.finalizeMsgPassing();
    }
}
