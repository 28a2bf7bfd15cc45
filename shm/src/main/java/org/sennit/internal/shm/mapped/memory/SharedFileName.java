package org.sennit.internal.shm.mapped.memory;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sennit.internal.runtime.bootstrap.Entropy;

/**
 * The names of our files in shared directories, from which a later job sees whose they were:
 * {@code sennit-JOB-PID-START-SPACE-RANDOM.shared}. Immutable.
 *
 * @param owner the process that has made the file
 */
record SharedFileName(OwningProcess owner, String text) {
    private static final Pattern PATTERN =
            Pattern.compile("sennit-[A-Za-z0-9_.]{0,32}-(\\d{1,18})-(\\d{1,18})-(\\d{1,18})-[0-9a-f]{16}\\.shared");
    private static final int MOST_JOB_LETTERS = 32;
    private static final int RANDOM_BYTES = 8;

    /**
     * Returns a name that no other file has.
     *
     * @param jobId the job; only letters, digits, points and underscores of it are shown
     */
    static SharedFileName fresh(String jobId) {
        String job = jobId.replaceAll("[^A-Za-z0-9_.]", "_");
        job = job.substring(0, Math.min(MOST_JOB_LETTERS, job.length()));
        OwningProcess owner = OwningProcess.current();
        return new SharedFileName(
                owner,
                "sennit-" + job + "-" + owner.pid() + "-" + owner.start() + "-" + owner.space() + "-"
                        + Entropy.hex(RANDOM_BYTES) + ".shared");
    }

    /**
     * Reads a name.
     *
     * @param text any file's name
     * @return the name, or null when it is not one of ours
     */
    static SharedFileName parse(String text) {
        Matcher matcher = PATTERN.matcher(text);
        if (!matcher.matches()) {
            return null;
        }
        OwningProcess owner = new OwningProcess(
                Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)), Long.parseLong(matcher.group(3)));
        return new SharedFileName(owner, text);
    }
}
