import org.pcj.PCJ;
import org.pcj.RegisterStorage;
import org.pcj.StartPoint;
import org.pcj.Storage;
import org.sennit.bench.peer.JavaPair;

/** Ping-pong of two PCJ threads of a JVM: an asynchronous put of an array, and the wait for the other's. */
@RegisterStorage(PcjLatency.Shared.class)
public final class PcjLatency implements StartPoint {
    private static JavaPair pair;

    /** What the other thread writes. */
    @Storage(PcjLatency.class)
    enum Shared {
        arrived
    }

    byte[] arrived;

    public static void main(String[] arguments) {
        pair = new JavaPair(arguments);
        PCJ.executionBuilder(PcjLatency.class)
                .addNode("localhost")
                .addNode("localhost")
                .start();
    }

    @Override
    public void main() throws Throwable {
        boolean isLeader = PCJ.myId() == 0;
        int other = 1 - PCJ.myId();
        PCJ.monitor(Shared.arrived);
        PCJ.barrier();
        pair.run(isLeader, (out, in, iterations) -> {
            for (int i = 0; i < iterations; i++) {
                if (!isLeader) {
                    PCJ.waitFor(Shared.arrived);
                }
                PCJ.asyncPut(out, other, Shared.arrived);
                if (isLeader) {
                    PCJ.waitFor(Shared.arrived);
                }
            }
        });
        PCJ.barrier();
    }
}
