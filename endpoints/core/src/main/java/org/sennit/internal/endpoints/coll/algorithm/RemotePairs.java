package org.sennit.internal.endpoints.coll.algorithm;

import java.util.function.IntConsumer;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/** A message to and from every rank of the other side; the ranks begin with different ones. */
final class RemotePairs {
    private RemotePairs() {}

    static void append(ScheduleBuilder builder, IntConsumer receive, IntConsumer send) {
        int n = builder.remoteSize();
        int own = builder.rank() % n;
        for (int s = 0; s < n; s++) {
            receive.accept((own - s + n) % n);
        }
        for (int s = 0; s < n; s++) {
            send.accept((own + s) % n);
        }
        builder.drain();
    }
}
