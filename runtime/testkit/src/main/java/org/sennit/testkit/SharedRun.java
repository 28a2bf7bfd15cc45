package org.sennit.testkit;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The run of a module's tests in this JVM: what ran, which tests are wanted, and the watch for hangs.
 *
 * @param log what ran and what was left out
 * @param selection which tests are wanted
 * @param list where what was left out is written at the end; empty where nothing keeps it
 * @param watch for hangs
 * @param starvation of threads, where it is asked for
 */
record SharedRun(
        CaseLog log, TestSelection selection, Optional<Path> list, HangWatch watch, Optional<Starvation> starvation)
        implements AutoCloseable {
    /** Begins as the parameters of this run say. */
    static SharedRun begin(ExtensionContext context) {
        CaseLog log = new CaseLog(seconds(context, ShareExtension.SHARE, 0));
        TestSelection selection = TestSelection.of(context::getConfigurationParameter);
        return new SharedRun(
                log,
                selection,
                TestSelection.list(context::getConfigurationParameter).filter(file -> selection.isAll()),
                new HangWatch(log, seconds(context, ShareExtension.HANG, 600)),
                context.getConfigurationParameter(ShareExtension.STARVE)
                        .filter(seed -> !seed.isBlank())
                        .map(seed -> new Starvation(Long.parseLong(seed))));
    }

    /** Called when all classes have ended. */
    @Override
    public void close() {
        watch.close();
        starvation.ifPresent(Starvation::close);
        list.ifPresent(log.leftOut()::write);
        List<String> untested = selection.isAll() ? List.of() : log.leftOut().classes();
        if (!untested.isEmpty()) {
            System.out.println("tests: left out as a whole in this run: " + untested.size() + " classes " + untested);
        }
        System.out.println("tests: " + log.summary());
    }

    private static double seconds(ExtensionContext context, String parameter, double otherwise) {
        return context.getConfigurationParameter(parameter, Double::valueOf).orElse(otherwise);
    }
}
