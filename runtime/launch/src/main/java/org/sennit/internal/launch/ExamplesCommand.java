package org.sennit.internal.launch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.sennit.internal.runtime.bootstrap.Providers;
import org.sennit.spi.launch.Example;
import picocli.CommandLine.Command;

/** {@code sennit examples}: the short names that {@code run} knows, and what they do. */
@Command(name = "examples", description = "Lists the programs that can be run by a short name.")
final class ExamplesCommand implements Runnable {
    @Override
    public void run() {
        List<Example> examples = new ArrayList<>();
        Providers.of(Example.class).forEach(examples::add);
        examples.sort(Comparator.comparing(Example::name));
        int width = 0;
        for (Example example : examples) {
            width = Math.max(width, example.name().length());
        }
        for (Example example : examples) {
            System.out.printf("%-" + width + "s  %s%n", example.name(), example.summary());
        }
        if (examples.isEmpty()) {
            System.out.println("no examples on the class path");
        }
    }
}
