package org.sennit.internal.launch.process;

import java.util.Iterator;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.message.SennitException;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * The log of the JVMs that the launcher starts where the user's class path has no SLF4J provider: warnings, on standard
 * error, or what the option {@code log} says. Where it has one that one logs. The launcher's class path comes first, so
 * SLF4J finds this one first; the flag {@code slf4j.internal.verbosity=ERROR} keeps it silent about there being two.
 *
 * <p>Threads: set up by one, then immutable.
 */
public final class WarningProvider implements SLF4JServiceProvider {
    private SLF4JServiceProvider users; // null where there is none
    private String who = "sennit: ";
    private String level = ProcessOptions.LOG.defaultValue();
    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter context = new NOPMDCAdapter();

    @Override
    public void initialize() {
        Iterator<SLF4JServiceProvider> providers = ServiceLoader.load(
                        SLF4JServiceProvider.class, WarningProvider.class.getClassLoader())
                .iterator();
        while (users == null && hasNext(providers)) {
            users = other(providers);
        }
        if (users != null) {
            users.initialize();
            return;
        }
        Options options = Options.fromEnvironment();
        try {
            level = options.value(ProcessOptions.LOG);
            who = options.value(JobOptions.PROCESSES) == 1
                    ? who
                    : who + "process " + options.value(JobOptions.PROCESS) + ": ";
        } catch (SennitException mistake) {
            System.err.println(who + mistake.getMessage());
        }
    }

    private static boolean hasNext(Iterator<SLF4JServiceProvider> providers) {
        try {
            return providers.hasNext();
        } catch (ServiceConfigurationError broken) {
            return false;
        }
    }

    /** Returns the next one if it can be had and is not this class. */
    private static SLF4JServiceProvider other(Iterator<SLF4JServiceProvider> providers) {
        try {
            SLF4JServiceProvider provider = providers.next();
            return provider instanceof WarningProvider ? null : provider;
        } catch (ServiceConfigurationError broken) {
            return null;
        }
    }

    @Override
    public ILoggerFactory getLoggerFactory() {
        return users == null ? name -> new WarningLogger(who, name, level) : users.getLoggerFactory();
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return users == null ? markers : users.getMarkerFactory();
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return users == null ? context : users.getMDCAdapter();
    }

    @Override
    public String getRequestedApiVersion() {
        return "2.0.99";
    }
}
