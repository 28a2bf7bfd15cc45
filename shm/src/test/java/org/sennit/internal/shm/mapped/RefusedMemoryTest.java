package org.sennit.internal.shm.mapped;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.contract.netmod.GivenModuleFactory;
import org.sennit.contract.netmod.TestPackets;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkSetup;
import org.sennit.spi.network.NetworkUpcalls;
import org.sennit.spi.network.PacketAssembler;
import org.sennit.spi.network.PollDirection;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.testkit.Deadline;

/** A peer that answers that there will be no memory, where the job demands it. */
@Deadline(seconds = 20)
class RefusedMemoryTest {
    private final LocalNetwork beneath = new LocalNetwork(1, true, network -> null);
    private final List<Throwable> failures = new ArrayList<>();
    private int messages;

    @Test
    void failsWhereThePeerCannotShareMemory() {
        send(0, () -> !failures.isEmpty());
        assertEquals(ErrorClass.UNSUPPORTED, ((SennitException) failures.getFirst()).errorClass());
        assertEquals(0, messages);
    }

    @Test
    void sendsAfterAPeerThatIsLeaving() {
        send(ControlPacket.LEAVING, () -> messages == 1);
        assertEquals(List.of(), failures);
    }

    /** Process 1 sends a message to process 0, which answers its wish for memory by CANNOT with this number. */
    private void send(long number, BooleanSupplier isOver) {
        PacketAssembler assembler = new PacketAssembler((vc, header) -> {
            if (PacketDescriptor.type(header) == ControlPacket.REQUEST) {
                ControlPacket answer = new ControlPacket(ControlPacket.CANNOT, number, "for a reason");
                vc.startMessage(answer.header(), answer.payload());
            } else {
                messages++;
            }
            return null;
        });
        NetworkModule peer = module(0, setup -> upcalls(assembler));
        NetworkModule own = module(1, NetworkSetup::upcalls);
        VirtualConnection to = own.connect(0, peer.init());
        peer.connect(1, own.init());
        to.startMessage(TestPackets.header(0, 0, 0), MemorySegment.NULL);
        while (!isOver.getAsBoolean() && !Thread.currentThread().isInterrupted()) {
            own.poll(PollDirection.OUT_FIRST, 10);
            peer.poll(PollDirection.OUT_FIRST, 10);
        }
    }

    private NetworkModule module(int process, Function<NetworkSetup, NetworkUpcalls> ofBeneath) {
        NetworkSetup setup = new NetworkSetup(
                "refused",
                process,
                2,
                1,
                new byte[32],
                Options.fromEnvironment(),
                RuntimeContext.system(),
                upcalls(new PacketAssembler((vc, header) -> null)));
        return new MappedModule(
                setup, new GivenModuleFactory("local", inner -> beneath.addProcess(ofBeneath.apply(inner))), true);
    }

    private NetworkUpcalls upcalls(PacketAssembler assembler) {
        return new NetworkUpcalls() {
            @Override
            public void handlePacket(VirtualConnection vc, ByteBuffer fragment) {
                assembler.handle(vc, fragment);
            }

            @Override
            public void terminated(VirtualConnection vc) {}

            @Override
            public void failed(VirtualConnection vc, Throwable cause) {
                failures.add(cause);
            }
        };
    }
}
