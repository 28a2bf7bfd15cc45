package org.sennit.chaos.faulty;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.sennit.config.Option;
import org.sennit.config.Options;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Which faults are made, and from which seed. Everything that is drawn depends on the seed, the two processes and the
 * number of the message on its connection, never on time: the same traffic meets the same faults. Immutable.
 *
 * @param seed where all draws begin
 * @param faults the kinds, with a number: of CUT and KILL after how many messages at most, of
 *     FREEZE the type of the packet
 */
public record FaultPlan(long seed, Map<Fault, Integer> faults) {
    /** The plan as text, as in {@code 17:delay,fragment,cut=100}; empty for no faults. */
    public static final Option<String> OPTION = Option.ofString(
            "net.faulty",
            "",
            "faults of the network for tests: SEED:WORD,... of delay, fragment, stall, limit, reorder, freeze=TYPE,"
                    + " cut[=N], kill[=N]");

    private static final int MESSAGES = 400;
    private static final int FROZEN_FROM = 1;
    private static final int FROZEN_TO = 2;

    /** Copies the map. */
    public FaultPlan {
        faults = Map.copyOf(faults);
    }

    /**
     * Reads the option.
     *
     * @param options the job's options
     * @throws SennitException with {@link ErrorClass#ARG} when the text is not a plan; do not retry
     */
    public static FaultPlan of(Options options) {
        String text = options.value(OPTION);
        try {
            int colon = text.indexOf(':');
            long seed = Long.parseLong(text.substring(0, colon));
            Map<Fault, Integer> faults = new EnumMap<>(Fault.class);
            for (String word : text.substring(colon + 1).split(",")) {
                String[] parts = word.split("=");
                int number = parts.length > 1 ? Integer.parseInt(parts[1]) : MESSAGES;
                faults.put(Fault.valueOf(parts[0].toUpperCase(Locale.ROOT)), Math.max(1, number));
            }
            return new FaultPlan(seed, faults);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new SennitException(
                    ErrorClass.ARG,
                    "not a plan of faults: " + OPTION.name() + "=" + text + ", " + OPTION.description(),
                    e);
        }
    }

    boolean has(Fault fault) {
        return faults.containsKey(fault);
    }

    int number(Fault fault) {
        return faults.getOrDefault(fault, 0);
    }

    /** Returns whether a message is of the kind of which the first one stands still. */
    boolean freezes(int from, int to, byte packetType) {
        return has(Fault.FREEZE) && from == FROZEN_FROM && to == FROZEN_TO && packetType == number(Fault.FREEZE);
    }

    /** Draws for one direction of one connection. */
    SplittableRandom random(int from, int to, int stream) {
        return new SplittableRandom(seed * 0x9E3779B97F4A7C15L + from * 1_000_003L + to * 7919L + stream);
    }

    /**
     * Returns after how many messages a process is killed.
     *
     * @return messages on all its connections; 0 when it is not killed
     */
    public int killAfter(int process, int processes) {
        SplittableRandom random = random(process, process, 3);
        boolean isKilled = has(Fault.KILL) && random.nextInt(processes) == 0;
        return isKilled ? 1 + random.nextInt(number(Fault.KILL)) : 0;
    }

    /**
     * Returns after how many messages a process cuts a connection.
     *
     * @param from the process that sends
     * @param to the process at the other end
     * @return messages on this connection; 0 when it does not cut it
     */
    public int cutAfter(int from, int to) {
        return cutAfter(sends(from, to));
    }

    /** Returns the first draws of the sends of a connection. */
    int cutAfter(SplittableRandom sends) {
        boolean isCut = sends.nextBoolean() && has(Fault.CUT);
        return isCut ? 1 + sends.nextInt(number(Fault.CUT)) : 0;
    }

    /** Draws for the sends of a connection. */
    SplittableRandom sends(int from, int to) {
        return random(from, to, 1);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder().append(seed);
        for (Fault fault : Fault.values()) {
            if (has(fault)) {
                text.append(text.indexOf(":") < 0 ? ":" : ",")
                        .append(fault.name().toLowerCase(Locale.ROOT));
                if (fault == Fault.CUT || fault == Fault.KILL || fault == Fault.FREEZE) {
                    text.append('=').append(number(fault));
                }
            }
        }
        return text.toString();
    }
}
