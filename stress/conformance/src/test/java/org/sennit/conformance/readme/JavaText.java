package org.sennit.conformance.readme;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Compiles Java out of a text, all warnings as errors, against the class path of the test without our inner packages:
 * as users of modules that do not export them.
 */
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
        JavaFileManager files = new ApiAlone(compiler.getStandardFileManager(null, null, null));
        boolean isCompiled = compiler.getTask(
                        messages,
                        files,
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

    /** The files of the class path but for inner packages. */
    private static final class ApiAlone extends ForwardingJavaFileManager<JavaFileManager> {
        ApiAlone(JavaFileManager all) {
            super(all);
        }

        @Override
        public Iterable<JavaFileObject> list(
                Location location, String packageName, Set<JavaFileObject.Kind> kinds, boolean isRecursive)
                throws IOException {
            return packageName.startsWith("org.sennit.internal")
                    ? List.of()
                    : super.list(location, packageName, kinds, isRecursive);
        }
    }
}
