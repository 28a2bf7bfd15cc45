package org.sennit.qmp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The arguments of a program, of which those that begin with {@code -qmp-} are taken out.
 *
 * @param rest what is the program's
 * @param geometry of the allocated machine; null for none, no element for {@code native}
 * @param allocatedMap the order of its axes, fastest first; null for 0, 1, …
 * @param logicalMap the order of the logical axes, fastest first; null for the free choice
 * @param job nodes of one job along each axis; null for one job
 * @param nodes the expected number of nodes; 0 for any
 */
record CommandLine(String[] rest, int[] geometry, int[] allocatedMap, int[] logicalMap, int[] job, int nodes) {
    private static final String PREFIX = "-qmp-";

    /** @throws SennitException ARG for an option that does not exist, or has not the numbers that it needs */
    static CommandLine parse(String... arguments) {
        List<String> rest = new ArrayList<>();
        int[] geometry = null;
        int[] allocatedMap = null;
        int[] logicalMap = null;
        int[] job = null;
        int nodes = 0;
        int i = 0;
        while (i < arguments.length) {
            String option = arguments[i++];
            if (!option.startsWith(PREFIX)) {
                rest.add(option);
                continue;
            }
            if (option.equals("-qmp-geom") && i < arguments.length && arguments[i].equals("native")) {
                geometry = new int[0];
                i++;
                continue;
            }
            int begin = i;
            int most = option.equals("-qmp-nmpi") ? 1 : arguments.length;
            while (i < arguments.length && i - begin < most && arguments[i].matches("\\d{1,9}")) {
                i++;
            }
            int[] numbers = Arrays.stream(arguments, begin, i)
                    .mapToInt(Integer::parseInt)
                    .toArray();
            switch (option) {
                case "-qmp-geom" -> geometry = sizes(option, numbers);
                case "-qmp-alloc-map" -> allocatedMap = permutation(option, numbers);
                case "-qmp-logic-map" -> logicalMap = permutation(option, numbers);
                case "-qmp-job" -> job = sizes(option, numbers);
                case "-qmp-nmpi" -> nodes = sizes(option, numbers)[0];
                default -> throw wrong(option, "no such option of QMP");
            }
        }
        return new CommandLine(rest.toArray(String[]::new), geometry, allocatedMap, logicalMap, job, nodes);
    }

    private static int[] sizes(String option, int[] numbers) {
        if (numbers.length == 0 || Arrays.stream(numbers).anyMatch(size -> size < 1)) {
            throw wrong(option, "needs numbers of 1 and up");
        }
        return numbers;
    }

    private static int[] permutation(String option, int[] numbers) {
        if (numbers.length == 0 || !Grid.isPermutation(numbers)) {
            throw wrong(option, "needs the axes 0, 1, … in some order");
        }
        return numbers;
    }

    static SennitException wrong(String option, String why) {
        return new SennitException(ErrorClass.ARG, "argument " + option + ": " + why);
    }
}
