package org.sennit.internal.endpoints.watch;

import java.util.List;
import org.sennit.internal.endpoints.device.ProcessDevice;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.runtime.progress.LongWait;

/** The process of a device. Belongs to the watch thread. */
record DeviceProcess(ProcessDevice device) implements WatchedProcess {
    @Override
    public List<WatchedProcess.Endpoint> endpoints() {
        return device.openEndpoints().stream()
                .<WatchedProcess.Endpoint>map(DeviceEndpoint::new)
                .toList();
    }

    @Override
    public void wake(LongWait wait) {
        wait.engine().askWaiting();
    }

    @Override
    public boolean isReceiving() {
        return device.isReceiving();
    }

    @Override
    public boolean isAlive(int process) {
        return device.failedPeers().causeOf(process) == null;
    }

    @Override
    public boolean send(int process, int kind, int number, byte[] payload) {
        return device.others().sendWatch(process, kind, number, payload);
    }

    @Override
    public int sendBehindAll(int process, int kind, int number) {
        return device.others().sendWatchBehindAll(process, kind, number, new byte[0]);
    }

    @Override
    public long unmarkedSent() {
        return device.unmarked().sentTo(this::isAlive);
    }

    @Override
    public long unmarkedTaken() {
        return device.unmarked().takenFrom(this::isAlive);
    }

    private record DeviceEndpoint(LocalEndpoint endpoint) implements WatchedProcess.Endpoint {
        @Override
        public int id() {
            return endpoint.id();
        }

        @Override
        public boolean isClosed() {
            return endpoint.queue().shutdown().isClosed();
        }

        @Override
        public boolean isLeftToOthers() {
            return endpoint.progress().isShared() || endpoint.isLeftToOthers();
        }

        @Override
        public boolean isWithoutCommunicators() {
            return endpoint.isWithoutCommunicators();
        }

        @Override
        public LongWait longWait() {
            return endpoint.progress().longWait();
        }

        @Override
        public long carriedOn() {
            return endpoint.carriedOn();
        }
    }
}
