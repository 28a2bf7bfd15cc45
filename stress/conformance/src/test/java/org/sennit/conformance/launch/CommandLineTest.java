package org.sennit.conformance.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.sennit.internal.launch.Main;
import org.sennit.testkit.ChildJvm;
import org.sennit.testkit.Deadline;

/** The command {@code sennit}, in a JVM of its own, as the script starts it. */
@Deadline(seconds = 60)
class CommandLineTest {

    private static final String PROGRAM = LaunchProgram.class.getName();

    static ChildJvm.Result sennit(String... words) {
        return new ChildJvm(Main.class)
                .options("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData")
                .arguments(words)
                .run();
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of("rum", "unknown command 'rum'; did you mean 'run'?"),
                Arguments.of("exampels", "unknown command 'exampels'; did you mean 'examples'?"),
                Arguments.of("--verbose", "unknown option '--verbose'"),
                Arguments.of("run", "run: name a class with a main method or an example (sennit examples lists them)"),
                Arguments.of("run --prefx hello", "run: unknown option '--prefx'; did you mean '--prefix'?"),
                Arguments.of("run -n", "run: -n needs a value: -n N"),
                Arguments.of("run -n 0 hello", "run: -n 0: there must be 1 to 4096 processes"),
                Arguments.of("run -n two hello", "run: -n two: not a whole number of processes"),
                Arguments.of("run -t -3 hello", "run: -t -3: there must be 1 to 131072 endpoints per process"),
                Arguments.of(
                        "run -t 100000 hello",
                        "run: -t 100000: more than 8192 endpoints per process need virtual threads (--virtual)"),
                Arguments.of(
                        "run -t 100000 -o endpoint.virtual=yes --grid 2x2 hello",
                        "run: --grid 2x2 is for 4 endpoints, but there are 100000"),
                Arguments.of(
                        "run --grid 2y2 hello",
                        "run: --grid 2y2: numbers of at least 1 with x between them are expected, such as 2x2x4"),
                Arguments.of(
                        "run -n 2 --bind cores hello",
                        "run: option bind: 'cores' is not one of auto, core, socket, numa, none"),
                Arguments.of("run --hosts a:0 hello", "run: 'a:0': there must be 1 to 4096 processes on a host"),
                Arguments.of(
                        "run --hosts a:2 -n 3 hello",
                        "run: -n 3: the hosts have room for 2 processes; write host:N for more on one"),
                Arguments.of("run --hostfile /no/such/file hello", "run: host file '/no/such/file' cannot be read"),
                Arguments.of(
                        "run --hosts a --hostfile b hello", "run: --hosts and --hostfile: one of the two, not both"),
                Arguments.of("run --ppn 2 hello", "run: --ppn 2: needs --hosts or --hostfile"),
                Arguments.of("run -n 2 -t 3 --grid 2x2 hello", "run: --grid 2x2 is for 4 endpoints, but there are 6"),
                Arguments.of(
                        "run -n 2 --grid 3 hello",
                        "run: --grid 3 is for 3 endpoints, but there are 2 processes with as many each"),
                Arguments.of("run --trace -cp classes Program", "run: --trace needs a value: --trace FILE"),
                Arguments.of(
                        "run --trace /no/such/folder/trace hello",
                        "run: option trace.file: '/no/such/folder/trace': there is no folder /no/such/folder"),
                Arguments.of("run -o profile.file=/ hello", "run: option profile.file: '/': is a folder"),
                Arguments.of("run no-such.jar", "run: jar 'no-such.jar' does not exist"),
                Arguments.of("run -jar no-such.jar", "run: jar 'no-such.jar' does not exist"),
                Arguments.of("run -jar no-such.txt", "run: jar 'no-such.txt' does not exist"),
                Arguments.of("run -jar pom.xml", "run: file 'pom.xml' is not a jar"),
                Arguments.of("info -o chekced=true", "info: unknown option 'chekced'; did you mean 'checked'?"),
                Arguments.of("info -n 0", "info: -n 0: there must be at least 1"),
                Arguments.of("run -n 3 -t 1,2 hello", "run: -t 1,2 has numbers for 2 processes, but -n is 3"),
                Arguments.of("run -n 2 -t 1,2,3 hello", "run: -t 1,2,3 has numbers for 3 processes, but -n is 2"),
                Arguments.of("run no.such.Program", "run: no class or example 'no.such.Program' (no -cp given)"),
                Arguments.of("run java.lang.String", "run: class 'java.lang.String' has no main method"),
                Arguments.of("run -cp no-such.jar hello", "run: class path entry 'no-such.jar' does not exist"),
                Arguments.of(
                        "run -o bootstrap.timeuot=1 hello",
                        "run: unknown option 'bootstrap.timeuot'; did you mean 'bootstrap.timeout'?"),
                Arguments.of(
                        "run -o bootstrap.timeout=0 hello",
                        "run: option bootstrap.timeout: '0' is not within 1 to 86400 s"),
                Arguments.of(
                        "run --net tpc hello",
                        "run: --net tpc: there are tcp, unix, mapped, faulty; did you mean 'tcp'?"),
                Arguments.of(
                        "run -o net.module=tpc hello",
                        "run: --net tpc: there are tcp, unix, mapped, faulty; did you mean 'tcp'?"),
                Arguments.of("info --net all", "info: --net all: there are tcp, unix, mapped, faulty"),
                Arguments.of(
                        "cache",
                        "cache: no folder (option launch.cache): start by runtime/bin/sennit, with HOME or"
                                + " XDG_CACHE_HOME set"),
                Arguments.of("info --jsn", "info: unknown option '--jsn'; did you mean '--json'?"),
                Arguments.of("help nosuch", "help: unknown command 'nosuch'"),
                Arguments.of("help cahce", "help: unknown command 'cahce'; did you mean 'cache'?"),
                Arguments.of("doctor --hosts a,,b", "doctor: --hosts a,,b: a host has no name"),
                Arguments.of("join 127.0.0.1:1 -cp no-such.jar", "join: class path entry 'no-such.jar' does not exist"),
                Arguments.of("examples all", "examples: unknown argument 'all'"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void answersAMistakeWithOneLineAndStatusTwo(String words, String message) {
        ChildJvm.Result result = sennit(words.split(" "));
        assertEquals("sennit: " + message + System.lineSeparator(), result.err());
        assertEquals("", result.out());
        assertEquals(2, result.exitStatus());
    }

    @Test
    void hostsOfTheCommandLineTakeThePlaceOfThoseOfTheEnvironment() {
        ChildJvm.Result result = new ChildJvm(Main.class)
                .environment("SENNIT_LAUNCH_HOSTS", "a:2")
                .arguments("run", "--hostfile", "/no/such/file", "hello")
                .run();
        assertEquals("sennit: run: host file '/no/such/file' cannot be read" + System.lineSeparator(), result.err());
        assertEquals(2, result.exitStatus());
    }

    @Test
    void namesTheVariableOfAnIllegalValueAndOfAnUnknownOption() {
        ChildJvm.Result result = new ChildJvm(Main.class)
                .environment("SENNIT_CHECKED", "maybe")
                .environment("SENNIT_CHEKED", "true")
                .arguments("run", PROGRAM, "numbers")
                .run();
        assertEquals(
                List.of(
                        "sennit: WARN environment variable SENNIT_CHEKED: there is no option 'cheked'; did you mean"
                                + " 'checked'?",
                        "sennit: run: option checked: 'maybe' is not true or false (from environment variable"
                                + " SENNIT_CHECKED)"),
                result.err().lines().toList());
        assertEquals(2, result.exitStatus());
    }

    @Test
    void takesTheStatusOfAnAbortInItsOwnJvm() {
        ChildJvm.Result result = sennit("run", "-t", "2", OpenJobProgram.class.getName(), "42");
        assertEquals(42, result.exitStatus(), result::toString);
        assertEquals(
                1,
                result.err().lines().filter(line -> line.contains("on purpose")).count(),
                result::err);
    }

    @Test
    void runsOneProcessInItsOwnJvm() {
        ChildJvm.Result result = sennit("run", "-n", "1", "-t", "3", PROGRAM, "numbers");
        assertEquals(
                "0 of 1 with 3" + System.lineSeparator(),
                result.assertSilentSuccess().out());
    }

    @Test
    void runsAJar(@TempDir Path folder) throws IOException {
        Path jar = folder.resolve("app.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, PROGRAM);
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        String numbers = "0 of 1 with 0" + System.lineSeparator();
        assertEquals(
                numbers,
                sennit("run", jar.toString(), "numbers").assertSilentSuccess().out());
        Path noSuffix = Files.move(jar, folder.resolve("application"));
        assertEquals(
                numbers,
                sennit("run", "-jar", noSuffix.toString(), "numbers")
                        .assertSilentSuccess()
                        .out());
    }

    @Test
    void printsOneJsonObject() throws IOException {
        String text = sennit("info", "--json", "--protocols", "--collectives")
                .assertSilentSuccess()
                .out();
        Map<String, Object> sections =
                JSON.std.without(JSON.Feature.FAIL_ON_DUPLICATE_MAP_KEYS).mapFrom(text);
        String again = JSON.std
                .with(JSON.Feature.FAIL_ON_DUPLICATE_MAP_KEYS)
                .mapFrom(text)
                .toString();
        assertEquals(sections.toString(), again);
        assertFalse(text.contains("\"\":"), text);
    }

    @Test
    void runsSeveralProcesses() {
        ChildJvm.Result result = sennit("run", "-n", "2", "-t", "3", "-l", PROGRAM, "numbers");
        assertEquals(
                List.of("[p0] 0 of 2 with 3", "[p1] 1 of 2 with 3"),
                result.assertSilentSuccess().out().lines().sorted().toList());
    }

    @Test
    void passesTheStatusOfAProgramOn() {
        assertEquals(7, sennit("run", "-n", "2", PROGRAM, "exit", "7").exitStatus());
        ChildJvm.Result thrown = sennit("run", PROGRAM, "no such action");
        assertEquals(1, thrown.exitStatus());
        assertEquals(
                "exception in thread \"main\" java.lang.IllegalArgumentException: no such action",
                thrown.err().lines().findFirst().orElse(""));
    }

    @Test
    void printsVersionHelpAndInfo() {
        assertTrue(sennit("version").assertSilentSuccess().out().startsWith("sennit "));
        assertTrue(sennit("help", "run").assertSilentSuccess().out().contains("--prefix"));
        assertTrue(sennit("info", "--help").assertSilentSuccess().out().contains("--protocols"));
        String info = sennit("info").assertSilentSuccess().out();
        assertTrue(info.contains("bootstrap.timeout"), info);
        String explained =
                sennit("info", "-o", "checked=true").assertSilentSuccess().out();
        assertTrue(explained.lines().anyMatch(line -> line.matches(" *checked .*true.*-o.*")), explained);
        assertTrue(info.contains("collector"), info);
        assertTrue(info.contains("none (run --grid sets one)"), info);
        assertTrue(sennit("info", "--json").assertSilentSuccess().out().startsWith("{"));
        String protocols = sennit("info", "--protocols").assertSilentSuccess().out();
        for (String part : List.of("immediate", "single copy", "synergistic", "immediate.max=", "synergistic.min=")) {
            assertTrue(protocols.contains(part), protocols);
        }
        assertTrue(!protocols.contains("bootstrap.timeout"), protocols);
    }

    private static ProcessBuilder inAShell(String before, String words) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder builder = new ProcessBuilder(
                "/bin/sh",
                "-c",
                before + " exec \"$0\" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -cp \"$1\" "
                        + Main.class.getName() + " " + words,
                java,
                System.getProperty("java.class.path"));
        return builder.redirectErrorStream(true);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void saysWhichLimitIsTooLow() throws Exception {
        Process sennit = inAShell("ulimit -n 100;", "run -n 40 " + PROGRAM).start();
        String text = new String(sennit.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(1, sennit.waitFor(), text);
        assertTrue(
                text.matches("sennit: too few open files are allowed for processes=40: the launcher needs \\d+, "
                        + "the limit is 100 \\(ulimit -n\\)\\R"),
                text);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void failsWhenItsOutputCannotBeWritten() throws Exception {
        for (int processes = 1; processes <= 2; processes++) {
            Process sennit = inAShell("", "run -n " + processes + " " + PROGRAM + " numbers 2>&1 >/dev/full")
                    .start();
            String text = new String(sennit.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(1, sennit.waitFor(), text);
            assertEquals(
                    "sennit: standard output cannot be written: No space left on device" + System.lineSeparator(),
                    text);
        }
    }

    @Test
    void endsEverythingOnTerminate() throws Exception {
        endsEverything(false);
    }

    @Test
    void leavesNoProcessWhenItIsKilled() throws Exception {
        endsEverything(true);
    }

    private static void endsEverything(boolean isKilled) throws IOException, InterruptedException {
        Process sennit = start("hang");
        try (var reader = sennit.inputReader()) {
            assertEquals("ready", reader.readLine());
            assertEquals("ready", reader.readLine());
            List<ProcessHandle> processes = new ArrayList<>(sennit.descendants().toList());
            assertEquals(2, processes.size());
            // By handle: destroying the process would close the pipe that is read below.
            boolean isAsked = isKilled
                    ? sennit.toHandle().destroyForcibly()
                    : sennit.toHandle().destroy();
            assertTrue(isAsked);
            assertEquals(isKilled ? 137 : 143, sennit.waitFor());
            processes.forEach(Processes::awaitEnd);
            assertEquals("", String.join("\n", reader.readAllLines()));
        } finally {
            sennit.descendants().forEach(ProcessHandle::destroyForcibly);
            sennit.destroyForcibly();
        }
    }

    /** As with {@code head}. */
    @Test
    void endsAJobWhoseOutputHasNoReaderAsSigpipeDoes() throws Exception {
        endsWithoutAReader(start("lines", "1000000000"));
    }

    @Test
    void endsAProgramInItsOwnJvmWhoseOutputHasNoReaderAsSigpipeDoes() throws Exception {
        endsWithoutAReader(startJvms(1, List.of(), "lines", "1000000000"));
        endsWithoutAReader(startJvms(1, List.of("--prefix"), "lines", "1000000000"));
    }

    private static void endsWithoutAReader(Process sennit) throws Exception {
        try {
            var reader = sennit.inputReader();
            assertNotNull(reader.readLine());
            List<ProcessHandle> processes = sennit.descendants().toList();
            reader.close();
            assertEquals(141, sennit.waitFor());
            processes.forEach(Processes::awaitEnd);
        } finally {
            sennit.descendants().forEach(ProcessHandle::destroyForcibly);
            sennit.destroyForcibly();
        }
    }

    /** Starts a launcher of two processes in a JVM of its own. */
    private static Process start(String... program) throws IOException {
        return startJvms(2, List.of(), program);
    }

    private static Process startJvms(int processes, List<String> flags, String... program) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "run",
                "-n",
                Integer.toString(processes)));
        command.addAll(flags);
        command.add(PROGRAM);
        command.addAll(List.of(program));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }
}
