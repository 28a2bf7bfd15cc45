package org.sennit.conformance.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.conformance.Checkout;
import org.sennit.testkit.ChildJvm;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
class ReadmeTest {
    @TempDir
    Path classes;

    @Test
    void theQuickStartIsTwoCommands() throws IOException {
        assertEquals(
                List.of("runtime/bin/sennit run -n 2 -t 2 cg A", "mvn verify"), new Readme().commands("Quick start"));
    }

    @Test
    void noLinkIsDead() throws IOException {
        List<String> dead = new Readme()
                .links().stream()
                        .filter(link -> Files.notExists(Checkout.root().resolve(link)))
                        .toList();
        assertEquals(List.of(), dead);
    }

    @Test
    void theProgramIsShort() throws IOException {
        assertTrue(new Readme().program().lines().count() <= 20);
    }

    @Test
    void theProgramCompilesWithoutAWarningAndRunsWithoutAFlag() throws Exception {
        compile(new Readme().program());
        ChildJvm.Result result = new ChildJvm("Pi")
                .classPath(List.of(classes, Path.of(System.getProperty("java.class.path"))))
                .run()
                .assertSilentSuccess();
        assertTrue(result.out().startsWith("pi = 3.14159"), result::out);
    }

    private void compile(String program) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        boolean isCompiled = compiler.getTask(
                        messages,
                        null,
                        null,
                        List.of("-Xlint:all,-path", "-Werror", "-proc:none", "-d", classes.toString()),
                        null,
                        List.of(source(program)))
                .call();
        assertTrue(isCompiled, messages::toString);
    }

    private static JavaFileObject source(String program) {
        return new SimpleJavaFileObject(URI.create("string:///Pi.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return program;
            }
        };
    }
}
