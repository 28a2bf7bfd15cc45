package org.sennit.endpoints.coll;

import java.lang.foreign.MemorySegment;
import org.sennit.endpoints.comm.CommContext;
import org.sennit.endpoints.device.Device;
import org.sennit.endpoints.group.Placement;
import org.sennit.runtime.message.Envelope;
import org.sennit.runtime.request.Request;
import org.sennit.shm.match.ReceiveRequest;

/**
 * The messages between the leaders of the processes of a communicator, on its private context. Only a leader uses it;
 * processes are named by their index in the group.
 */
final class Leaders {
    private static final int TAG = 0; // the pair's order and the order of the collectives tell them apart

    private final CommContext comm;
    private final Placement group;
    private final Device device;
    private final Envelope envelope = new Envelope();
    private final ReceiveRequest receive;

    Leaders(CommContext comm) {
        this.comm = comm;
        this.group = comm.group();
        this.device = comm.device();
        this.receive = device.newReceive();
    }

    int count() {
        return group.processCount();
    }

    int own() {
        return group.ownProcessIndex();
    }

    void send(int process, MemorySegment memory, long offset, long lengthBytes) {
        int rank = group.leaderOf(process);
        device.send(group.peer(rank), comm, fill(lengthBytes), rank, memory, offset, null);
    }

    Request sendNonblocking(int process, MemorySegment memory, long offset, long lengthBytes) {
        int rank = group.leaderOf(process);
        return device.sendNonblocking(group.peer(rank), comm, fill(lengthBytes), rank, memory, offset, null);
    }

    void receive(int process, MemorySegment memory, long offset, long lengthBytes) {
        prepare(receive, process, memory, offset, lengthBytes);
        device.post(receive);
        receive.await(null);
    }

    Request receiveNonblocking(int process, MemorySegment memory, long offset, long lengthBytes) {
        ReceiveRequest request = device.newReceive();
        prepare(request, process, memory, offset, lengthBytes);
        device.post(request);
        return request;
    }

    /** Sends to one and receives from another at once. */
    void exchange(
            int to,
            MemorySegment sendMemory,
            long sendOffset,
            long sendBytes,
            int from,
            MemorySegment receiveMemory,
            long receiveOffset,
            long receiveBytes) {
        prepare(receive, from, receiveMemory, receiveOffset, receiveBytes);
        device.post(receive);
        send(to, sendMemory, sendOffset, sendBytes);
        receive.await(null);
    }

    private void prepare(ReceiveRequest request, int process, MemorySegment memory, long offset, long lengthBytes) {
        request.prepare(
                comm,
                comm.rank(),
                comm.collectiveContextId(),
                group.leaderOf(process),
                TAG,
                0,
                memory,
                offset,
                null,
                lengthBytes);
    }

    private Envelope fill(long lengthBytes) {
        return envelope.set(comm.collectiveContextId(), comm.rank(), TAG, lengthBytes, 0);
    }

    /** Returns when every leader has called it: dissemination, log2 rounds. */
    void barrier() {
        int n = count();
        for (int distance = 1; distance < n; distance *= 2) {
            int to = (own() + distance) % n;
            int from = (own() - distance + n) % n;
            exchange(to, MemorySegment.NULL, 0, 0, from, MemorySegment.NULL, 0, 0);
        }
    }

    /** Brings a memory from one leader to all: binomial tree. */
    void broadcast(int root, MemorySegment memory, long offset, long lengthBytes) {
        int n = count();
        int relative = (own() - root + n) % n;
        int mask = 1;
        while (mask < n) {
            if ((relative & mask) != 0) {
                receive((own() - mask + n) % n, memory, offset, lengthBytes);
                break;
            }
            mask *= 2;
        }
        for (mask /= 2; mask > 0; mask /= 2) {
            if (relative + mask < n) {
                send((own() + mask) % n, memory, offset, lengthBytes);
            }
        }
    }
}
