package org.sennit.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

class OptionTest {

    private static final Option<Integer> MAX =
            Option.ofInt("test.eager.max", 256, 0, 4096, "bytes", "longest eager message");
    private static final Option<Boolean> FLAG = Option.ofBoolean("test.flag", false, "a flag");

    @Test
    void takesTheDefaultWhenNothingIsSet() {
        Options options = Options.of(new Properties(), Map.of());
        assertEquals(256, options.value(MAX));
        assertEquals("default", options.origin(MAX));
    }

    @Test
    void takesTheEnvironmentInUpperCaseWithUnderscores() {
        Options options = Options.of(new Properties(), Map.of("SENNIT_TEST_EAGER_MAX", " 12 "));
        assertEquals(12, options.value(MAX));
        assertEquals("environment", options.origin(MAX));
    }

    @Test
    void prefersTheSystemPropertyToTheEnvironment() {
        Properties properties = new Properties();
        properties.setProperty("sennit.test.eager.max", "13");
        Options options = Options.of(properties, Map.of("SENNIT_TEST_EAGER_MAX", "12"));
        assertEquals(13, options.value(MAX));
        assertEquals("system property", options.origin(MAX));
    }

    @Test
    void numbersOfAJobHoldInItsProcessesAndNotInWhatTheseStart() {
        Option<Integer> endpoints = Option.ofInt("job.endpoints", 0, 0, 10, "", "endpoints");
        Map<String, String> variables =
                Map.of("SENNIT_JOB_ID", "j1", "SENNIT_JOB_ENDPOINTS", "5", "SENNIT_TEST_EAGER_MAX", "12");
        Properties properties = new Properties();
        assertEquals(0, Options.of(properties, variables).value(endpoints));
        assertEquals(12, Options.of(properties, variables).value(MAX));
        properties.setProperty(Options.MEMBER_PROPERTY, "j0");
        assertEquals(0, Options.of(properties, variables).value(endpoints));
        properties.setProperty(Options.MEMBER_PROPERTY, "j1");
        assertEquals(5, Options.of(properties, variables).value(endpoints));
        Map<String, String> ofTheUser = Map.of("SENNIT_JOB_ENDPOINTS", "5");
        assertEquals(5, Options.of(new Properties(), ofTheUser).value(endpoints));
    }

    @Test
    void anOptionIsSetByItsNameAsOnTheCommandLine() {
        Options options = Options.of(new Properties(), Map.of("SENNIT_JOB_PROCESSES", "5"))
                .with(JobOptions.PROCESSES.name(), " 3 ");
        assertEquals(3, options.value(JobOptions.PROCESSES));
        assertEquals("Options.with", options.origin(JobOptions.PROCESSES));
    }

    @Test
    void aNameThatNoOptionHasAndAnIllegalTextAreErrorsAtOnce() {
        Options options = Options.defaults();
        SennitException unknown = assertThrows(SennitException.class, () -> options.with("net.modul", "tcp"));
        assertEquals(ErrorClass.ARG, unknown.errorClass());
        assertEquals(
                "Options.with: there is no option 'net.modul' on the class path; sennit info lists all",
                unknown.getMessage());
        String name = JobOptions.PROCESSES.name();
        SennitException illegal = assertThrows(SennitException.class, () -> options.with(name, "many"));
        assertEquals(ErrorClass.ARG, illegal.errorClass());
        assertTrue(illegal.getMessage().contains(name), illegal.getMessage());
        assertTrue(illegal.getMessage().contains("many"), illegal.getMessage());
        SennitException missing = assertThrows(SennitException.class, () -> options.with(name, null));
        assertEquals("Options.with: option '" + name + "' has no text", missing.getMessage());
    }

    @Test
    void prefersAValueSetInCodeAndLeavesTheOriginalAlone() {
        Options options = Options.defaults();
        Options changed = options.with(MAX, 7, "test");
        assertEquals(7, changed.value(MAX));
        assertEquals("test", changed.origin(MAX));
        assertEquals(256, options.value(MAX));
    }

    @Test
    void readsAnEmptyFlagAsTrue() {
        Properties properties = new Properties();
        properties.setProperty("sennit.test.flag", "");
        assertEquals(true, Options.of(properties, Map.of()).value(FLAG));
    }

    @Test
    void namesOptionTextRangeAndOriginWhenAValueIsIllegal() {
        Options options = Options.of(new Properties(), Map.of("SENNIT_TEST_EAGER_MAX", "4097"));
        SennitException illegal = assertThrows(SennitException.class, () -> options.value(MAX));
        assertEquals(ErrorClass.ARG, illegal.errorClass());
        assertEquals(
                "option test.eager.max: '4097' is not within 0 to 4096 bytes (from environment variable"
                        + " SENNIT_TEST_EAGER_MAX)",
                illegal.getMessage());
    }

    @Test
    void refusesWhatIsNotANumber() {
        SennitException illegal = assertThrows(SennitException.class, () -> MAX.parse("many"));
        assertEquals("option test.eager.max: 'many' is not a whole number of bytes", illegal.getMessage());
    }

    @Test
    void refusesMalformedNames() {
        for (String name : new String[] {"", "A", "a..b", ".a", "a.", "a_b"}) {
            assertThrows(SennitException.class, () -> Option.ofString(name, "", ""), name);
        }
    }
}
