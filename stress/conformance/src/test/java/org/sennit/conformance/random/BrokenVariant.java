package org.sennit.conformance.random;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.sennit.conformance.Checkout;

/**
 * A class of ours with one fault put in, which the random programs must find: its source as it is now, with one piece
 * of text replaced. So a variant is never older than the class that it doubts; when the text is no longer there the
 * test fails, and the variant follows the class.
 *
 * @param story what is broken
 * @param source the file, from the root of the project
 * @param original a piece of it
 * @param fault what stands there instead
 */
record BrokenVariant(String story, String source, String original, String fault) {

    /** Returns the source with the fault; throws when the class has changed so that the text is no longer there. */
    String faultySource() throws IOException {
        String text = Files.readString(Checkout.root().resolve(source));
        if (!text.contains(original)) {
            throw new IllegalStateException("no such text in " + source + ", write the variant anew: " + original);
        }
        return text.replace(original, fault);
    }

    /** Compiles it into a folder that can then stand in front of the class path. */
    void compileTo(Path folder) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        List<String> options =
                List.of("-proc:none", "-nowarn", "-d", folder.toString(), "-cp", System.getProperty("java.class.path"));
        boolean isCompiled = compiler.getTask(
                        messages, null, null, options, null, List.of(new Text(source, faultySource())))
                .call();
        if (!isCompiled) {
            throw new IllegalStateException(story + " does not compile:\n" + messages);
        }
    }

    /** A source in memory. */
    private static final class Text extends SimpleJavaFileObject {
        private final String text;

        Text(String path, String text) {
            super(URI.create("string:///" + path.substring(path.indexOf("src/main/java/") + 14)), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    @Override
    public String toString() {
        return story;
    }
}
