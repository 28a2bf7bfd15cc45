package org.sennit.lapi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.Job;
import org.sennit.testkit.Deadline;

/** Operations on a mapped file that has become shorter are reported at its task, and their counters move. */
@Deadline(seconds = 60)
class ShortenedFileTest {
    private static final int BYTES = 4096;

    @TempDir
    Path folder;

    @Test
    void operationsOnItAreReportedAndEnd() {
        Set<LapiOperation> reported = ConcurrentHashMap.newKeySet();
        Job.run(2, endpoint -> {
            LapiHandle lapi = (LapiHandle) Lapi.init(endpoint);
            lapi.setErrorHandler((_, error) -> reported.add(error.operation()));
            int me = (int) lapi.qenv(LapiQuery.TASK_ID);
            try (Arena arena = Arena.ofShared()) {
                RemoteAddress[] all = lapi.addressInit(lapi.register(shortened(me, arena)));
                use(lapi, all[1 - me], 1 - me);
                lapi.gfence();
            }
            lapi.term();
        });
        assertEquals(Set.of(LapiOperation.PUT, LapiOperation.GET, LapiOperation.RMW), reported);
    }

    private static void use(LapiHandle lapi, RemoteAddress there, int other) {
        LapiCounter done = lapi.newCounter();
        lapi.put(other, 64, there, new byte[64], null, null, done);
        lapi.waitcntr(done, 1);
        lapi.get(other, 64, there, new byte[64], null, done);
        lapi.waitcntr(done, 1);
        lapi.rmw64(RmwOperation.FETCH_AND_ADD, other, there, new long[] {1}, null, done);
        lapi.waitcntr(done, 1);
        ReadModifyWrite way = lapi.readModifyWrite();
        HeaderRoom one = way.described(RmwOperation.FETCH_AND_ADD, 8, there, 1, 1);
        way.send(lapi.call("rmw", other), one, null, OriginEvent.of(done)); // as between processes
        lapi.waitcntr(done, 1);
    }

    private MemorySegment shortened(int task, Arena arena) {
        List<StandardOpenOption> options =
                List.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try (FileChannel file =
                FileChannel.open(folder.resolve("of" + task), options.toArray(StandardOpenOption[]::new))) {
            MemorySegment memory = file.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, arena);
            file.truncate(0);
            return memory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
