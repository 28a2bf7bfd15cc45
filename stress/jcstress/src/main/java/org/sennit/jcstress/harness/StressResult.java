package org.sennit.jcstress.harness;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.infra.StateCase;
import org.openjdk.jcstress.infra.TestInfo;
import org.openjdk.jcstress.infra.runners.TestList;

/**
 * What one test has left in one JVM.
 *
 * @param test the name of the test
 * @param verdict what it comes to
 * @param outcomes how often each outcome was seen
 * @param messages errors, and the stacks of a test that hung
 */
record StressResult(String test, Verdict verdict, Map<String, Long> outcomes, List<String> messages) {
    /** What a result comes to. */
    enum Verdict {
        /** All outcomes are acceptable, and there are some. */
        PASSED,
        /** An outcome that the test forbids was seen. */
        FORBIDDEN,
        /** Threads did not end. */
        HUNG,
        /** The test or its JVM broke, or nothing was sampled: nothing is known. */
        ERROR
    }

    /** Grades outcomes by the annotations of the test. */
    static StressResult graded(String test, Map<String, Long> outcomes, List<String> messages) {
        boolean isForbidden = outcomes.keySet().stream()
                .anyMatch(outcome -> storyOf(test, outcome).expect() == Expect.FORBIDDEN);
        Verdict verdict = outcomes.isEmpty() ? Verdict.ERROR : isForbidden ? Verdict.FORBIDDEN : Verdict.PASSED;
        return new StressResult(test, verdict, new TreeMap<>(outcomes), messages);
    }

    static StressResult broken(String test, Verdict verdict, List<String> messages) {
        return new StressResult(test, verdict, Map.of(), messages);
    }

    boolean isPassed() {
        return verdict == Verdict.PASSED;
    }

    long samples() {
        return outcomes.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns a line for each outcome: how often, what, and its story; then the messages. */
    String details() {
        String seen = outcomes.entrySet().stream()
                .map(outcome -> {
                    StateCase story = storyOf(test, outcome.getKey());
                    return String.format(
                            "    %,12d  %s  %s: %s%n",
                            outcome.getValue(), outcome.getKey(), story.expect(), story.description());
                })
                .collect(Collectors.joining());
        return seen + messages.stream().map(line -> "    " + line + "\n").collect(Collectors.joining());
    }

    private static StateCase storyOf(String test, String outcome) {
        TestInfo info = TestList.getInfo(test);
        return info.cases().stream()
                .filter(story -> story.matchesExactly(outcome))
                .findFirst()
                .or(() -> info.cases().stream()
                        .filter(story -> story.matches(outcome))
                        .findFirst())
                .orElse(info.unmatched());
    }
}
