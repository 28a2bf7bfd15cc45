package org.sennit.conformance.launch;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.message.DataLayout;
import org.sennit.ownership.Handover;
import org.sennit.ownership.OwnershipPool;

/**
 * Uses everything of which a job makes files: connections, memory that endpoints share, buffers that change hands.
 * Prints how many files it sees in the temporary folder, then ends as its first argument says: {@code return},
 * {@code exit} (process 1 exits with 7), {@code hang}, or {@code hangWithChildren}, whose ids go to files, with a
 * native library half loaded.
 */
public final class SharedFilesProgram {
    static final String FILES = "files ";
    static final String READY = "all is open";
    static final String CHILDREN = "with children";

    private SharedFilesProgram() {}

    /** Runs. */
    public static void main(String[] args) {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            int peer = 1 - world.rank();
            try (Arena shared = endpoint.newSharedArena();
                    OwnershipPool pool = OwnershipPool.of(endpoint)) {
                MemorySegment memory = shared.allocate(1 << 20);
                world.sendReceive(
                        memory, DataLayout.BYTE, peer, 1, shared.allocate(1 << 20), DataLayout.BYTE, peer, 1, null);
                Handover handover = pool.over(world);
                handover.give(pool.alloc(1 << 16), peer, 2);
                handover.take(peer, 2).free();
                world.barrier();
                System.out.println(FILES + files());
                System.out.println(READY);
                world.barrier();
                switch (args[0]) {
                    case "return" -> {}
                    case "exit" -> {
                        if (world.rank() == 1) {
                            System.exit(7);
                        }
                        new CountDownLatch(1).await();
                    }
                    case "hang" -> new CountDownLatch(1).await();
                    case "hangWithChildren" -> hangWithChildren(Path.of(args[1] + world.rank()));
                    default -> throw new IllegalArgumentException(args[0]);
                }
            }
        });
    }

    private static void hangWithChildren(Path pids) throws IOException, InterruptedException {
        Process child = new ProcessBuilder("sleep", "1000").start();
        Process parent = new ProcessBuilder("sh", "-c", "sleep 1000 >/dev/null 2>&1 & echo $!").start();
        String orphan = parent.inputReader().readLine();
        parent.waitFor();
        Files.writeString(pids, child.pid() + " " + orphan);
        Files.createTempFile(Path.of(System.getProperty("io.netty.native.workdir")), "libnetty", ".so");
        System.out.println(CHILDREN);
        new CountDownLatch(1).await();
    }

    /** How many files and folders there are below the temporary folder. */
    static long files() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.count() - 1;
        }
    }
}
