package org.sennit.conformance.random;

import java.util.List;

/** The faults that random programs are tried on: what goes wrong when queues and protocols are written again. */
final class BrokenVariants {
    private static final String SHM = "shm/src/main/java/org/sennit/internal/shm/";
    private static final String ENDPOINTS = "endpoints/core/src/main/java/org/sennit/internal/endpoints/";
    private static final String COPY = "runtime/core/src/main/java/org/sennit/internal/runtime/memory/LayoutCopy.java";

    private BrokenVariants() {}

    static List<BrokenVariant> all() {
        return List.of(
                new BrokenVariant(
                        "the newest of a key is matched, not the oldest",
                        SHM + "match/MatchTable.java",
                        "        return size == 0 ? null : find(context, source, tag);",
                        "        head = size == 0 ? null : find(context, source, tag);\n"
                                + "        return head == null ? null : head.newestOfKey;"),
                new BrokenVariant(
                        "the order of posting between wildcard classes is ignored",
                        SHM + "match/PostedReceives.java",
                        "return a.order < b.order ? a : b;",
                        "return a;"),
                new BrokenVariant(
                        "communicators are not kept apart",
                        SHM + "match/MatchNode.java",
                        " && contextId == context;",
                        ";"),
                new BrokenVariant(
                        "a lone receive takes any tag",
                        SHM + "match/Posting.java",
                        "(keyTag == messageTag || keyTag == ReceiveRequest.ANY_TAG)",
                        "(keyTag == messageTag || keyTag >= ReceiveRequest.ANY_TAG)"),
                new BrokenVariant(
                        "a message too long is cut without a word",
                        SHM + "match/Delivery.java",
                        "!hasRoom(r, null, source, tag, lengthBytes, signature)) {\n            return;\n",
                        "r.capacityBytes() >= 0) {\n            lengthBytes = r.capacityBytes();\n"),
                new BrokenVariant(
                        "types are not compared",
                        SHM + "match/Delivery.java",
                        "signature != r.signature() && ",
                        "signature == Integer.MIN_VALUE && "),
                new BrokenVariant(
                        "a partition counts as arrived before it is there",
                        ENDPOINTS + "p2p/PartitionArrivals.java",
                        "(int) ARRIVED.getAcquire(arrived, (int) i) != epoch",
                        "arrived[(int) i] > epoch"),
                new BrokenVariant(
                        "the gaps between partitions are forgotten",
                        ENDPOINTS + "p2p/PartitionedMemory.java",
                        "DataLayout.contiguous(partitions, partition)",
                        "DataLayout.of(partition.elementType()).count(\n"
                                + "partitions * partition.sizeBytes() / partition.elementType().bytes())"),
                new BrokenVariant(
                        "a context id is given twice",
                        ENDPOINTS + "comm/ContextIds.java",
                        "first + length > end ? first : first + length",
                        "first"),
                new BrokenVariant(
                        "the status of the null process names a tag",
                        ENDPOINTS + "p2p/PointToPoint.java",
                        "status.set(NULL_PROCESS, ANY_TAG, 0, false);",
                        "status.set(NULL_PROCESS, 0, 0, false);"),
                new BrokenVariant(
                        "what is replaced is sent as it was not",
                        ENDPOINTS + "p2p/Exchange.java",
                        "layout.orNullIfContiguous(), copy, 0, null, 0, length);",
                        "layout.orNullIfContiguous(), copy, 0, null, 0, length / 2);"),
                new BrokenVariant(
                        "a generalized request is not asked for its status",
                        "runtime/core/src/main/java/org/sennit/message/GeneralizedRequest.java",
                        "replaceOutcome(outcome.source(), outcome.tag(), outcome.countBytes(), outcome.isCancelled());",
                        ""),
                new BrokenVariant(
                        "the status names another tag",
                        SHM + "match/Delivery.java",
                        "r.completeOwn(source, tag, lengthBytes);",
                        "r.completeOwn(source, r.posting().keyTag, lengthBytes);"),
                new BrokenVariant(
                        "the payload of an unexpected message is not kept",
                        SHM + "match/UnexpectedMessage.java",
                        "MemoryCopy.copy(",
                        "if (lengthBytes < 64) MemoryCopy.copy("),
                new BrokenVariant(
                        "a matched probe leaves the message to others",
                        SHM + "match/MatchQueue.java",
                        "            unexpected.remove(message);\n            held.add(message);\n",
                        "            held.add(message);\n"),
                new BrokenVariant(
                        "a cancelled receive stays in the queue",
                        SHM + "match/PostedReceives.java",
                        "        } else {\n            leave(posting);\n        }\n        return true;",
                        "        }\n        return true;"),
                new BrokenVariant(
                        "the index of messages is not in order of arrival",
                        SHM + "match/UnexpectedMessages.java",
                        "for (UnexpectedMessage m = oldest; m != null; m = m.newer)",
                        "for (UnexpectedMessage m = newest; m != null; m = m.older)"),
                new BrokenVariant(
                        "the sender is done before its memory has been read",
                        SHM + "protocol/SingleCopySend.java",
                        "        inbox.offer(envelope, this);\n",
                        "        inbox.offer(envelope, this);\n"
                                + "        complete(destination, envelope.tag, envelope.lengthBytes);\n"),
                new BrokenVariant(
                        "a reduction is over before all members have read its memory",
                        ENDPOINTS + "coll/algorithm/StripedReduction.java",
                        "        TeamMeeting.meet(b); // all memory is its owner's again\n",
                        "        if (b.processes() > 1) TeamMeeting.meet(b);\n"),
                new BrokenVariant(
                        "a member that has come counts as come in the next phase",
                        ENDPOINTS + "coll/ScheduleSteps.java",
                        "                    reached = 0;\n                }",
                        "                }"),
                new BrokenVariant(
                        "a floating sum is associated another way",
                        ENDPOINTS + "coll/schedule/CanonicalTree.java",
                        "first + Integer.highestOneBit(end - first - 1)",
                        "first + (end - first) / 2"),
                new BrokenVariant(
                        "each memory of a struct of several is sent to the beginning",
                        COPY,
                        "walk(own, memory, pieces.place(i, fromAt), piece, in, to, toAt, toShape, toPosition + done,"
                                + " n);",
                        "walk(own, memory, pieces.place(i, fromAt), piece, in, to, toAt, toShape, toPosition, n);"),
                new BrokenVariant(
                        "each memory of a struct of several receives the beginning",
                        COPY,
                        "walk(own, from, fromAt, fromShape, fromPosition + done, memory, at, piece, in, n);",
                        "walk(own, from, fromAt, fromShape, fromPosition, memory, at, piece, in, n);"),
                new BrokenVariant(
                        "testing all takes those that are complete",
                        "runtime/core/src/main/java/org/sennit/message/RequestSet.java",
                        "                return false;\n"
                                + "            }\n"
                                + "        }\n"
                                + "        takeAll(requests, statuses);",
                        "                for (Request r : requests) if (r != null && r.isMet()) r.test();\n"
                                + "                return false;\n            }\n        }\n"
                                + "        takeAll(requests, statuses);"));
    }
}
