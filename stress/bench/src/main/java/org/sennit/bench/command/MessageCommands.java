package org.sennit.bench.command;

import org.sennit.bench.program.Benchmark;
import picocli.CommandLine.Command;

/** The benchmarks of messages, gifts and updates that need no options of their own. */
final class MessageCommands {
    private MessageCommands() {}

    /** {@code sennit bench bandwidth}. */
    @Command(
            name = "bandwidth",
            description = "Bytes a second in one direction, windows of nonblocking sends.",
            mixinStandardHelpOptions = true)
    static final class Bandwidth extends TableCommand {
        Bandwidth() {
            super(Benchmark.BANDWIDTH);
        }
    }

    /** {@code sennit bench bi-bandwidth}. */
    @Command(
            name = "bi-bandwidth",
            description = "Bytes a second in both directions at once, windows of nonblocking sends.",
            mixinStandardHelpOptions = true)
    static final class BiBandwidth extends TableCommand {
        BiBandwidth() {
            super(Benchmark.BI_BANDWIDTH);
        }
    }

    /** {@code sennit bench rate}. */
    @Command(
            name = "rate",
            description = "Messages of 8 bytes a second from half of the endpoints to the other half, of all pairs.",
            mixinStandardHelpOptions = true)
    static final class Rate extends TableCommand {
        Rate() {
            super(Benchmark.RATE);
        }
    }

    /** {@code sennit bench give}. */
    @Command(
            name = "give",
            description = "One-way time of a buffer that is given and taken, 8 B to 1 GiB, beside a message of 8 B.",
            mixinStandardHelpOptions = true)
    static final class Give extends TableCommand {
        Give() {
            super(Benchmark.GIVE);
        }
    }

    /** {@code sennit bench gups}. */
    @Command(
            name = "gups",
            description =
                    "Atomic updates of random words of a table that lies with all endpoints, updates a second of all;"
                            + " sizes are of an endpoint's part.",
            mixinStandardHelpOptions = true)
    static final class Gups extends TableCommand {
        Gups() {
            super(Benchmark.GUPS);
        }

        @Override
        long granuleBytes() {
            return Long.BYTES;
        }
    }

    /** {@code sennit bench unpack}. */
    @Command(
            name = "unpack",
            description = "One-way time of fresh memory until all of it is read: given and taken, sent and received.",
            mixinStandardHelpOptions = true)
    static final class Unpack extends TableCommand {
        Unpack() {
            super(Benchmark.UNPACK);
        }
    }
}
