package org.sennit.conformance.readme;

import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles Java out of a text, all warnings as errors, against the class path of the test. */
final class JavaText {
    private JavaText() {}

    /**
     * Compiles a class.
     *
     * @return what the compiler says; empty when it is content
     */
    static String mistakes(String className, String source, Path classes) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        boolean isCompiled = compiler.getTask(
                        messages,
                        null,
                        null,
                        List.of("-Xlint:all,-path", "-Werror", "-proc:none", "-d", classes.toString()),
                        null,
                        List.of(file(className, source)))
                .call();
        return isCompiled ? "" : className + ": " + messages + "\n" + source;
    }

    private static JavaFileObject file(String className, String source) {
        URI name = URI.create("string:///" + className + ".java");
        return new SimpleJavaFileObject(name, JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
    }
}
