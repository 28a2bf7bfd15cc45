package org.sennit.conformance.random;

import java.util.List;

/** The faults that random programs are tried on: what goes wrong when queues and protocols are written again. */
final class BrokenVariants {
    private static final String SHM = "shm/src/main/java/org/sennit/shm/";
    private static final String RUNTIME = "runtime/core/src/main/java/org/sennit/runtime/";

    private BrokenVariants() {}

    static List<BrokenVariant> all() {
        return List.of(
                new BrokenVariant(
                        "the newest of a key is matched, not the oldest",
                        SHM + "match/MatchTable.java",
                        "return queue == null ? null : queue.oldest.owner;",
                        "return queue == null ? null : queue.newest.owner;"),
                new BrokenVariant(
                        "the order of posting between wildcard classes is ignored",
                        SHM + "match/PostedReceives.java",
                        "return a.order < b.order ? a : b;",
                        "return a;"),
                new BrokenVariant(
                        "communicators are not kept apart",
                        SHM + "match/MatchTable.java",
                        "|| queue.context != context)",
                        "&& queue.context < 0)"),
                new BrokenVariant(
                        "a lone receive takes any tag",
                        SHM + "match/ReceiveRequest.java",
                        "(this.tag == ANY_TAG || this.tag == tag)",
                        "(this.tag == ANY_TAG || tag >= 0)"),
                new BrokenVariant(
                        "a message too long is cut without a word",
                        SHM + "match/Delivery.java",
                        "        if (lengthBytes > r.capacityBytes()) {\n            r.failTruncated(source, tag, lengthBytes);\n"
                                + "            return;\n        }",
                        "        lengthBytes = Math.min(lengthBytes, r.capacityBytes());"),
                new BrokenVariant(
                        "the status names another tag",
                        SHM + "match/Delivery.java",
                        "r.completeOwn(source, tag, lengthBytes);",
                        "r.completeOwn(source, r.tag, lengthBytes);"),
                new BrokenVariant(
                        "a probed message stays where it is when it is received",
                        SHM + "match/UnexpectedMessages.java",
                        "            tables.get(i).remove(m.entries[i]);\n",
                        "            if (i != 3) tables.get(i).remove(m.entries[i]);\n"),
                new BrokenVariant(
                        "the sender is done before its memory has been read",
                        SHM + "protocol/SingleCopySend.java",
                        "        inbox.offer(envelope, this);\n",
                        "        inbox.offer(envelope, this);\n        complete(destination, tag, envelope.lengthBytes);\n"),
                new BrokenVariant(
                        "testing all retires those that are done",
                        RUNTIME + "request/Request.java",
                        "",
                        ""));
    }
}
