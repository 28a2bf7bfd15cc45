package org.sennit.internal.runtime.bootstrap.engine;

import java.util.Map;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The number that an engine has given to this process.
 *
 * @param engine its name
 * @param process the number of this process, from 0
 * @param processes how many the engine has started
 */
public record EnginePlace(String engine, int process, int processes) {
    private static final String SLURM_PROCESSORS = "SLURM_CPUS_PER_TASK";

    /**
     * Checks the numbers.
     *
     * @throws SennitException BOOTSTRAP: they do not fit together; do not retry
     */
    public EnginePlace {
        if (processes < 1 || process < 0 || process >= processes) {
            throw new SennitException(
                    ErrorClass.BOOTSTRAP,
                    "the numbers of " + engine + " do not fit together: process=" + process + " processes="
                            + processes);
        }
    }

    /**
     * Reads a number from the environment.
     *
     * @param environment as {@link System#getenv()}
     * @param name of the variable
     * @return the number, 0 or more
     * @throws SennitException BOOTSTRAP: the variable is not set, or is no number; do not retry
     */
    public static int number(Map<String, String> environment, String name) {
        String text = environment.get(name);
        try {
            int number = Integer.parseInt(text == null ? "" : text.strip());
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException malformed) {
            // the error below names the text
        }
        throw new SennitException(
                ErrorClass.BOOTSTRAP,
                "the environment variable " + name + (text == null ? " is not set" : " is no number: '" + text + "'"));
    }

    /**
     * Returns how many endpoints this process shall have: as the option says, else the processors that Slurm has given
     * to each task.
     *
     * @param environment as {@link System#getenv()}
     * @return 0: as the program asks for
     */
    public static int endpoints(Options options, Map<String, String> environment) {
        int wanted = options.value(JobOptions.ENDPOINTS);
        return wanted > 0 || !environment.containsKey(SLURM_PROCESSORS)
                ? wanted
                : number(environment, SLURM_PROCESSORS);
    }
}
