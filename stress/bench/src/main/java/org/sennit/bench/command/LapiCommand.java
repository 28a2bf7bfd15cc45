package org.sennit.bench.command;

import java.util.List;
import java.util.Map;
import org.sennit.bench.program.Benchmark;
import org.sennit.bench.program.Setting;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sennit bench lapi}. */
@Command(
        name = "lapi",
        description =
                "Time of a call of LAPI until its counter has moved, beside the same by a window of the same memory,"
                        + " or by an active message without LAPI.",
        mixinStandardHelpOptions = true)
final class LapiCommand extends TableCommand {
    @Parameters(
            paramLabel = "CALL",
            arity = "0..1",
            description = "put, get, rmw or amsend (default: ${DEFAULT-VALUE})",
            defaultValue = "put")
    private String call;

    LapiCommand() {
        super(Benchmark.LAPI_PUT);
    }

    @Override
    Benchmark benchmark() {
        return switch (call) {
            case "get" -> Benchmark.LAPI_GET;
            case "rmw" -> Benchmark.LAPI_RMW;
            case "amsend" -> Benchmark.LAPI_AMSEND;
            default -> Benchmark.LAPI_PUT;
        };
    }

    /** The memory of the peers' windows is the user's, as LAPI's. */
    @Override
    Map<Setting, String> settings() {
        check(List.of("put", "get", "rmw", "amsend").contains(call), "CALL: put, get, rmw or amsend, not " + call);
        return Map.of(Setting.EXPOSED, "array");
    }
}
